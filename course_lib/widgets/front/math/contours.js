// Lines of equal height over a grid, by marching squares.

// The lines at `level`: each a list of points [x, y]. `grid[row][column]` is the height at
// (xs[column], ys[row]); cells with a corner that is NaN have none. A height that equals the level
// counts as above it, or single corners would show as dots.
export function contourLines(xs, ys, grid, level) {
  const wide = xs.length;
  const height = (row, column) => grid[row][column] + 1e-7 - level;
  // An edge is known by its lower left corner and whether it stands upright.
  const flat = (row, column) => 2 * (row * wide + column);
  const upright = (row, column) => flat(row, column) + 1;
  const next = new Map();
  const join = (a, b) => {
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  };
  for (let row = 0; row + 1 < ys.length; row++) {
    let [low, high] = [height(row, 0), height(row + 1, 0)];
    for (let column = 0; column + 1 < wide; column++) {
      const [a, d] = [low, high];
      const b = (low = height(row, column + 1));
      const c = (high = height(row + 1, column + 1));
      const above = (a >= 0) + 2 * (b >= 0) + 4 * (c >= 0) + 8 * (d >= 0);
      if (above === 0 || above === 15 || Number.isNaN(a + b + c + d)) continue;
      const sides = [
        flat(row, column),
        upright(row, column + 1),
        flat(row + 1, column),
        upright(row, column),
      ];
      // A saddle: the middle says which corners belong together.
      if (above === 5 || above === 10) {
        const alike = a + b + c + d >= 0 === a >= 0;
        join(sides[0], sides[alike ? 1 : 3]);
        join(sides[2], sides[alike ? 3 : 1]);
        continue;
      }
      const crossed = (i, one, other) => (one >= 0 !== other >= 0 ? [sides[i]] : []);
      join(...crossed(0, a, b), ...crossed(1, b, c), ...crossed(2, c, d), ...crossed(3, d, a));
    }
  }
  const pointOn = edge => {
    const corner = edge >> 1;
    const row = Math.floor(corner / wide);
    const column = corner % wide;
    const here = height(row, column);
    const there = edge % 2 ? height(row + 1, column) : height(row, column + 1);
    const part = here / (here - there);
    return edge % 2
      ? [xs[column], ys[row] + part * (ys[row + 1] - ys[row])]
      : [xs[column] + part * (xs[column + 1] - xs[column]), ys[row]];
  };
  // Follow the lines that have an end, then those that close.
  const lines = [];
  const follow = start => {
    const line = [];
    for (let edge = start, from; edge !== undefined;) {
      line.push(pointOn(edge));
      const onwards = next.get(edge).filter(other => other !== from);
      next.get(edge).passed = true;
      from = edge;
      edge = onwards.find(other => !next.get(other).passed);
      if (edge === undefined && onwards.includes(start) && line.length > 2) line.push(line[0]);
    }
    lines.push(line);
  };
  for (const [edge, others] of next) if (others.length === 1 && !others.passed) follow(edge);
  for (const [edge, others] of next) if (!others.passed) follow(edge);
  return lines;
}
