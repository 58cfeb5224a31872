// How pictures call the intervals (plots/intervals.py).
const NAMES = {
  tango: "Tango",
  wald: "Wald",
  "agresti-min": "Agresti-Min",
  newcombe: "Newcombe",
  bootstrap: "Bootstrap",
};

export const INTERVAL_METHODS = Object.keys(NAMES);

export function intervalName(method) {
  return NAMES[method];
}
