// How panels look: the course's colours, in light and dark; side by side where there is room.

// Colours stand for the same things as in every figure (plots/style.py): an area or a line of a
// kind takes `--c`, a text of that kind `--t`, which is darker or lighter where letters are thin.
const LIGHT = `
  --ink: #1a1a1a; --quiet: #595959; --rule: #c4c4c4; --ground: #ffffff; --raised: #f3f4f6;
  --luck: #56b4e9; --luck-t: #0b6293; --critical: #d55e00; --critical-t: #a84a00;
  --score: #000000; --score-t: #000000; --first: #0072b2; --first-t: #005f94;
  --second: #e69f00; --second-t: #865c00; --trusted: #009e73; --trusted-t: #006e50;
  --other: #767676; --other-t: #5c5c5c; --accent: #0b6293; color-scheme: light;`;
const DARK = `
  --ink: #ececec; --quiet: #b4b4b4; --rule: #5a5a5a; --ground: #17191c; --raised: #2a2d31;
  --luck: #3f8fc4; --luck-t: #8fcdf5; --critical: #ff8a3d; --critical-t: #ffab73;
  --score: #ffffff; --score-t: #ffffff; --first: #4aa3df; --first-t: #7cc2f0;
  --second: #f0b429; --second-t: #f5c963; --trusted: #2ec79a; --trusted-t: #6be0bd;
  --other: #9a9a9a; --other-t: #bdbdbd; --accent: #8fcdf5; color-scheme: dark;`;

// What a finger can hit.
const FOR_FINGERS = `
  .course-slider, .course-row select, .course-typed, .course-boxes label, .course-option,
  .course-panel button, .course-checkpoint button { height: auto; min-height: 44px; }
  .course-panel button, .course-checkpoint button { min-width: 44px; }`;

const KINDS = ["luck", "critical", "score", "first", "second", "trusted", "other"];

export const STYLE = `
.course-live-part { ${LIGHT} }
@media screen {
  [data-jp-theme-light="false"] .course-live-part,
  html[data-theme="dark"] .course-live-part { ${DARK} }
}
@media screen and (prefers-color-scheme: dark) {
  html:not([data-theme]) body:not([data-jp-theme-light]) .course-live-part { ${DARK} }
}
.course-live-part { container-type: inline-size; color: var(--ink); background: var(--ground);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
  max-width: 62rem; padding: 0.5rem; box-sizing: border-box; border-radius: 6px; }
.course-live-part * { box-sizing: border-box; }
.course-body { display: grid; gap: 0.3rem 1.1rem; grid-template-columns: minmax(0, 1fr); }
@container (min-width: 600px) {
  .course-body { grid-template-columns: minmax(13.5rem, 17rem) minmax(0, 1fr); }
}
.course-controls { display: flex; flex-direction: column; gap: 0.1rem; margin: 0; min-width: 0; }
.course-row { display: grid; grid-template-columns: 1fr auto; align-items: center;
  column-gap: 0.5rem; border: 0; margin: 0; padding: 0; min-width: 0; }
.course-row[hidden] { display: none; }
.course-row > label, .course-row > legend { color: var(--ink); padding: 0; font-size: 14px;
  min-height: 1.6em; display: flex; align-items: center; }
.course-row > :is(.course-slider, select, .course-boxes, .course-complaint) { grid-column: 1 / -1; }
.course-slider { width: 100%; height: 28px; margin: 0; accent-color: var(--accent); }
.course-typed, .course-row select, .course-panel button, .course-checkpoint button {
  font: inherit; font-size: 14px; color: var(--ink); background: var(--raised);
  border: 1px solid var(--quiet); border-radius: 4px; height: 32px; padding: 0 0.5em; margin: 0; }
.course-typed { width: 6.2em; text-align: right; font-variant-numeric: tabular-nums; }
.course-typed[aria-invalid="true"] { border-color: var(--critical); }
.course-complaint { color: var(--critical-t); font-size: 13px; margin: 0; }
.course-row select { width: 100%; height: 34px; text-align: left; }
.course-idle :is(label, select, .course-typed) { color: var(--quiet); }
.course-idle :is(select, .course-typed) { border-style: dashed; }
.course-idle > label::after { content: "(no difference)"; margin-left: 0.4em;
  font-style: italic; }
.course-boxes { display: flex; flex-wrap: wrap; gap: 0 0.9rem; }
.course-boxes label, .course-option { display: flex; align-items: center; gap: 0.45em;
  min-height: 32px; cursor: pointer; }
.course-boxes input, .course-option input { width: 18px; height: 18px; margin: 0;
  accent-color: var(--accent); flex: none; }
.course-buttons { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-top: 0.35rem; }
.course-panel button, .course-checkpoint button { cursor: pointer; }
.course-live-part :is(input, select, button):focus-visible { outline: 3px solid var(--accent);
  outline-offset: 1px; }
@media (pointer: coarse) { ${FOR_FINGERS} }
@container (max-width: 480px) { ${FOR_FINGERS} }
@container (max-width: 599px) { .course-shown { order: -1; } }
.course-stale .course-shown { opacity: 0.4; }
.course-checkpoint fieldset { border: 0; margin: 0; padding: 0; }
.course-answer { margin-top: 0.4rem; }
.course-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.course-shown { min-width: 0; display: flex; flex-direction: column; }
.course-title { margin: 0 0 0.2rem; font-weight: 600; font-size: 15px; line-height: 1.3; }
.course-picture { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
.course-picture svg { display: block; overflow: visible; flex: none; max-width: 100%; }
.course-words { white-space: pre-line; margin: 0.35rem 0 0; font-size: 15px; line-height: 1.45; }
.course-busy .course-picture { opacity: 0.55; }
.course-picture text { font-size: 13px; fill: var(--t, var(--ink)); stroke: none;
  font-family: inherit; }
.course-picture .small { font-size: 12px; }
.course-picture .strong { font-weight: 600; }
.course-picture .halo { paint-order: stroke; stroke: var(--ground); stroke-width: 4px;
  stroke-linejoin: round; }
.course-picture .axis { stroke: var(--quiet); stroke-width: 1; fill: none; }
.course-picture .tick-text { fill: var(--quiet); font-size: 12px; }
.course-picture .rule { stroke: var(--rule); stroke-width: 1; fill: none; }
.course-picture .area { fill: var(--c); stroke: none; }
.course-picture .line { fill: none; stroke: var(--c, var(--ink)); stroke-width: 2; }
.course-picture .dashed { stroke-dasharray: 6 4; }
.course-picture .dotted { stroke-dasharray: 2 4; }
.course-picture .faint { opacity: 0.35; }
${KINDS.map(kind => `.course-picture .${kind} { --c: var(--${kind}); --t: var(--${kind}-t); }`).join("\n")}
`;
