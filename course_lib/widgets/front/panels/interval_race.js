// Interval race: three counts, five intervals side by side.
import { chart, tickText } from "../chart.js";
import { INTERVAL_METHODS, intervalName } from "../interval_names.js";
import { intervalByName, limitsInWords } from "../math/intervals.js";
import { mcnemarPValue } from "../math/mcnemar.js";
import { panel } from "../panel.js";
import { decimals, grouped, percent, pInWords } from "../words.js";

// Of all pairs; the first gives way first.
const PARTS = ["both_right", "c", "b"], COUNTS = [...PARTS, "n"];
const CALLED = { b: "b", c: "c", both_right: "both right" };
// Half-widths of the axis, so that it seldom jumps.
const REACHES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.3];
const GRAIN = 1e-12;

const countsOf = v => Object.fromEntries(COUNTS.map(name => [name, v[name]]));
const sumOf = v => v.b + v.c + v.both_right;
const isShown = (state, v, besides) =>
  state.shown && COUNTS.every(name => name === besides || state.shown[name] === v[name]);

// The parts never exceed the whole: more of a part enlarges it, less of it the parts. What gave way
// comes back when there is room again, so that to move a slider there and back changes nothing.
export function settle(v, changed, { state }) {
  if (!COUNTS.includes(changed)) return v;
  const asked = countsOf(v);
  // What was set by others than the reader is not what the reader asked for.
  let wanted = isShown(state, v, changed) ? state.wanted : asked;
  let fitting;
  if (changed === "n") {
    wanted = { ...wanted, n: asked.n };
    fitting = { ...wanted };
    let excess = Math.max(0, sumOf(wanted) - wanted.n);
    for (const part of PARTS) {
      const less = Math.min(excess, wanted[part]);
      fitting[part] -= less;
      excess -= less;
    }
  } else {
    // The other parts are as the reader left them.
    wanted = { ...asked, n: wanted.n };
    fitting = { ...wanted, n: Math.max(wanted.n, sumOf(wanted)) };
  }
  Object.assign(state, { wanted, shown: fitting });
  return { ...v, ...fitting };
}

// Which counts are not where the reader put them.
function followed(v, state) {
  if (!isShown(state, v)) return "";
  const { wanted } = state;
  if (v.n > wanted.n) return ` (n followed, from ${grouped(wanted.n)} to ${grouped(v.n)}: it holds all the parts.)`;
  const moved = [...PARTS].reverse().filter(part => v[part] < wanted[part])
    .map(part => `${CALLED[part]} from ${grouped(wanted[part])} to ${grouped(v[part])}`);
  return moved.length ? ` (Other sliders followed, for the parts must fit into n: ${moved.join(", ")}.)` : "";
}

export function show(asked, { width, height, state = {} }) {
  const v = { ...asked, n: Math.max(asked.n, sumOf(asked)) };
  const { b, c, n, confidence } = v, difference = (b - c) / n;
  const limits = INTERVAL_METHODS.map(method =>
    [method, ...intervalByName(method, b, c, n, confidence, v.both_right)]);
  const [, low, high] = limits[0], holds = low <= 0 && 0 <= high;
  const [toldLow, toldHigh, told] = limitsInWords(low, high, difference);
  const level = 1 - confidence, p = pInWords(mcnemarPValue(c, b, "asymptotic"), level);
  let words = `The difference is ${told} (${grouped(b)} - ${grouped(c)} of ${grouped(n)}; ${grouped(v.both_right)} both `
    + `right). Tango: ${toldLow} to ${toldHigh}, which ${holds ? "holds" : "does not hold"} 0; so McNemar's test `
    + `(asymptotic) does ${holds ? "not reject" : "reject"} at the ${percent(level)} level, ${p}.`;
  const notes = {};
  for (const [method, from, to] of limits) {
    if (Math.max(-from, to) > 1 + GRAIN) notes[method] = "leaves [-1, 1]";
    else if (to - from <= GRAIN) notes[method] = "has no width";
    if (notes[method]) words += ` ${intervalName(method)} ${notes[method]}.`;
  }
  const listed = limits.map(([method, from, to]) =>
    `${intervalName(method)} ${decimals(from + 0, 3)} to ${decimals(to + 0, 3)}`);
  return {
    title: `Five ${percent(confidence)} intervals for the difference in accuracy`,
    picture: drawn(width, height, limits, notes, difference),
    words: words + followed(v, state),
    alt: `Five intervals one below the other: ${listed.join("; ")}.`,
  };
}

function drawn(width, height, limits, notes, difference) {
  const far = Math.max(...limits.flatMap(([, from, to]) => [-from, from, -to, to]));
  const reach = REACHES.find(r => far <= 0.97 * r) ?? 1.1 * far, narrow = width < 480;
  const step = { 0.15: 0.05, 0.25: 0.1 }[reach] ?? (reach > 1 ? 0.5 : reach / 2);
  const most = Math.floor(reach / step + 1e-9);
  const drawing = chart({
    width, height: narrow ? 240 : Math.min(height, 290), x: [-reach, reach], y: null, left: narrow ? 84 : 96, right: narrow ? 112 : 140,
    top: 8, xLabel: "difference (b - c)/n",
    xTicks: (narrow ? [-most, 0, most] : Array.from({ length: 2 * most + 1 }, (_, i) => i - most))
      .map(i => [step * i, tickText(step * i)]),
  });
  const { X, box } = drawing, each = (box.bottom - box.top) / limits.length;
  const upright = (x, kind) =>
    drawing.add(`<path class="line ${kind}" style="stroke-width:1px" d="M${X(x)} ${box.bottom}V${box.top}"/>`);
  upright(0, "dashed");
  if (reach >= 1) for (const edge of [-1, 1]) upright(edge, "other dotted");
  const places = reach > 0.3 ? 2 : reach > 0.04 ? 3 : 4;
  limits.forEach(([method, from, to], i) => {
    const y = box.top + each * (i + 0.5), kind = method === "tango" ? "trusted" : "other";
    drawing.add(`<text class="${method === "tango" ? "strong" : ""}" text-anchor="end" x="${box.left - 8}" y="${y + 4}">`
      + `${intervalName(method)}</text>`);
    if (notes[method] === "has no width") {
      drawing.add(`<path class="line critical" style="stroke-width:3px" d="M${X(from) - 6} ${y - 6}l12 12m0 -12l-12 12"/>`);
    } else {
      const thick = method === "tango" ? 5 : 3.5;
      drawing.add(`<path class="line ${kind}" style="stroke-width:${thick}px" d="M${X(from)} ${y}H${X(to)}"/>`);
      for (const [end, edge] of [[from, -1], [to, 1]]) {
        if (Math.abs(end) > 1 + GRAIN) {
          drawing.add(`<path class="line critical" style="stroke-width:7px" d="M${X(edge)} ${y}H${X(end)}"/>`);
        }
        drawing.add(`<path class="line ${kind}" d="M${X(end)} ${y - 8}v16"/>`);
      }
      const radius = X(to) - X(from) > 24 ? 4 : 2.5;
      drawing.add(`<circle class="area score" cx="${X(difference)}" cy="${y}" r="${radius}"/>`);
    }
    const note = { "leaves [-1, 1]": "beyond 1", "has no width": "no width" }[notes[method]];
    const text = `${decimals(from + 0, places)} to ${decimals(to + 0, places)}`, at = box.right + 10;
    drawing.label(at, y + (note ? -3 : 4), text, { anchor: "start", size: 12 });
    if (note) drawing.label(at, y + 13, note, { anchor: "start", size: 12, kind: "critical" });
  });
  return drawing.svg();
}

export default panel({ show, settle, begin: () => ({ wanted: null, shown: null }) });
