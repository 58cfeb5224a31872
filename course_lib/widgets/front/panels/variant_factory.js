// Variant factory: weak variants of A0 join the pool, and its lead over B grows.
import { chart, mark, spreadOut } from "../chart.js";
import { binomialTails } from "../math/binomial.js";
import { ALMOST, criticalZ, variantTrick } from "../math/ranks.js";
import { panel } from "../panel.js";
import { counted, decimals, pInWords, scoresApart } from "../words.js";

const ALPHA = 0.05;
const MOST = 30;
// The paper says of so many data sets, or fewer, that z is no guide.
const FEW = 10;

export function* show(v, { width, height }) {
  const { variants, correction, data_sets: dataSets } = v;
  const wins = Math.min(v.wins, dataSets);
  // One at a time: Nemenyi's values take long when they are asked for the first time.
  for (let more = 0; more <= MOST; more++) {
    criticalZ(more + 2, ALPHA, correction);
    yield;
  }
  const trick = variantTrick(wins, dataSets - wins, MOST, ALPHA, correction);
  const z = trick.z[variants];
  const critical = trick.critical[variants];
  const reached = z >= critical * ALMOST;
  const name = correction[0].toUpperCase() + correction.slice(1);
  const [zText, criticalText] = scoresApart([z, critical], 2);
  let words =
    `With ${counted(variants, "weak variant")} in the pool, z is ${zText} and must ` +
    `reach ${criticalText} (${name}): the mean-ranks test ` +
    `${reached ? "calls" : "does not call"} A0 significantly better than B, which it beats on ` +
    `${wins} of ${dataSets} data sets. ${verdict(trick, variants)} ${twoAlone(wins, dataSets)}`;
  if (dataSets <= FEW) {
    words +=
      " Beware of z here: it is taken for normal, and the paper asks for more than " +
      `${FEW} data sets.`;
  }
  return {
    title:
      `A0 beats B on ${wins} data sets and loses on ${dataSets - wins}: ` +
      `${reached ? "" : "not "}significantly better with ${counted(variants, "variant")}`,
    picture: picture(trick, variants, width, height),
    words,
    alt: describe(trick, variants),
  };
}

function describe({ z, critical }, variants) {
  const [start, end] = [z[0], z[variants]].map(lead => decimals(lead, 2));
  const lead = variants
    ? `A curve of A0's lead over B for 0 to ${counted(variants, "weak variant")}, from ${start} ` +
      `to ${end}`
    : `A dot for A0's lead over B without variants, ${start}`;
  return (
    `${lead}; and a dashed curve of what it must reach, from ${decimals(critical[0], 2)} ` +
    `without variants to ${decimals(critical[MOST], 2)} with ${MOST}.`
  );
}

// How many it takes; only once that was found out, for it is what the reader looks for.
function verdict({ needed }, variants) {
  if (needed !== null && variants >= needed) return `Variants needed: ${needed}.`;
  return variants === MOST ? `Not even ${MOST} variants do.` : "Not yet.";
}

function twoAlone(wins, dataSets) {
  const [lower, upper] = binomialTails(wins, dataSets);
  const p = Math.min(1, 2 * Math.min(lower, upper));
  const better = p > ALPHA ? "neither" : 2 * wins > dataSets ? "A0" : "B";
  const told = pInWords(p, ALPHA);
  return `The sign test, which looks at these two alone, calls ${better} better (${told}).`;
}

// The lead so far: what more variants would do is for the reader to find out.
function picture({ z, critical }, variants, width, height) {
  const low = Math.min(-1, ...z);
  const high = Math.max(4.5, ...z);
  const drawing = chart({
    width,
    height,
    x: [-0.7, MOST + 0.7],
    y: [low - 0.3, high + 0.15 * (high - low)],
    xLabel: "weak variants of A0 in the pool",
    yLabel: height < 300 ? "z: lead over its spread" : "z: lead in mean rank over its spread",
  });
  const { X, Y, box } = drawing;
  const path = values => values.map((value, i) => [i, value]);
  const sofar = path(z.slice(0, variants + 1));
  const beyond = sofar.filter(([i, lead]) => lead >= critical[i] * ALMOST);
  drawing.add(mark("path", { class: "rule", d: `M${box.left} ${Y(0)}H${box.right}` }));
  if (beyond.length > 1) {
    const back = beyond.map(([i]) => [i, critical[i]]).reverse();
    const corners = [...beyond, ...back].map(([i, lead]) => `${X(i)} ${Y(lead)}`).join("L");
    drawing.add(mark("path", { class: "area critical faint", d: `M${corners}Z` }));
  }
  drawing.line(path(critical), "critical dashed").line(sofar, "first");
  for (const [i, lead] of sofar) drawing.dot(i, lead, "first", { radius: 3 });
  const here = sofar.at(-1);
  drawing.line([[variants, 0], here], "score dotted").dot(...here, "score");
  // Beside the dot, below the dashes; past the middle above the line that leads to it, and then the
  // dashes have their name below them.
  const late = variants > MOST / 2;
  const above = z[variants] > critical[variants];
  const [ofLead, ofLine] = spreadOut(
    [Y(z[variants]) + (late ? -12 : 18), Y(critical[MOST]) + (late && above ? 20 : -8)],
    17,
    box.top + 10,
    box.bottom - 4,
  );
  drawing.label(X(variants) + (late ? -8 : 11), ofLead, `A0's lead ${decimals(z[variants], 2)}`, {
    kind: "first",
    anchor: late ? "end" : "start",
  });
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
  show,
  settle,
  begin: () => ({}),
  limits: v => ({ wins: { high: v.data_sets } }),
});
