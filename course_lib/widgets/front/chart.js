// Pictures as SVG text, in the pixels of the screen: letters keep their size on a phone.
import { general } from "./words.js";

export function escaped(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, sign => names[sign]);
}

const px = x => (Math.round(x * 100) / 100).toString();

// An element of SVG; numbers are pixels.
export function mark(name, attributes, inside = "") {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? px(value) : value}"`)
    .join("");
  return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

// About how wide a text is; letters of system fonts differ, so a little more than they need.
export function textWidth(text, size = 13) {
  return 0.56 * size * String(text).length;
}

// Round numbers from low to high, about `count` of them.
export function ticks(low, high, count = 5) {
  const rough = (high - low) / Math.max(1, count),
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(s => s * power).find(s => s >= rough * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++)
    found.push(i * step);
  return found;
}

// 1, 10, 100 ... and, where few of them are in view, 2 and 5 times those.
export function logTicks(low, high) {
  const decades = Math.log10(high / low),
    within = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of within) {
      const tick = step * 10 ** power;
      if (tick >= low * 0.999 && tick <= high * 1.001) found.push(tick);
    }
  }
  return found;
}

export function tickText(x) {
  return Math.abs(x) >= 1e4
    ? Math.round(x).toLocaleString("en")
    : general(Math.abs(x) < 1e-12 ? 0 : x, 6);
}

// A chart of a given size: `x` and `y` are the ends of the axes; null leaves an axis out.
// `xTicks`, `yTicks` are numbers, or [number, text] pairs; what would run into its neighbour is
// left out. Add marks, then ask for `svg()`.
export function chart({
  width,
  height,
  x,
  y,
  xLog = false,
  yLog = false,
  xLabel = "",
  yLabel = "",
  title = "",
  xTicks,
  yTicks,
  left,
  right = 14,
  top,
  bottom,
  xRules = false,
  yRules = false,
}) {
  const ends = (domain, log) => (log ? domain.map(Math.log) : domain);
  const place = (domain, log, from, to) => {
    if (!domain) return v => from + (to - from) * v;
    const [low, high] = ends(domain, log);
    return v => from + ((to - from) * ((log ? Math.log(v) : v) - low)) / (high - low);
  };
  const named = (given, domain, log, count) =>
    !domain
      ? []
      : (given ?? (log ? logTicks(...domain) : ticks(...domain, count))).map(tick =>
          Array.isArray(tick) ? tick : [tick, tickText(tick)],
        );
  const yNamed = named(yTicks, y, yLog, Math.max(2, Math.floor(height / 60)));
  const widest = Math.max(0, ...yNamed.map(([, text]) => textWidth(text, 12)));
  left ??= y ? widest + (yLabel ? 30 : 12) : 10;
  top ??= title ? 26 : 12;
  bottom ??= x ? (xLabel ? 42 : 24) : 8;
  const box = { left, right: width - right, top, bottom: height - bottom };
  const X = place(x, xLog, box.left, box.right),
    Y = place(y, yLog, box.bottom, box.top);
  const under = [];
  const marks = [];
  const axis = d => under.push(mark("path", { class: "axis", d }));
  const rule = d => under.push(mark("path", { class: "rule", d }));
  const write = (text, attributes) => under.push(mark("text", attributes, escaped(text)));
  const { left: west, right: east, top: north, bottom: south } = box;
  if (title) write(title, { class: "strong", x: west, y: 14 });
  if (x) {
    axis(`M${px(west)} ${px(south)}H${px(east)}`);
    let free = -Infinity;
    for (const [value, text] of named(xTicks, x, xLog, Math.max(2, Math.floor(width / 90)))) {
      const at = X(value);
      const half = textWidth(text, 12) / 2;
      if (xRules) rule(`M${px(at)} ${px(south)}V${px(north)}`);
      axis(`M${px(at)} ${px(south)}v5`);
      if (at - half < free) continue;
      free = at + half + 6;
      const inside = Math.min(at, width - half);
      write(text, { class: "tick-text", "text-anchor": "middle", x: inside, y: south + 18 });
    }
    if (xLabel) write(xLabel, { "text-anchor": "middle", x: (west + east) / 2, y: south + 36 });
  }
  if (y) {
    axis(`M${px(west)} ${px(south)}V${px(north)}`);
    let free = Infinity;
    for (const [value, text] of yNamed.sort((a, b) => Y(b[0]) - Y(a[0]))) {
      const at = Y(value);
      if (yRules) rule(`M${px(west)} ${px(at)}H${px(east)}`);
      axis(`M${px(west)} ${px(at)}h-5`);
      if (at + 6 > free) continue;
      free = at - 8;
      write(text, { class: "tick-text", "text-anchor": "end", x: west - 8, y: at + 4 });
    }
    const upright = `translate(13 ${px((north + south) / 2)}) rotate(-90)`;
    if (yLabel) write(yLabel, { "text-anchor": "middle", transform: upright });
  }
  const path = (kind, d) => drawing.add(mark("path", { class: kind, d }));
  const drawing = {
    X,
    Y,
    box,
    // Any SVG text, in pixels.
    add(svg) {
      marks.push(svg);
      return drawing;
    },
    // A line through points [x, y] of the axes.
    line(points, kind = "") {
      const d = points.map(([a, b], i) => `${i ? "L" : "M"}${px(X(a))} ${px(Y(b))}`);
      return path(`line ${kind}`, d.join(""));
    },
    // The area between points and the lower edge.
    area(points, kind = "", base = y[0]) {
      const d = points.map(([a, b]) => `L${px(X(a))} ${px(Y(b))}`).join("");
      const from = `M${px(X(points[0][0]))} ${px(Y(base))}`;
      return path(`area ${kind}`, `${from}${d}V${px(Y(base))}Z`);
    },
    // Stairs over `edges`, one more than `heights`; filled, or as an outline.
    stairs(edges, heights, kind = "", filled = true, base = 0) {
      let d = `M${px(X(edges[0]))} ${px(Y(base))}`;
      heights.forEach((h, i) => {
        d += `V${px(Y(h))}H${px(X(edges[i + 1]))}`;
      });
      return path(`${filled ? "area" : "line"} ${kind}`, filled ? `${d}V${px(Y(base))}Z` : d);
    },
    // A line across: at an x, or at a y.
    vertical(at, kind = "") {
      return path(`line ${kind}`, `M${px(X(at))} ${px(south)}V${px(north)}`);
    },
    horizontal(at, kind = "") {
      return path(`line ${kind}`, `M${px(west)} ${px(Y(at))}H${px(east)}`);
    },
    dot(a, b, kind = "", { hollow = false, radius = 6 } = {}) {
      const look = `${hollow ? "line" : "area"} ${kind}`;
      return drawing.add(mark("circle", { class: look, cx: X(a), cy: Y(b), r: radius }));
    },
    // A text at a place in pixels, moved so that it stays within the picture.
    label(atX, atY, text, { kind = "", anchor = "middle", size = 13, halo = true } = {}) {
      const wide = textWidth(text, size);
      const before = { start: 0, middle: wide / 2, end: wide }[anchor];
      const from = Math.min(Math.max(atX - before, 2), Math.max(2, width - wide - 2));
      // How wide it is we only guess: where it need not be moved, the browser knows better.
      const [where, end] = from === atX - before ? [atX, anchor] : [from, "start"];
      const down = Math.min(Math.max(atY, size), height - 3);
      const look = `${halo ? "halo" : ""} ${size < 13 ? "small" : ""} ${kind}`;
      return drawing.add(
        mark("text", { class: look, "text-anchor": end, x: where, y: down }, escaped(text)),
      );
    },
    svg() {
      const viewBox = `0 0 ${px(width)} ${px(height)}`;
      const inside = under.join("") + marks.join("");
      return mark("svg", { width, height, viewBox, "aria-hidden": "true" }, inside);
    },
  };
  return drawing;
}

// The axes of two rates, from 0 to 1 with room for marks at the corners.
export const RATES = {
  x: [-0.03, 1.03],
  y: [-0.03, 1.03],
  xTicks: [0, 0.5, 1],
  yTicks: [0, 0.5, 1],
};

// Places along a line, each as near to where it wants to be as a distance of `gap` allows.
export function spreadOut(wanted, gap, low, high) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]),
    placed = [...wanted];
  let free = low;
  for (const i of order) {
    placed[i] = Math.max(wanted[i], free);
    free = placed[i] + gap;
  }
  let last = high;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i], last);
    last = placed[i] - gap;
  }
  return placed;
}

// The widths of pictures side by side, in these proportions; one below the other on a phone.
export function columns(width, ...shares) {
  if (width < 480) return shares.map(() => width);
  const all = shares.reduce((a, b) => a + b),
    room = width - 8 * (shares.length - 1);
  return shares.map(share => Math.floor((room * share) / all));
}
