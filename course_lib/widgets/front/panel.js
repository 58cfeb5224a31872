// What all panels do: controls on one side, a picture and its words on the other, a way back.
import { escaped } from "./chart.js";
import { makeButton, makeControl } from "./controls.js";
import { STYLE } from "./style.js";

// Work on a picture goes on for so many milliseconds before the page may breathe.
const SLICE = 12;

// A panel, as anywidget takes it. It is given
//   show(v, context)      what there is to see for the values `v`: { picture, words, alt, title },
//                         the picture as SVG text. A generator (function*) may `yield` now and then
//                         while it computes, or yield something to see meanwhile: then long work
//                         is cut into slices, and dropped when the reader moves on.
//   settle(v, changed, context)  values that can be together, after the reader changed one of them
//   limits(v, context)    for controls whose range depends on others: { name: { low, high, ... } };
//                         { idle: true } for one that makes no difference at present,
//                         { hidden: true } for one that has no meaning now
//   buttons               [{ label, title, press(v, context) }]: press returns values to set
//   begin(context)        what the panel remembers besides its values, in `context.state`
// and the context has `width` and `height` for the picture, `data`, `state`, `redraw()` and
// `set(values)`, for what moves by itself; `stop`, if it is given one, is called on reset.
export function panel({ show, settle = v => v, limits = () => ({}), buttons = [], begin }) {
  return {
    render: ({ model, el }) => bringToLife(model, el, { show, settle, limits, buttons, begin }),
  };
}

// Text as HTML: `names` in the letters of code, and no line that ends between a number and its %.
function asRead(text) {
  return escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/(\d) %/g, "$1&nbsp;%");
}

function bringToLife(model, el, { show, settle, limits, buttons, begin }) {
  const spec = model.get("spec"),
    names = Object.keys(spec.controls);
  el.innerHTML = `<style>${STYLE}</style>
    <div class="course-live-part course-panel" data-panel="${spec.panel}"><div class="course-body">
      <form class="course-controls" aria-label="Controls"></form>
      <div class="course-shown"><p class="course-title"></p>
        <div class="course-picture" role="img"></div>
        <p class="course-words" role="status" aria-live="polite"></p></div>
    </div></div>`;
  const part = selector => el.querySelector(selector);
  const root = part(".course-panel"),
    form = part("form"),
    picture = part(".course-picture");
  const title = part(".course-title"),
    words = part(".course-words");
  const context = { data: model.get("data"), width: 0, height: 0, state: undefined, redraw };
  context.state = begin?.(context);

  const values = () => Object.fromEntries(names.map(name => [name, model.get(name)]));
  const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
  function take(next) {
    for (const name of names) if (!same(next[name], model.get(name))) model.set(name, next[name]);
    model.save_changes();
    redraw();
  }
  context.set = some => take({ ...values(), ...some });
  const change = (name, value) => take(settle({ ...values(), [name]: value }, name, context));

  const controls = {};
  for (const name of names) {
    controls[name] = makeControl(name, spec.controls[name], change);
    form.append(controls[name].element);
  }
  const row = document.createElement("div");
  row.className = "course-buttons";
  for (const { label, title: tip, press } of buttons) {
    row.append(makeButton(label, tip, () => take({ ...values(), ...press(values(), context) })));
  }
  const reset = makeButton("Reset", "Back to the first settings", () => {
    context.stop?.();
    context.state = begin?.(context);
    take({ ...spec.first });
  });
  reset.className = "course-reset";
  row.append(reset);
  form.append(row);
  form.addEventListener("submit", event => event.preventDefault());
  // JupyterLab would take the arrow keys away from the sliders.
  const keep = event => event.stopPropagation();
  el.addEventListener("keydown", keep);

  // One picture for all that changes at once; the latest wish counts.
  let wanted = false,
    turn = 0,
    gone = false;
  function redraw() {
    if (wanted || gone) return;
    wanted = true;
    queueMicrotask(() => {
      wanted = false;
      if (!gone) refresh();
    });
  }
  function refresh() {
    if (!measure()) return;
    const v = values();
    const ranges = limits(v, context);
    for (const name of names) {
      const { element, update } = controls[name];
      update(v[name], ranges[name]);
      element.classList.toggle("course-idle", Boolean(ranges[name]?.idle));
      element.hidden = Boolean(ranges[name]?.hidden);
    }
    const mine = ++turn;
    orSaySo(() => {
      const found = show(v, context);
      if (typeof found?.next === "function") work(found, mine);
      else paint(found);
    });
  }
  // A picture that cannot be drawn must not stand there as if it showed the new values.
  function orSaySo(draw) {
    try {
      draw();
    } catch (error) {
      const words = `Something went wrong here (${error.message}). Reset brings the beginning back.`;
      paint({ picture: "", alt: "nothing to see", words });
      console.error(error);
    }
  }
  function paint(found) {
    root.classList.remove("course-busy");
    const drawn = [found.picture].flat().join("");
    if (picture.innerHTML !== drawn) picture.innerHTML = drawn;
    picture.setAttribute("aria-label", found.alt);
    title.innerHTML = asRead(found.title ?? "");
    title.hidden = !found.title;
    const said = asRead(found.words);
    if (words.innerHTML !== said) words.innerHTML = said;
  }
  function work(steps, mine) {
    const start = performance.now();
    while (mine === turn && !gone) {
      const { value, done } = steps.next();
      if (value) paint(value);
      if (done) return;
      if (performance.now() - start > SLICE) {
        root.classList.add("course-busy");
        setTimeout(() => orSaySo(() => work(steps, mine)));
        return;
      }
    }
  }
  // The room for the picture; false while the panel is not on the page.
  function measure() {
    const width = Math.floor(part(".course-shown").clientWidth);
    if (width < 50) return false;
    Object.assign(context, { width, height: width < 480 ? 270 : 330 });
    return true;
  }

  let last = 0;
  const watch = new ResizeObserver(() => {
    const width = Math.floor(part(".course-shown").clientWidth);
    if (width !== last) {
      last = width;
      redraw();
    }
  });
  watch.observe(part(".course-shown"));
  for (const name of names) model.on(`change:${name}`, redraw);
  redraw();
  // Without this an abandoned first view would go on, and throw.
  return () => {
    gone = true;
    context.stop?.();
    watch.disconnect();
    el.removeEventListener("keydown", keep);
    for (const name of names) model.off(`change:${name}`, redraw);
  };
}
