// The phones' end of the network: what they ask waits here until the machine answers.

const LOST = new TypeError("Failed to fetch");

export class Net {
  #asked = new Map(); // number → {tab, done, fail}
  #streams = new Map(); // number → source
  #next = 1;
  #out = this.#nothing();
  decided = new Map(); // epoch → (entry id → the server's seq)

  #nothing() {
    return { posts: [], gets: [], streams: [], closed: [], problems: [] };
  }

  /** What happened since it was last asked for. */
  take() {
    const out = this.#out;
    this.#out = this.#nothing();
    return out;
  }

  problem(what) {
    this.#out.problems.push(what);
  }

  post(tab, table, body) {
    const about = { tab: tab.name, device: tab.device.name, table, body: JSON.stringify(body) };
    return this.#ask(tab, (number) => this.#out.posts.push({ number, ...about }), body.client);
  }

  get(tab, address) {
    const about = { tab: tab.name, device: tab.device.name, table: tab.table, address };
    return this.#ask(tab, (number) => this.#out.gets.push({ number, ...about }));
  }

  #ask(tab, send, client) {
    const number = this.#next++;
    return new Promise((done, fail) => {
      this.#asked.set(number, { tab, client, done, fail });
      send(number);
    });
  }

  /** `answer` is null where the network breaks. */
  answer(number, answer) {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (!asked || asked.tab.killed) return;
    if (answer?.status === 200 && answer.body?.outcomes) asked.tab.device.cookie = asked.client;
    if (answer === null) asked.fail(LOST);
    else asked.done(answer);
  }

  stream(tab, address) {
    const number = this.#next++;
    const [, client, after] = /c=([^&]*)&after=(\d+)/.exec(address);
    const ears = {};
    const source = {
      tab,
      ears,
      readyState: 0,
      addEventListener: (name, ear) => (ears[name] = ear),
      close: () => {
        source.readyState = 2;
        if (this.#streams.delete(number)) this.#out.closed.push(number);
      },
    };
    this.#streams.set(number, source);
    const about = { number, tab: tab.name, device: tab.device.name, table: tab.table };
    this.#out.streams.push({ ...about, client, after: Number(after) });
    return source;
  }

  say(number, name, data) {
    const source = this.#streams.get(number);
    if (!source) return;
    if (name === "open") source.readyState = 1;
    if (name === "error") source.readyState = data;
    source.ears[name]?.({ data });
  }

  forget(tab) {
    for (const [number, source] of this.#streams)
      if (source.tab === tab) {
        this.#streams.delete(number);
        this.#out.closed.push(number);
      }
  }

  /** A paint: nothing of a phone's own is shown twice, nothing is missing. */
  painted(tab) {
    const { state, outbox, joined } = tab.phone;
    // Of what two phones with one name have sent, neither knows whose it was before the next answer.
    if (tab.device.renamed) return;
    // Nor do two tabs that both bring back what a restored server lacks.
    if (this.decided.size > 1 && tab.device.tabs > 1) return;
    const decided = this.decided.get(state?.epoch) ?? new Map();
    const isIn = (id) => decided.get(id) <= state.seq;
    const shown = new Set(outbox.unknown.map(({ id }) => id));
    for (const id of shown)
      if (state && isIn(id)) this.problem(`${tab.name} shows ${id} twice at ${state.seq}`);
    const draft = tab.phone.face().draft?.id;
    for (const id of tab.own)
      if (id !== draft && !shown.has(id) && !tab.parked.has(id) && !(state && isIn(id)))
        this.problem(`${tab.name} does not show ${id} at ${state?.seq} (joined: ${joined})`);
  }

  reset() {
    this.#asked.clear();
    this.#streams.clear();
    this.#out = this.#nothing();
    this.decided.clear();
  }
}
