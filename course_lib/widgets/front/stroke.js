// Lines of any width and dash, for what the chart's own lines cannot say.
import { mark } from "./chart.js";

export const tenth = x => Math.round(10 * x) / 10;

// A path of a kind, so many pixels wide; `dash` as SVG has it.
export function stroke(kind, wide, d, dash = "") {
  const looks = { class: `line ${kind}`, style: `stroke-width:${wide}px`, d };
  return mark("path", dash ? { ...looks, "stroke-dasharray": dash } : looks);
}

// The `d` of a path through points in pixels.
export function through(points) {
  return `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}`;
}
