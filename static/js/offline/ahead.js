// The shell begins with this: what this phone keeps is opened while the rest is on its way.
import { database } from "./database.js";

database()
  .read(["meta"], (tx) => tx.get("meta", "client"))
  .catch(() => {}); // whoever needs it finds out, and says so
