// A browser's means for the worker, as far as it needs them: caches, a network, a clock.

class FakeCache {
  #kept = new Map();
  async match(request) {
    return this.#kept.get(pathOf(request))?.clone();
  }
  async put(request, answer) {
    this.#kept.set(pathOf(request), answer);
  }
  async delete(request) {
    return this.#kept.delete(pathOf(request));
  }
  async keys() {
    return [...this.#kept.keys()].map((path) => ({ url: `${ORIGIN}${path}` }));
  }
}

export const ORIGIN = "https://reservoir.example";
const pathOf = (request) => {
  const { pathname, search } = new URL(request.url ?? request, `${ORIGIN}/`);
  return pathname + search;
};

class FakeCaches {
  #caches = new Map();
  async open(name) {
    if (!this.#caches.has(name)) this.#caches.set(name, new FakeCache());
    return this.#caches.get(name);
  }
  async keys() {
    return [...this.#caches.keys()];
  }
  async delete(name) {
    return this.#caches.delete(name);
  }
  async match(request) {
    for (const cache of this.#caches.values()) {
      const found = await cache.match(request);
      if (found) return found;
    }
  }
}

const TYPES = { js: "text/javascript", css: "text/css", json: "application/json" };

/** An answer as a browser gives it for an address of its own site. */
export function answer(body, { status = 200, contentType = "text/html", redirected = false } = {}) {
  const made = new Response(body, { status, headers: { "Content-Type": contentType } });
  return Object.defineProperties(made, {
    type: { value: "basic" },
    redirected: { value: redirected },
  });
}

/** {means, site, asked}: `site` maps paths to answers (functions); what is not there has no network. */
export function aBrowser({ languages = ["en-GB"] } = {}) {
  const site = new Map();
  const asked = [];
  const timers = new Set();
  const means = {
    caches: new FakeCaches(),
    navigator: { languages },
    async fetch(request) {
      const path = pathOf(request);
      asked.push(path);
      if (!site.has(path)) throw new TypeError("Failed to fetch");
      return site.get(path)();
    },
    setTimeout(action) {
      timers.add(action);
      return action;
    },
    clearTimeout: (timer) => timers.delete(timer),
  };
  const runOut = () => {
    for (const action of timers) action();
  };
  return { means, site, asked, runOut };
}

export const fileAt = (path, body = path) =>
  answer(body, { contentType: TYPES[path.split(".").at(-1)] });
