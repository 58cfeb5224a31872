// Interval race: three counts, five intervals side by side.
import { chart, mark, tickText } from "../chart.js";
import { INTERVAL_METHODS, intervalName } from "../interval_names.js";
import { intervalByName, limitsInWords } from "../math/intervals.js";
import { mcnemarPValue } from "../math/mcnemar.js";
import { panel } from "../panel.js";
import { stroke, through } from "../stroke.js";
import { decimals, grouped, pInWords, percent } from "../words.js";

// Of all pairs; the first gives way first.
const PARTS = ["both_right", "c", "b"];
const COUNTS = [...PARTS, "n"];
const CALLED = { b: "b", c: "c", both_right: "both right" };
// Half-widths of the axis, so that it seldom jumps.
const REACHES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.3];
const GRAIN = 1e-12;

const sumOf = v => v.b + v.c + v.both_right;
const isShown = (state, v, besides) =>
  state.shown && COUNTS.every(name => name === besides || state.shown[name] === v[name]);

// The parts never exceed the whole: more of a part enlarges it, less of it the parts. What gave way
// comes back when there is room again, so that to move a slider there and back changes nothing.
export function settle(v, changed, { state }) {
  if (!COUNTS.includes(changed)) return v;
  const asked = Object.fromEntries(COUNTS.map(name => [name, v[name]]));
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
  const moved = (name, from, to) => `${name} from ${grouped(from)} to ${grouped(to)}`;
  if (v.n > wanted.n) return ` (${moved("n followed,", wanted.n, v.n)}: it holds all the parts.)`;
  const parts = ["b", "c", "both_right"]
    .filter(part => v[part] < wanted[part])
    .map(part => moved(CALLED[part], wanted[part], v[part]));
  if (!parts.length) return "";
  return ` (Other sliders followed, for the parts must fit into n: ${parts.join(", ")}.)`;
}

export function show(asked, { width, height, state = {} }) {
  const v = { ...asked, n: Math.max(asked.n, sumOf(asked)) };
  const { b, c, n, confidence } = v;
  const difference = (b - c) / n;
  const intervals = INTERVAL_METHODS.map(method => {
    const [low, high] = intervalByName(method, b, c, n, confidence, v.both_right);
    return { method, low, high, note: noteOn(low, high) };
  });
  const [{ low, high }] = intervals;
  const holds = low <= 0 && 0 <= high;
  const [toldLow, toldHigh, told] = limitsInWords(low, high, difference);
  const level = 1 - confidence;
  const p = pInWords(mcnemarPValue(c, b, "asymptotic"), level);
  const counts = `${grouped(b)} - ${grouped(c)} of ${grouped(n)}`;
  const impossible = intervals
    .filter(one => one.note)
    .map(one => ` ${intervalName(one.method)} ${one.note}.`);
  const words =
    `The difference is ${told} (${counts}; ${grouped(v.both_right)} both right). Tango: ` +
    `${toldLow} to ${toldHigh}, which ${holds ? "holds" : "does not hold"} 0; so McNemar's test ` +
    `(asymptotic) ${holds ? "does not reject" : "rejects"} at the ${percent(level)} level, ${p}.` +
    impossible.join("");
  const listed = intervals.map(one => `${intervalName(one.method)} ${limitsTo(one, 3)}`);
  return {
    title: `Five ${percent(confidence)} intervals for the difference in accuracy`,
    picture: drawn(width, height, intervals, difference),
    words: words + followed(v, state),
    alt: `Five intervals one below the other: ${listed.join("; ")}.`,
  };
}

function noteOn(low, high) {
  if (Math.max(-low, high) > 1 + GRAIN) return "leaves [-1, 1]";
  return high - low <= GRAIN ? "has no width" : "";
}

function limitsTo({ low, high }, places) {
  return `${decimals(low + 0, places)} to ${decimals(high + 0, places)}`;
}

function drawn(width, height, intervals, difference) {
  const far = Math.max(...intervals.flatMap(({ low, high }) => [-low, low, -high, high]));
  const reach = REACHES.find(r => far <= 0.97 * r) ?? 1.1 * far;
  const step = { 0.15: 0.05, 0.25: 0.1 }[reach] ?? (reach > 1 ? 0.5 : reach / 2);
  const most = Math.floor(reach / step + 1e-9);
  const narrow = width < 480;
  const all = Array.from({ length: 2 * most + 1 }, (_, i) => i - most);
  const steps = narrow ? [-most, 0, most] : all;
  const drawing = chart({
    width,
    height: narrow ? 240 : Math.min(height, 290),
    x: [-reach, reach],
    y: null,
    left: narrow ? 84 : 96,
    right: narrow ? 112 : 140,
    top: 8,
    xLabel: "difference (b - c)/n",
    xTicks: steps.map(i => [step * i, tickText(step * i)]),
  });
  const { X, box } = drawing;
  const upright = (kind, x) =>
    drawing.add(
      stroke(
        kind,
        1,
        through([
          [X(x), box.bottom],
          [X(x), box.top],
        ]),
      ),
    );
  upright("dashed", 0);
  if (reach >= 1) for (const edge of [-1, 1]) upright("other dotted", edge);
  const each = (box.bottom - box.top) / intervals.length;
  const places = reach > 0.3 ? 2 : reach > 0.04 ? 3 : 4;
  intervals.forEach((one, i) => {
    const y = box.top + each * (i + 0.5);
    const weight = one.method === "tango" ? "strong" : "";
    const named = { class: weight, "text-anchor": "end", x: box.left - 8, y: y + 4 };
    drawing.add(mark("text", named, intervalName(one.method)));
    drawing.add(barOf(one, difference, X, y));
    const note = { "leaves [-1, 1]": "beyond 1", "has no width": "no width" }[one.note];
    const beside = { anchor: "start", size: 12 };
    drawing.label(box.right + 10, y + (note ? -3 : 4), limitsTo(one, places), beside);
    if (note) drawing.label(box.right + 10, y + 13, note, { ...beside, kind: "critical" });
  });
  return drawing.svg();
}

// An interval with its estimate; orange where no difference can be, a cross without width.
function barOf({ method, low, high, note }, difference, X, y) {
  if (note === "has no width") {
    return stroke("critical", 3, `M${X(low) - 6} ${y - 6}l12 12m0 -12l-12 12`);
  }
  const kind = method === "tango" ? "trusted" : "other";
  const bar = (looks, wide, from, to) =>
    stroke(
      looks,
      wide,
      through([
        [X(from), y],
        [X(to), y],
      ]),
    );
  const parts = [bar(kind, method === "tango" ? 5 : 3.5, low, high)];
  for (const [end, edge] of [
    [low, -1],
    [high, 1],
  ]) {
    if (Math.abs(end) > 1 + GRAIN) parts.push(bar("critical", 7, edge, end));
    parts.push(stroke(kind, 2, `M${X(end)} ${y - 8}v16`));
  }
  // A short interval is not to vanish behind its estimate.
  const r = X(high) - X(low) > 24 ? 4 : 2.5;
  return [...parts, mark("circle", { class: "area score", cx: X(difference), cy: y, r })].join("");
}

export default panel({ show, settle, begin: () => ({ wanted: null, shown: null }) });
