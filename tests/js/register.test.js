// The worker is tried again until it is whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { register } from "../../static/js/offline/page/register.js";

class Worker extends EventTarget {
  state = "installing";
  becomes(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

const settled = () => new Promise((done) => setImmediate(done));
const installing = () => ({ installing: new Worker(), waiting: null, active: null });

/** A page whose tries to register are answered one after the other. */
function aPage(...answers) {
  const plans = [];
  const page = { plans, found: null, asked: 0 };
  const container = {
    async register() {
      page.asked += 1;
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  page.next = () => plans.shift().action();
  register(container, (action, ms) => plans.push({ action, ms })).then((found) => {
    page.found = found;
  });
  return page;
}

test("a worker that is there is taken at once", async () => {
  const there = { installing: null, waiting: null, active: new Worker() };
  const page = aPage(there);
  await settled();
  assert.equal(page.found, there);
});

test("a first worker counts once it is installed", async () => {
  const first = installing();
  const page = aPage(first);
  await settled();
  assert.equal(page.found, null);
  first.installing.becomes("installed");
  await settled();
  assert.equal(page.found, first);
});

test("a worker that can't be fetched or installed is tried again, at growing distances", async () => {
  const [broken, whole] = [installing(), installing()];
  const page = aPage(new TypeError("no network"), broken, whole);
  await settled();
  assert.deepEqual([page.asked, page.plans[0].ms], [1, 5000]);
  page.next();
  await settled();
  broken.installing.becomes("redundant");
  await settled();
  assert.deepEqual([page.asked, page.found, page.plans[0].ms], [2, null, 10_000]);
  page.next();
  await settled();
  whole.installing.becomes("installed");
  await settled();
  assert.deepEqual([page.asked, page.found], [3, whole]);
});
