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

// A promise of the answer, worked out in slices. `stopped()` is asked between two slices: when it
// says yes (the reader has moved on), the work is left, and the answer is undefined.
export function inSlices(work, { milliseconds = 8, stopped = () => false } = {}) {
  return new Promise((answer, fail) => {
    const slice = () => {
      try {
        if (stopped()) return answer(undefined);
        const until = performance.now() + milliseconds;
        do {
          const step = work.next();
          if (step.done) return answer(step.value);
        } while (performance.now() < until);
        setTimeout(slice, 0);
      } catch (error) {
        fail(error);
      }
    };
    slice();
  });
}
