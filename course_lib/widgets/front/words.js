// Numbers as Python writes them, and as people write and say them (common/phrases.py).
//
// JavaScript rounds to so many decimals or digits exactly, but of two that are equally near it
// takes the larger; Python takes the one that ends in an even digit. So ties are found, and mended.

const isNegative = x => x < 0 || Object.is(x, -0);
const unusual = x => (Number.isNaN(x) ? "nan" : "inf");

// Whether x lies halfway between two numbers of so many decimals. A multiple of 1/2^k has exactly
// k decimals, the last of them a 5, if the multiple is odd. Fewer than no decimals are tens,
// hundreds, ...
function isTie(x, places) {
  if (places >= 0) {
    const scaled = x * 2 ** (places + 1);
    return Number.isInteger(scaled) && scaled % 2 === 1;
  }
  if (!Number.isInteger(x)) return false;
  const unit = 10n ** BigInt(-places);
  return BigInt(x) % unit === unit / 2n;
}

// The last digit was rounded up to an odd one; no digit before it changes, for 0 is even.
const oneLess = text => text.slice(0, -1) + (Number(text.at(-1)) - 1);
const endsOdd = text => Number(text.at(-1)) % 2 === 1;

// The size, without a sign, in so many decimals.
function fixedSize(x, places) {
  if (x >= 1e21) return BigInt(x) + (places ? "." + "0".repeat(places) : "");
  const text = x.toFixed(places);
  return isTie(x, places) && endsOdd(text) ? oneLess(text) : text;
}

// Python's f"{x:.{places}f}".
export function decimals(x, places) {
  const size = Number.isFinite(x) ? fixedSize(Math.abs(x), places) : unusual(x);
  return (isNegative(x) ? "-" : "") + size;
}

// Python's f"{x:+.{places}f}".
export function signed(x, places) {
  return (isNegative(x) ? "" : "+") + decimals(x, places);
}

// Python's round(x, places): a number. Without places, a whole one (and never -0, as an int).
export function round(x, places) {
  if (places === undefined) return Number(decimals(x, 0)) + 0;
  return Number.isFinite(x) ? Number(decimals(x, places)) : x;
}

// Python's f"{x:.{digits}g}": so many significant digits, zeros at the end left out.
export function general(x, digits) {
  const sign = isNegative(x) ? "-" : "";
  if (!Number.isFinite(x)) return sign + unusual(x);
  const size = Math.abs(x);
  if (size === 0) return sign + "0";
  const wanted = Math.max(1, digits);
  let [figures, exponent] = size.toExponential(wanted - 1).split("e");
  const power = Number(exponent);
  // What was rounded up to a power of ten, as 9.5 to 10, has the even one of its neighbours.
  if (endsOdd(figures) && size >= Number(`1e${power}`) && isTie(size, wanted - 1 - power)) {
    figures = oneLess(figures);
  }
  if (power < -4 || power >= wanted) {
    const tens = String(Math.abs(power)).padStart(2, "0");
    return `${sign}${withoutZeros(figures)}e${power < 0 ? "-" : "+"}${tens}`;
  }
  const plain = figures.replace(".", "");
  if (power < 0) return sign + withoutZeros("0." + "0".repeat(-power - 1) + plain);
  return sign + withoutZeros(plain.slice(0, power + 1) + "." + plain.slice(power + 1));
}

const withoutZeros = text => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);

// Python's f"{n:,}" for a whole number; with places, f"{x:,.{places}f}".
export function grouped(number, places = 0) {
  const [whole, rest] = decimals(Number(number) + 0, places).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + rest : "");
}

// What people write.

// A number and its noun: "1 positive", "1,000 positives".
export function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

// A level as people write it; what is not quite all does not become 100 %.
export function percent(share) {
  const text = general(100 * share, 6);
  return `${text === "100" && share !== 1 ? general(100 * share, 15) : text} %`;
}

// The same as pInWords, for a table: without the "p =".
export function pAlone(p, alpha) {
  return pInWords(p, alpha).replace(/^p = |^p /, "");
}

// A p-value for a sentence: two digits, more if it takes more to tell it from the level.
export function pInWords(p, alpha) {
  if (p < 1e-300) return "p < 1e-300";
  let text;
  for (let digits = 2; digits < 16; digits++) {
    text = general(p, digits);
    const shown = Number(text);
    if (p === alpha || (shown <= alpha === p <= alpha && shown !== alpha)) break;
  }
  return `p = ${text}`;
}

// A number in so many decimals, without the sign of a zero.
export function fixed(number, places) {
  return decimals(round(number, places) + 0, places);
}

// Scores in four digits, or in as many as it takes to tell different ones apart.
export function toldApart(scores) {
  let texts;
  for (let digits = 4; digits < 11; digits++) {
    texts = scores.map(score => general(score, digits));
    if (new Set(texts).size === new Set(scores).size) break;
  }
  return texts;
}

// Scores from 0 to 1 in so many decimals, or in as many as tell different ones apart.
export function scoresApart(scores, places = 3) {
  const different = new Set(scores.map(score => round(score, 12))).size;
  const texts = () => scores.map(score => fixed(score, places));
  while (new Set(texts()).size < different && places < 8) places++;
  return texts();
}

// Several things in a sentence; of many the first few, and how many more there are.
export function listed(texts, most = 5) {
  if (texts.length > most + 1) {
    return `${texts.slice(0, most).join(", ")} and ${grouped(texts.length - most)} more`;
  }
  return texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
