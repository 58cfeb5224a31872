// Accuracies as they are printed: which counts of right answers round to them (pairs/rounded.py)?
// All in whole numbers of any size: fractions of floats go astray where a count just fits.

import { decimals, grouped } from "../words.js";

const NUMBER = /^((\d+\.?\d*|\.\d+)(?:e([-+]?\d{1,3}))?)\s*(%|percent)?$/i;

// The fewest and the most right answers that are printed as each of these texts, by what a message
// calls them. Throws a RangeError, fit to be shown, for what is no accuracy of so many cases.
export function countsTogether(texts, cases) {
  const printed = Object.entries(texts).map(([name, text]) => parsed(name, text));
  const scale = inPercent(printed) ? 100n : 1n;
  const beyond = printed.find(one => one.size > scale * one.unit);
  if (beyond) {
    throw new RangeError(
      `${beyond.name} must be a share from 0 to 1 or from 0 to 100 percent; got '${beyond.text}'`,
    );
  }
  const all = BigInt(cases);
  return Object.fromEntries(
    printed.map(one => {
      // The share is size / (scale unit), and half of its last digit reaches as far as
      // step / (2 scale unit), or as no printed share is trusted beyond, to 1 / 10^12.
      const over = 2n * scale * one.unit * FINEST;
      const middle = 2n * one.size * FINEST;
      const half = larger(one.step * FINEST, 2n * scale * one.unit);
      const first = larger(0n, -floorDivide(-all * (middle - half), over));
      const last = smaller(all, floorDivide(all * (middle + half), over));
      if (first > last) throw new RangeError(noCount(one, all, scale));
      return [one.name, [Number(first), Number(last)]];
    }),
  );
}

const FINEST = 10n ** 12n;
const larger = (a, b) => (a > b ? a : b);
const smaller = (a, b) => (a < b ? a : b);

function floorDivide(a, b) {
  const towardsZero = a / b;
  return a % b < 0n ? towardsZero - 1n : towardsZero;
}

// The number is size / unit, and its last digit stands for step / unit.
function parsed(name, given) {
  const text = given.trim();
  const match = NUMBER.exec(text);
  if (!match) {
    const hint = /^\d+,\d+\s*%?$/.test(text) ? ". Decimals take a point" : "";
    throw new RangeError(
      `${name} must be an accuracy as printed, such as '79.2' (percent) or '0.792'; got ` +
        `${quoted(given)}${hint}`,
    );
  }
  const [whole, rest = ""] = match[2].split(".");
  const exponent = Number(match[3] ?? 0) - rest.length;
  const tens = 10n ** BigInt(Math.abs(exponent));
  const [step, unit] = exponent < 0 ? [1n, tens] : [tens, 1n];
  return {
    name,
    text,
    exponent,
    unit,
    step,
    size: BigInt(whole + rest) * step,
    percent: match[4] !== undefined,
  };
}

// Percent or shares? What is printed together is of one kind, and one of them must tell.
function inPercent(printed) {
  const percent = printed.find(one => one.percent || one.size > one.unit);
  // A small percentage with its sign is in no doubt; without, it looks like a share.
  const share = printed.find(one => !one.percent && one.size > 0n && one.size < one.unit);
  if (percent && share) {
    throw new RangeError(
      `${percent.name} and ${share.name} must both be percent or both be shares; got ` +
        `'${percent.text}' and '${share.text}'. A percentage below 1 takes a percent sign`,
    );
  }
  if (!percent && !share && printed.length) {
    throw new RangeError(
      `${printed[0].name} must be clearly percent or a share; got '${printed[0].text}', which ` +
        "may be either: write it with a percent sign, or give the number of right answers",
    );
  }
  return Boolean(percent);
}

// The counts on either side, written with as many digits.
function noCount(one, all, scale) {
  const below = smaller((all * one.size) / (scale * one.unit), all - 1n);
  const places = Math.max(0, -one.exponent);
  const near = count => decimals(Number(count * scale) / Number(all), places);
  return (
    `${one.name} must be what a count of ${grouped(all)} cases is printed as; got ` +
    `'${one.text}', but ${grouped(below)} right are printed as ${near(below)} and ` +
    `${grouped(below + 1n)} as ${near(below + 1n)}. Were there ${grouped(all)} cases?`
  );
}

// As Python writes a text in a message: cut in the middle where it is long.
function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  const whole = quote + (quote === "'" ? inside.replaceAll("'", "\\'") : inside) + quote;
  return whole.length > 30 ? `${whole.slice(0, 13)}...${whole.slice(-14)}` : whole;
}
