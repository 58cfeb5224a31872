"use strict";
// Marking by keyboard. What students wrote stands in the page as text; this script never reads it.

const data = JSON.parse(document.getElementById("data").textContent);
const cards = [...document.querySelectorAll("article")];
const said = document.getElementById("said");
const help = document.getElementById("help");
const memory = `beyond-chance marking ${data.assignment} ${data.question}`;

// --- What is remembered ---------------------------------------------------------------------------

const arrived = a => ({ points: a.points, comment: a.comment, confirmed: !a.again });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// A fingerprint stands for a student and an answer, so marks find it again on a page made anew.
function remembered() {
    try {
        return JSON.parse(localStorage.getItem(memory)) ?? {};
    } catch {
        return {};
    }
}

const kept = remembered();
// Whatever changed in the gradebook since is newer than what this browser remembers.
const fitting = data.answers.map(a => {
    const found = kept[a.fingerprint];
    return found && same(found.from, arrived(a)) ? found : null;
});
const marks = data.answers.map((a, i) => (fitting[i] ? { ...fitting[i].mark } : arrived(a)));
// What was saved from here may have been read since, and be what the gradebook has now.
const savedBefore = fitting.map(found => found?.saved ?? []);
const touched = i => !same(marks[i], arrived(data.answers[i])) || savedBefore[i].length > 0;

function remember() {
    const all = remembered(); // another window may have marked, too
    data.answers.forEach((a, i) => {
        if (touched(i)) {
            all[a.fingerprint] = { from: arrived(a), mark: marks[i], saved: savedBefore[i] };
        } else delete all[a.fingerprint];
    });
    try {
        localStorage.setItem(memory, JSON.stringify(all));
        return true;
    } catch {
        return false;
    }
}

// --- What is shown --------------------------------------------------------------------------------

let current = 0;
let names = false;
let typed = ""; // digits of a number with two, where so many points are possible

const isOpen = mark => mark.points === null || !mark.confirmed;
const plural = points => `${points} ${points === 1 ? "point" : "points"}`;
const tell = text => (said.textContent = text);

function show(i) {
    const mark = marks[i];
    const card = cards[i];
    const given = card.querySelector(".given");
    const of = `of ${data.maximum}`;
    given.textContent =
        mark.points === null
            ? "not marked"
            : mark.confirmed
              ? `${mark.points} ${of}`
              : `${mark.points} ${of} before; graded anew since`;
    given.classList.toggle("open", isOpen(mark));
    for (const button of card.querySelectorAll("[data-points]")) {
        const whole = mark.points === null ? -1 : Math.floor(mark.points);
        button.setAttribute("aria-pressed", Number(button.dataset.points) === whole);
    }
    const half = mark.points !== null && mark.points % 1 !== 0;
    card.querySelector("[data-half]").setAttribute("aria-pressed", half);
    card.querySelector("[data-as-before]").hidden = mark.points === null || mark.confirmed;
    card.querySelector(".name").textContent = names ? data.answers[i].name : "";
    const box = card.querySelector("textarea");
    if (box.value !== mark.comment) box.value = mark.comment;
}

function count() {
    const done = marks.filter(mark => !isOpen(mark)).length;
    document.getElementById("progress").textContent = `${done} of ${marks.length} marked`;
    return marks.length - done;
}

function changed(i, words) {
    show(i);
    count();
    const safe = remember();
    tell(words + (safe ? "" : " This browser remembers nothing: save often."));
}

function go(i) {
    typed = "";
    cards[current]?.removeAttribute("aria-current");
    current = Math.max(0, Math.min(cards.length - 1, i));
    cards[current]?.setAttribute("aria-current", "true");
}

function goTo(i) {
    go(i);
    cards[current]?.focus({ preventScroll: true });
    cards[current]?.scrollIntoView({ block: "start" });
}

// --- What can be done -----------------------------------------------------------------------------

function give(i, points) {
    if (points > data.maximum) return tell(`At most ${plural(data.maximum)}.`);
    marks[i].points = points;
    marks[i].confirmed = true;
    changed(i, `Answer ${i + 1}: ${points} of ${data.maximum} points.`);
}

function digit(i, key) {
    const longer = typed + key;
    typed = Number(longer) <= data.maximum ? longer : key;
    give(i, Number(typed));
    if (data.maximum < 10) typed = "";
}

function half(i) {
    const points = marks[i].points ?? 0;
    give(i, points % 1 ? Math.floor(points) : points + 0.5);
}

function asBefore(i) {
    if (marks[i].points === null) return tell("It had no points before.");
    marks[i].confirmed = true;
    changed(i, `Answer ${i + 1}: ${marks[i].points} of ${data.maximum} points, as before.`);
}

function undo(i) {
    marks[i] = arrived(data.answers[i]);
    changed(i, `Answer ${i + 1}: back to what the gradebook has.`);
}

function sameForAll(i) {
    const others = data.answers[i].same;
    if (!others.length) return tell("No other answer has the same words.");
    if (isOpen(marks[i])) return tell("Give this answer points first.");
    for (const number of others) {
        marks[number - 1] = { ...marks[i] };
        show(number - 1);
    }
    changed(i, `${plural(marks[i].points)} for answers ${[i + 1, ...others].join(", ")}.`);
}

function nextOpen() {
    for (let step = 1; step <= marks.length; step++) {
        const i = (current + step) % marks.length;
        if (isOpen(marks[i])) return goTo(i);
    }
    tell("All answers are marked. Press s to save.");
}

function toggleNames() {
    names = !names;
    document.getElementById("names").setAttribute("aria-pressed", names);
    marks.forEach((_, i) => show(i));
    tell(names ? "Names are shown." : "Names are hidden.");
}

// Only what was given here: whatever else the page shows may be another in the gradebook by then.
function toSave(a, i) {
    const points = marks[i].confirmed ? marks[i].points : null;
    const comment = marks[i].comment.trim();
    const from = [{ points: a.points, comment: a.comment }, ...savedBefore[i]];
    // Without points of its own, a comment leaves those that are there.
    const after = { points: points ?? a.points, comment };
    if (!from.some(state => same(state, after))) savedBefore[i].push(after);
    return { student: a.student, fingerprint: a.fingerprint, points, comment, from };
}

function save() {
    const whole = {
        format: "beyond-chance marks 1",
        assignment: data.assignment,
        question: data.question,
        marks: data.answers.flatMap((a, i) => (touched(i) ? [toSave(a, i)] : [])),
    };
    remember();
    const file = new Blob([JSON.stringify(whole, null, 1) + "\n"], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    const left = count();
    tell(`Saved as ${data.file}; ${left || "none"} left to mark. Now read it into the gradebook.`);
}

// --- Keys, clicks, fingers ------------------------------------------------------------------------

const KEYS = {
    j: () => goTo(current + 1),
    ArrowDown: () => goTo(current + 1),
    k: () => goTo(current - 1),
    ArrowUp: () => goTo(current - 1),
    u: nextOpen,
    c: () => cards[current].querySelector("textarea").focus(),
    h: () => half(current),
    "+": () => half(current),
    a: () => asBefore(current),
    e: () => sameForAll(current),
    Backspace: () => undo(current),
    n: toggleNames,
    s: save,
    "?": () => help.showModal(),
};

document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (help.open) {
        if (event.key === "?") help.close();
        return;
    }
    if (event.target.matches("textarea")) {
        if (event.key === "Escape") cards[current].focus({ preventScroll: true });
        return;
    }
    const action = /^[0-9]$/.test(event.key) ? () => digit(current, event.key) : KEYS[event.key];
    if (!action || !cards.length) return;
    event.preventDefault();
    action();
});

cards.forEach((card, i) => {
    card.addEventListener("focusin", () => current !== i && go(i));
    card.addEventListener("click", event => {
        go(i);
        const button = event.target.closest("button");
        if (!button) return;
        if (button.dataset.points) give(i, Number(button.dataset.points));
        else if ("half" in button.dataset) half(i);
        else if ("same" in button.dataset) sameForAll(i);
        else asBefore(i);
    });
    card.querySelector("textarea").addEventListener("input", event => {
        marks[i].comment = event.target.value;
        if (!remember()) tell("This browser remembers nothing: save often.");
    });
    show(i);
});
document.getElementById("save").addEventListener("click", save);
document.getElementById("names").addEventListener("click", toggleNames);
document.getElementById("keys").addEventListener("click", () => help.showModal());
document.getElementById("close").addEventListener("click", () => help.close());

count();
const first = marks.findIndex(isOpen);
goTo(first < 0 ? 0 : first);
tell("Press ? for the keys.");
