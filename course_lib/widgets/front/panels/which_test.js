// Which test?: a few questions, and the test they lead to. All advice is Python's (data).
import { chart, escaped, mark, textWidth } from "../chart.js";
import { panel } from "../panel.js";

const NAMES = ["paired", "data_sets", "outcome", "resampled"];
// From here on there is room beside the way for where other answers would lead.
const ROOMY = 520;
const LINE = 17;

const lead = (v, { leads, advice }) => advice[leads[JSON.stringify(NAMES.map(name => v[name]))]];

// The options of a question, as the tables know them: those that occur in the keys.
function optionsOf(name, { leads }) {
  const place = NAMES.indexOf(name);
  return [...new Set(Object.keys(leads).map(key => JSON.parse(key)[place]))];
}

// Questions whose answer, changed alone, would lead to the same advice.
function idleAnswers(v, data) {
  const here = lead(v, data);
  return NAMES.filter(name =>
    optionsOf(name, data).every(other => lead({ ...v, [name]: other }, data) === here),
  );
}

function listed(texts) {
  return texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(", ")}, or ${texts.at(-1)}`;
}

export function show(v, { width, data }) {
  const { questions, answers } = data,
    advice = lead(v, data),
    idle = idleAnswers(v, data);
  const steps = NAMES.map(name => ({
    name,
    question: questions[name][0],
    answer: answers[name][String(v[name])],
    counts: !idle.includes(name),
  }));
  const asked = steps
    .filter(step => step.counts)
    .map(({ question, answer }) => `${question} ${answer}`);
  let words = advice.sentence;
  if (idle.length) {
    words += ` (It makes no difference here ${listed(idle.map(name => questions[name][1]))}.)`;
  }
  return {
    picture: draw(v, steps, advice, width, data),
    words,
    alt: `${asked.join("; ")}. This leads to: ${advice.test}.`,
  };
}

// A text in lines that fit.
export function wrapped(text, room, size = 13) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (lines.at(-1) && textWidth(longer, size) > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

// Where other answers to a question would lead, those with the same end together.
function elsewhere(v, { name, counts }, data) {
  if (!counts) return [];
  const here = lead(v, data),
    ends = new Map();
  for (const option of optionsOf(name, data)) {
    const there = lead({ ...v, [name]: option }, data);
    if (option === v[name] || there === here) continue;
    const end = there.test === here.test ? "the same, with another caution" : there.test;
    ends.set(end, [...(ends.get(end) ?? []), data.answers[name][String(option)]]);
  }
  return [...ends].map(([test, answers]) => `${answers.join(", ")} → ${test}`);
}

// The way from question to question, down to the test; answers that make no difference are pale.
function draw(v, steps, advice, width, data) {
  const roomy = width >= ROOMY,
    left = 34,
    split = roomy ? Math.max(300, 0.5 * width) : width;
  const texts = [],
    dots = [];
  const say = (x, y, text, kind, style = "") =>
    texts.push(mark("text", { x, y, class: kind, style }, escaped(text)));
  let y = 18;
  for (const step of steps) {
    const start = y,
      room = split - left - 8;
    const looks = step.counts
      ? { class: "area first", r: 7 }
      : { class: "line other", r: 6, style: "fill:var(--ground)" };
    dots.push(mark("circle", { cx: 14, cy: y - 4, ...looks }));
    for (const line of wrapped(step.question, room)) {
      say(left, y, line, step.counts ? "" : "other");
      y += LINE;
    }
    const answer = step.counts ? step.answer : `(${step.answer}: makes no difference here)`;
    for (const line of wrapped(answer, room, 14)) {
      if (step.counts) say(left, y, line, "strong first", "font-size:14px");
      else say(left, y, line, "other");
      y += LINE;
    }
    let beside = start;
    for (const way of roomy ? elsewhere(v, step, data) : []) {
      wrapped(way, width - split - 26, 12).forEach((line, i) => {
        say(split + (i ? 26 : 14), beside, line, "small other");
        beside += 15;
      });
    }
    y = Math.max(y, beside) + 10;
  }
  const goal = wrapped(advice.test, width - left - 30, 16);
  const call = advice.function && `${advice.function}()`;
  const high = 20 * goal.length + (call ? 20 : 0) + 14,
    top = y - 8;
  goal.forEach((line, i) => say(left + 12, top + 22 + 20 * i, line, "strong", "font-size:16px"));
  if (call) {
    say(
      left + 12,
      top + 22 + 20 * goal.length,
      call,
      "small first",
      "font-family:ui-monospace,monospace",
    );
  }
  const size = { x: left, y: top, width: width - left - 2, height: high, rx: 6 };
  const box = mark("rect", { class: "line first", ...size, style: "fill:var(--raised)" });
  const d = `M14 14V${top + high / 2}H${left - 8}m-5 -5l6 5l-6 5`;
  const marks = [mark("path", { class: "line first", d }), ...dots, box, ...texts];
  return chart({ width, height: top + high + 6 })
    .add(marks.join(""))
    .svg();
}

function limits(v, { data }) {
  return Object.fromEntries(idleAnswers(v, data).map(name => [name, { idle: true }]));
}

export default panel({ show, limits });
