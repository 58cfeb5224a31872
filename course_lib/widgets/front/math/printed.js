// Two printed numbers on the same cases: what they say about a test, whoever was right where
// (pairs/printed.py and overlap.py).

import { counted, general, grouped, pAlone, percent, round } from "../words.js";
import { atLeast } from "./binomial.js";
import { countsTogether } from "./rounded.js";

// What is closer to the level equals it: on few cases, where that happens, p is righter than this.
const AS_GOOD_AS_EQUAL = 1e-12;

// Can a printed lead be luck? Each of the two is a count of right answers, a whole number, or an
// accuracy as printed, a text: "79.2", "79.20 %", "0.792". Throws a RangeError, fit to be shown,
// if a text is no accuracy of so many cases.
export function printedVerdict(
  cases,
  a,
  b,
  { alpha = 0.05, comparisons = 1, names = ["A", "B"] } = {},
) {
  const texts = {};
  if (typeof a === "string") texts.accuracy_a = a;
  if (typeof b === "string") texts.accuracy_b = b;
  const rounded = countsTogether(texts, cases);
  const rightA = rounded.accuracy_a ?? [a, a];
  const rightB = rounded.accuracy_b ?? [b, b];
  const [[aLow, aHigh], [bLow, bHigh]] = [rightA, rightB];
  const level = alpha / comparisons;
  const lead = [aLow - bHigh, aHigh - bLow];
  const largest = Math.max(lead[1], -lead[0]);
  // The least favourable: the smallest lead. Counts further apart, by one case of either, change
  // the most that can be discordant by one, and so lower the p-value.
  const fewest = Math.max(lead[0], -lead[1], 0);
  const nearest = lead[0] >= 0 ? aLow + bHigh : aHigh + bLow;
  const mostAtFewest = Math.min(nearest, 2 * cases - nearest);
  const lowestP = exactP(largest, largest);
  const highestP = fewest ? exactP(fewest, mostAtFewest) : 1;
  // The sum of the two counts that is nearest to the number of cases leaves most room.
  const total = Math.min(Math.max(aLow + bLow, cases), aHigh + bHigh);
  const most = Math.min(total, 2 * cases - total);
  let [verdict, upTo, above] = ["depends", null, null];
  if (atMost(highestP, level)) [verdict, upTo, above] = ["always", most, most];
  else if (!atMost(lowestP, level)) verdict = "never";
  else {
    upTo = tippingPoint(fewest, mostAtFewest, level);
    // The most may go with a smaller lead, and one case less or more with the largest.
    above = Math.min(most, tippingPoint(largest, most + 1, level) ?? 0);
  }
  const notes = [];
  if (Object.keys(texts).length) {
    notes.push(
      "All counts that are printed like that were considered: those at most half a unit of the " +
        "last digit away. Accuracies were taken to be rounded, not cut off.",
    );
  }
  if (verdict !== "never" && comparisons === 1) {
    notes.push(
      "If these two were picked out of a longer table, all of its pairs count as comparisons.",
    );
  }
  return new PrintedVerdict({
    cases,
    names,
    rightA,
    rightB,
    printed: [texts.accuracy_a ?? null, texts.accuracy_b ?? null],
    alpha,
    comparisons,
    level,
    lead,
    verdict,
    ahead: lead[0] > 0 ? names[0] : lead[1] < 0 ? names[1] : null,
    lowestP,
    highestP,
    fewestDiscordant: fewest,
    mostDiscordant: most,
    significantUpTo: upTo,
    neverAbove: above,
    notes,
  });
}

// The two-sided p-value if, of the cases that exactly one has right, one has `lead` more.
export function exactP(lead, discordant) {
  if (lead <= 1) return 1;
  return Math.min(1, 2 * atLeast(Math.floor((discordant + lead) / 2), discordant));
}

// The smallest lead that can be significant at all: on as many discordant cases.
export function smallestLead(level) {
  let lead = Math.max(1, Math.floor(1 - Math.log2(level)) - 1);
  while (!atMost(exactP(lead, lead), level)) lead++;
  return lead;
}

// Whether the p-value is significant; one that equals the level is.
function atMost(p, level) {
  return p <= level * (1 + AS_GOOD_AS_EQUAL);
}

// The largest number of discordant cases up to `most` at which such a lead is significant, in steps
// of two from the lead on, where the p-value never falls; null if none is.
export function tippingPoint(lead, most, level) {
  let [low, high] = [0, most < lead ? 0 : Math.floor((most - lead) / 2) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (atMost(exactP(lead, lead + 2 * middle), level)) low = middle + 1;
    else high = middle;
  }
  return low ? lead + 2 * (low - 1) : null;
}

class PrintedVerdict {
  constructor(found) {
    Object.assign(this, found);
  }

  // What can be said, and what cannot.
  sentence() {
    return [this.inWords(), ...this.notes].join(" ");
  }

  inWords() {
    let both = [0, 1].map(i => ({
      name: this.names[i],
      right: span(...[this.rightA, this.rightB][i]),
      printed: this.printed[i],
    }));
    if (this.lead[0] + this.lead[1] < 0) both = both.reverse(); // the one ahead is named first
    const [first, second] = both.map(one => one.name);
    let right = both.map(one => one.right).join(" against ");
    if (both.some(one => one.printed)) {
      right = `${both.map(one => one.printed || one.right).join(" against ")} printed, ${right}`;
    }
    const p = this.pSpan();
    const tested = (
      `${right} of ${counted(this.cases, "case")} right; exact McNemar test, two-sided, p ` +
      `${p.includes(" to ") ? "from " : "= "}${p}`
    ).replaceAll("= <", "<");
    let level = `at the ${percent(this.alpha)} level`;
    if (this.comparisons > 1) {
      level +=
        ` shared by ${grouped(this.comparisons)} comparisons (p at most ` +
        `${general(this.level, 3)} each)`;
    }
    if (this.verdict === "always") {
      return `${first} is better than ${second} ${level}, whoever was right where (${tested}).`;
    }
    if (this.lead[0] === 0 && this.lead[1] === 0) {
      return (
        `${first} and ${second} are right equally often: whoever was right where, no ` +
        `difference is shown (${tested}). Not shown is not equal.`
      );
    }
    if (this.verdict === "never") {
      return (
        `Whoever was right where, it is not shown ${level} that ${first} is better than ` +
        `${second} (${tested}): a lead of ${counted(smallestLead(this.level) - 1, "case")} or ` +
        "fewer is never significant, on however many cases. Not shown is not equal."
      );
    }
    return (
      `Two printed numbers do not tell whether ${first} is better than ${second} ${level}: ` +
      `that depends on who was right where (${tested}). ${this.tippingInWords()}`
    );
  }

  // Between what the p-value lies: "0.0078 to 0.63".
  pSpan() {
    const [low, high] = [this.lowestP, this.highestP].map(p => pAlone(p, this.level));
    return low === high ? low : `${low.replaceAll("<", "below")} to ${high}`;
  }

  tippingInWords() {
    const [upTo, above, most] = [this.significantUpTo, this.neverAbove, this.mostDiscordant];
    const share = number => `${grouped(number)} (${percent(round(number / this.cases, 4))})`;
    const possible = `Exactly one of the two may be right on ${span(this.fewestDiscordant, most)} cases`;
    if (this.lead[0] === this.lead[1] && upTo !== null) {
      return `${possible}: up to ${share(upTo)} it is significant, from ${share(upTo + 2)} on not.`;
    }
    const words =
      upTo === null
        ? "however few they are, the rounding leaves it open"
        : `up to ${share(upTo)} it is significant however the numbers were rounded`;
    return `${possible}: ${words}${above < most ? `; above ${share(above)} it is not.` : "."}`;
  }
}

// A number, or two with all between them.
function span(low, high) {
  return low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
}
