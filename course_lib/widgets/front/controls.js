// Controls that are dragged and typed: a slider with its number, a list, boxes to tick.
import { escaped } from "./chart.js";
import { unique } from "./unique.js";
import { general, grouped } from "./words.js";

// A number as the field shows it, and as a reader may type it: "1,000", "0.05", "5 %". A comma
// stands before three digits, or it is refused: "2,5" means 25 to nobody.
export function shown(value, spec) {
  return spec.whole ? grouped(value) : general(value, 6);
}
export function typed(text) {
  const found = /^([-+]?)(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d*\.?\d*(?:e[-+]?\d+)?)\s*(%?)$/i.exec(
    text.trim().replace(/^[\u2212]/, "-"),
  );
  if (!found || !/\d/.test(found[2])) return NaN;
  return Number(found[1] + found[2].replaceAll(",", "")) / (found[3] ? 100 : 1);
}

function row(tag, label, control) {
  const element = document.createElement(tag);
  element.className = "course-row";
  element.innerHTML =
    tag === "fieldset"
      ? `<legend>${escaped(label)}</legend>`
      : `<label for="${control.id}">${escaped(label)}</label>`;
  return element;
}

function fresh(tag, className) {
  const element = document.createElement(tag);
  element.id = unique("control");
  element.className = className;
  return element;
}

// The slider runs over the stops where there are some, else over the range.
function numberControl(name, spec, changed) {
  const slider = fresh("input", "course-slider"),
    field = fresh("input", "course-typed");
  slider.type = "range";
  field.type = "text";
  field.inputMode = spec.whole ? "numeric" : "decimal";
  field.setAttribute("autocomplete", "off");
  slider.name = name;
  slider.setAttribute("aria-label", spec.label);
  const complaint = fresh("p", "course-complaint");
  complaint.hidden = true;
  field.setAttribute("aria-describedby", complaint.id);
  const element = row("div", spec.label, field);
  element.append(field, slider, complaint);
  let range = spec,
    stops = spec.stops,
    value;
  const complain = text => {
    complaint.hidden = !text;
    complaint.textContent = text;
    field.setAttribute("aria-invalid", String(Boolean(text)));
    // The answer that stands there is not one to what was typed.
    element.closest(".course-panel")?.classList.toggle("course-stale", Boolean(text));
  };
  const accept = () => {
    const asked = typed(field.value);
    if (!(asked >= range.low && asked <= range.high) || (range.whole && asked % 1)) {
      const kind = range.whole ? "a whole number from" : "a number from";
      const point = /,/.test(field.value) && !range.whole ? "; decimals take a point" : "";
      complain(`${kind} ${shown(range.low, range)} to ${shown(range.high, range)}, please${point}`);
      return;
    }
    complain("");
    changed(name, asked);
    field.value = shown(value, range);
  };
  slider.addEventListener("input", () => {
    complain("");
    changed(name, stops.length ? stops[+slider.value] : +slider.value);
  });
  // Whoever goes to the slider has given up what was refused, even if it stands at its end already.
  slider.addEventListener("focus", () => {
    complain("");
    field.value = shown(value, range);
  });
  field.addEventListener("change", accept);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") accept();
  });
  return {
    element,
    update(now, limits) {
      range = limits ? { ...spec, ...limits } : spec;
      stops = (range.stops ?? []).filter(stop => stop >= range.low && stop <= range.high);
      value = now;
      if (stops.length) {
        const nearest = stops.reduce(
          (best, stop, i) => (Math.abs(stop - now) < Math.abs(stops[best] - now) ? i : best),
          0,
        );
        Object.assign(slider, { min: 0, max: stops.length - 1, step: 1 });
        slider.value = nearest;
      } else {
        Object.assign(slider, { min: range.low, max: range.high, step: range.step });
        slider.value = now;
      }
      slider.setAttribute("aria-valuetext", shown(now, range));
      if (document.activeElement !== field || field.getAttribute("aria-invalid") !== "true") {
        field.value = shown(now, range);
      }
    },
  };
}

function choiceControl(name, spec, changed) {
  const select = fresh("select", "");
  select.name = name;
  const element = row("div", spec.label, select);
  element.append(select);
  let options = [];
  const offer = given => {
    if (JSON.stringify(given) === JSON.stringify(options)) return;
    options = given;
    select.innerHTML = options
      .map(([text], i) => `<option value="${i}">${escaped(text)}</option>`)
      .join("");
  };
  select.addEventListener("change", () => changed(name, options[+select.value][1]));
  return {
    element,
    update(now, limits) {
      offer(limits?.options ?? spec.options);
      select.value = String(options.findIndex(([, value]) => value === now));
    },
  };
}

function ticksControl(name, spec, changed) {
  const element = row("fieldset", spec.label),
    boxes = document.createElement("div");
  boxes.className = "course-boxes";
  const inputs = spec.options.map(option => {
    const label = document.createElement("label"),
      box = document.createElement("input");
    box.type = "checkbox";
    box.value = option;
    label.append(box, option);
    boxes.append(label);
    box.addEventListener("change", () =>
      changed(
        name,
        inputs.filter(input => input.checked).map(input => input.value),
      ),
    );
    return box;
  });
  element.append(boxes);
  return {
    element,
    update(now) {
      for (const box of inputs) box.checked = now.includes(box.value);
    },
  };
}

function textControl(name, spec, changed) {
  const field = fresh("input", "course-typed");
  field.type = "text";
  field.name = name;
  field.inputMode = "decimal";
  field.setAttribute("autocomplete", "off");
  const element = row("div", spec.label, field);
  element.append(field);
  field.addEventListener("input", () => changed(name, field.value));
  return {
    element,
    update(now) {
      if (field.value !== now) field.value = now;
    },
  };
}

const KINDS = {
  text: textControl,
  number: numberControl,
  choice: choiceControl,
  ticks: ticksControl,
};

// `changed(name, value)` is called when a reader moves it; `update(value, limits)` shows a value.
export function makeControl(name, spec, changed) {
  return KINDS[spec.kind](name, spec, changed);
}

export function makeButton(label, title, pressed) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.title = title;
  button.addEventListener("click", pressed);
  return button;
}
