// Panels on a page without a kernel: each `.course-live` holds its state and gets its module.

export function modelOf(state) {
  const listeners = {};
  return {
    get: name => state[name],
    set(name, value) {
      state[name] = value;
      for (const listener of listeners[`change:${name}`] ?? []) listener();
    },
    save_changes() {},
    send() {},
    on(event, listener) {
      (listeners[event] ??= []).push(listener);
    },
    off(event, listener) {
      listeners[event] = (listeners[event] ?? []).filter(other => other !== listener);
    },
  };
}

// `panels` are modules by name; `tables` what some of them look up, by name too.
export function mountAll(panels, tables) {
  for (const el of document.querySelectorAll(".course-live")) {
    const state = JSON.parse(el.querySelector("script").textContent);
    state.data = { ...tables[el.dataset.live], ...state.data };
    const place = document.createElement("div");
    el.replaceChildren(place);
    el.model = modelOf(state); // for whoever asks the page, as Python asks a kernel
    try {
      panels[el.dataset.live].render({ model: el.model, el: place });
    } catch (error) {
      // One that fails must not keep the others from living.
      place.textContent = `This panel could not be shown (${error.message}).`;
      console.error(error);
    }
  }
}
