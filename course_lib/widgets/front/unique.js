// Names that occur once on a page. JupyterLab loads a module anew for each panel, so that a counter
// of the module would begin again with each of them: the page itself counts.

export function unique(kind) {
  document.courseNames = (document.courseNames ?? 0) + 1;
  return `course-${kind}-${document.courseNames}`;
}
