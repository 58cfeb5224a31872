"""What a panel's module says for settings, without a panel around it."""

TOLD = """([module, settings, data, width]) => settings.map(v => {
    const context = { width, height: 330, data, state: {} };
    const found = window.front[module].show(v, context);
    if (typeof found.next !== "function") return [found.words, found.alt];
    let step = found.next();
    while (!step.done) step = found.next();
    return [step.value.words, step.value.alt];
})"""


def told(front, module, settings, data=None, width=560):
    """Words and description of the picture for each of the settings."""
    said = front.page.evaluate(TOLD, [module, settings, data or {}, width])
    return [tuple(pair) for pair in said]


def differing(panel, settings, said):
    """The settings for which Python says something else."""
    return [v for v, one in zip(settings, said, strict=True) if tuple(panel.tell(v)) != one]
