// A question that marks itself: each option has its own answer, and hints come one by one.
import { escaped } from "../chart.js";
import { makeButton } from "../controls.js";
import { STYLE } from "../style.js";
import { unique } from "../unique.js";

function render({ model, el }) {
  const { title, options, replies, hints, invitation } = model.get("asked");
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
  let nudges = 0;
  if (hints.length) {
    el.querySelector(".course-buttons").append(
      makeButton("Hint", "A nudge; press again for the next one", () => {
        answer.innerHTML = hints[nudges++ % hints.length];
      }),
    );
  }
  const show = () => {
    const chosen = model.get("chosen");
    for (const input of inputs) input.checked = input.value === chosen;
    answer.innerHTML = replies[chosen] ?? invitation;
  };
  for (const input of inputs) {
    input.addEventListener("change", () => {
      model.set("chosen", input.value);
      model.save_changes();
      show();
    });
  }
  // JupyterLab would take the arrow keys away.
  const keep = event => event.stopPropagation();
  el.addEventListener("keydown", keep);
  model.on("change:chosen", show);
  show();
  return () => {
    model.off("change:chosen", show);
    el.removeEventListener("keydown", keep);
  };
}

export default { render };
