// Long work that can be interrupted: a generator yields every few milliseconds and returns its
// answer at the end, so that a page may draw, and listen, in between.

// About so many inner steps between two yields.
export const STEPS = 150000;

// All of it at once: for what is quick, and for tests.
export function finish(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
