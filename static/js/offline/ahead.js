// The shell begins with this: what this phone keeps is opened while the rest is on its way. Where
// anything waits for the table, it can't be shown without the rules: they come along.
import { database } from "./database.js";

const table = location.pathname.split("/").at(-1);

database()
  .read(["entries"], (tx) => tx.all("entries", table))
  .then((waiting) => waiting.length && import("../ledger/index.js"))
  .catch(() => {}); // whoever needs it finds out, and says so
