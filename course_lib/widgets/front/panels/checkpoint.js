// A question that marks itself: each option has its own answer, and hints come one by one.
// The first answer counts, so arrows only lead from option to option; Space or Enter chooses.
import { escaped } from "../chart.js";
import { makeButton } from "../controls.js";
import { STYLE } from "../style.js";
import { unique } from "../unique.js";

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function render({ model, el }) {
  const { title, options, hints, invitation } = model.get("asked");
  const group = unique("checkpoint");
  const rows = options.map(
    ([letter, text]) => `<label class="course-option">
    <input type="radio" name="${group}" value="${letter}"><span><b>${letter}</b>&ensp;${escaped(text)}</span></label>`,
  );
  el.innerHTML = `<style>${STYLE}</style><div class="course-live-part course-checkpoint">
    <fieldset><legend class="course-hidden">${escaped(title)}</legend>${rows.join("")}</fieldset>
    <div class="course-buttons"></div>
    <div class="course-answer" role="status" aria-live="polite"></div></div>`;
  const answer = el.querySelector(".course-answer"),
    inputs = [...el.querySelectorAll("input")];
  let nudges = 0,
    said = "";
  // What is said already is not said again, or it would be read aloud twice.
  const say = html => {
    if (html !== said) answer.innerHTML = said = html;
  };
  if (hints.length) {
    el.querySelector(".course-buttons").append(
      makeButton("Hint", "A nudge; press again for the next one", () => {
        say(hints[nudges++ % hints.length]);
      }),
    );
  }
  const show = () => {
    const chosen = model.get("tried").at(-1);
    for (const input of inputs) input.checked = input.value === chosen;
    say(model.get("replies")[chosen] ?? invitation);
  };
  // The kernel may know better what to say; a hint that was asked for meanwhile stays.
  const hear = () => {
    if (!hints.includes(said)) show();
  };
  for (const input of inputs) {
    input.addEventListener("change", () => {
      model.set("tried", [...model.get("tried"), input.value]);
      model.save_changes();
      show();
    });
  }
  const press = event => {
    event.stopPropagation(); // JupyterLab would take the keys away
    const at = inputs.indexOf(event.target),
      step = STEPS[event.key],
      alone = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    if (at < 0 || !alone || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step) inputs.at((at + step) % inputs.length).focus();
    else event.target.click();
  };
  el.addEventListener("keydown", press);
  model.on("change:tried", show);
  model.on("change:replies", hear);
  show();
  return () => {
    model.off("change:tried", show);
    model.off("change:replies", hear);
    el.removeEventListener("keydown", press);
  };
}

export default { render };
