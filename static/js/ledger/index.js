// The ledger's rules for this phone: pure, no DOM, the same as webapp/domain (docs/ledger.md).
export { decide, Ledger } from "./decide.js";
export { closeDraft, tap, WINDOW } from "./drafts.js";
export { readEntry, validId, validSeat, validSeq } from "./entries.js";
export { foldPending, fromState } from "./pending.js";
export { EMPTY, Table } from "./table.js";
