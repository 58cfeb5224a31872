// Names that readers bring along, where there is little room.
import { textWidth } from "./chart.js";

// A name that fits into a width, cut off if it must be.
export function shortened(name, width, size = 13) {
  const fits = Math.max(2, Math.floor(width / textWidth("m", size)));
  return name.length <= fits ? name : `${name.slice(0, fits - 1)}…`;
}
