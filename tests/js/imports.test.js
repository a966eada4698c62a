import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../static/js/", import.meta.url);

// Those that need a page fail later, when they run: a name that is missing is a fault of syntax.
async function faultOf(module) {
  try {
    await import(new URL(module, ROOT));
    return null;
  } catch (fault) {
    return fault instanceof SyntaxError ? `${module}: ${fault.message}` : null;
  }
}

test("every module finds the names that it imports", async () => {
  const modules = readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith(".js"));
  const faults = await Promise.all(modules.map(faultOf));
  assert.ok(modules.length > 80);
  assert.deepEqual(faults.filter(Boolean), []);
});
