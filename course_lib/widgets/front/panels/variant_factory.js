// Variant factory: weak variants of A0 join the pool, and its lead over B grows.
import { chart, spreadOut } from "../chart.js";
import { binomialTails } from "../math/binomial.js";
import { ALMOST, criticalZ, variantTrick } from "../math/ranks.js";
import { panel } from "../panel.js";
import { counted, decimals, pInWords } from "../words.js";

const ALPHA = 0.05, MOST = 30;
// The paper says of so many data sets, or fewer, that z is no guide.
const FEW = 10;

export function* show(v, { width, height }) {
  const { variants, correction, data_sets: dataSets } = v, wins = Math.min(v.wins, dataSets);
  // One at a time: Nemenyi's values take long when they are asked for the first time.
  for (let more = 0; more <= MOST; more++) {
    criticalZ(more + 2, ALPHA, correction);
    yield;
  }
  const trick = variantTrick(wins, dataSets - wins, MOST, ALPHA, correction);
  const z = trick.z[variants], critical = trick.critical[variants];
  const reached = z >= critical * ALMOST;
  let words = `With ${counted(variants, "weak variant")} in the pool, z is ${decimals(z, 2)} and must reach `
    + `${decimals(critical, 2)} (${correction[0].toUpperCase()}${correction.slice(1)}): the mean-ranks test `
    + `${reached ? "calls" : "does not call"} A0 significantly better than B, which it beats on ${wins} of ${dataSets} data sets. `
    + `${verdict(trick, variants)} ${twoAlone(wins, dataSets)}`;
  if (dataSets <= FEW) {
    words += ` Beware of z here: it is taken for normal, and the paper asks for more than ${FEW} data sets.`;
  }
  const lead = variants
    ? `A curve of A0's lead over B for 0 to ${counted(variants, "weak variant")}, from ${decimals(trick.z[0], 2)} to ${decimals(z, 2)}`
    : `A dot for A0's lead over B without variants, ${decimals(z, 2)}`;
  return {
    title: `A0 beats B on ${wins} data sets and loses on ${dataSets - wins}: ${reached ? "" : "not "}significantly `
      + `better with ${counted(variants, "variant")}`,
    picture: picture(trick, variants, width, height),
    words,
    alt: `${lead}; and a dashed curve of what it must reach, from ${decimals(trick.critical[0], 2)} without variants `
      + `to ${decimals(trick.critical[MOST], 2)} with ${MOST}.`,
  };
}

// How many it takes; only once that was found out, for it is what the reader looks for.
function verdict({ needed }, variants) {
  if (needed !== null && variants >= needed) return `Variants needed: ${needed}.`;
  return variants === MOST ? `Not even ${MOST} variants do.` : "Not yet.";
}

function twoAlone(wins, dataSets) {
  const [lower, upper] = binomialTails(wins, dataSets), p = Math.min(1, 2 * Math.min(lower, upper));
  const better = p > ALPHA ? "neither" : 2 * wins > dataSets ? "A0" : "B";
  return `The sign test, which looks at these two alone, calls ${better} better (${pInWords(p, ALPHA)}).`;
}

// The lead so far: what more variants would do is for the reader to find out.
function picture({ z, critical }, variants, width, height) {
  const low = Math.min(-1, ...z), high = Math.max(4.5, ...z);
  const drawing = chart({
    width, height, x: [-0.7, MOST + 0.7], y: [low - 0.3, high + 0.15 * (high - low)],
    xLabel: "weak variants of A0 in the pool",
    yLabel: height < 300 ? "z: lead over its spread" : "z: lead in mean rank over its spread",
  });
  const { X, Y, box } = drawing, path = values => values.map((value, i) => [i, value]);
  const sofar = z.slice(0, variants + 1), from = sofar.findIndex((lead, i) => lead >= critical[i] * ALMOST);
  drawing.add(`<path class="rule" d="M${box.left} ${Y(0)}H${box.right}"/>`);
  if (from >= 0 && from < variants) {
    const beyond = path(sofar).slice(from), back = path(critical).slice(from, variants + 1).reverse();
    const corners = [...beyond, ...back].map(([a, b]) => `${X(a)} ${Y(b)}`).join("L");
    drawing.add(`<path class="area critical faint" d="M${corners}Z"/>`);
  }
  drawing.line(path(critical), "critical dashed").line(path(sofar), "first");
  sofar.forEach((lead, i) => drawing.dot(i, lead, "first", { radius: 3 }));
  drawing.line([[variants, 0], [variants, z[variants]]], "score dotted").dot(variants, z[variants], "score");
  // Beside the dot, below the dashes; past the middle above the line that leads to it, and then the
  // dashes have their name below them.
  const late = variants > MOST / 2, above = z[variants] > critical[variants];
  const [ofLead, ofLine] = spreadOut(
    [Y(z[variants]) + (late ? -12 : 18), Y(critical[MOST]) + (late && above ? 20 : -8)],
    17, box.top + 10, box.bottom - 4);
  drawing.label(X(variants) + (late ? -8 : 11), ofLead, `A0's lead ${decimals(z[variants], 2)}`,
    { kind: "first", anchor: late ? "end" : "start" });
  drawing.label(box.right, ofLine, "what it must reach", { kind: "critical", anchor: "end" });
  return drawing.svg();
}

// Wins that had to give way come back as far as there is room again.
function settle(v, changed, { state }) {
  if (changed !== "data_sets") {
    state.wins = undefined;
    return { ...v, wins: Math.min(v.wins, v.data_sets) };
  }
  state.wish = state.wins === v.wins ? state.wish : v.wins;
  state.wins = Math.min(state.wish, v.data_sets);
  return { ...v, wins: state.wins };
}

export default panel({
  show, settle, begin: () => ({}), limits: v => ({ wins: { high: v.data_sets } }),
});
