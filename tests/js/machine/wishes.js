// What a player does at a tab, made of a few numbers: whatever they are, there is something to do.

const at = (list, n) => list[n % list.length];
const NAMES = ["Ana", "Ben", "Cleo", "Dan"];

/** Do it → the code of what this phone refused at once, or null. */
export function wishOf(tab, kind, [a = 0, b = 0, c = 0]) {
  const refusal = WISHES[kind](tab.phone, tab, a, b, c);
  return refusal?.code ?? null;
}

const enter = (phone, wish) => (wish ? phone.enter(wish) : null);
const move = (type, seat, n) => ({ type, seat, kind: "energy", n });
const seatOf = (tab, n) => at(tab.seats, n);
const rowsOf = (phone) => [...phone.ledger].reverse();

const WISHES = {
  tap: (phone, tab, a, b) => phone.tap(seatOf(tab, a), b % 3 === 2 ? -1 : 1),
  gain: (phone, tab, a, b) => enter(phone, move("gain", seatOf(tab, a), 1 + (b % 5))),
  pay: (phone, tab, a, b) => enter(phone, move("pay", seatOf(tab, a), 1 + (b % 4))),
  undo(phone) {
    if (phone.cancelDraft()) return null;
    const latest = phone.ready && phone.face().latest;
    return enter(phone, latest && { type: "undo", entry: latest.id });
  },
  undoRow(phone, _tab, a, b) {
    const rows = rowsOf(phone).slice(0, 6);
    if (!rows.length) return null;
    const more = b % 3 ? {} : { with: [at(rows, b).id] };
    return enter(phone, { type: "undo", entry: at(rows, a).id, ...more });
  },
  correct(phone, tab, a, b) {
    if (!phone.ready) return null;
    const seat = seatOf(tab, a);
    const from = phone.face().totals.get(seat) ?? 0;
    return enter(phone, { type: "correct", seat, kind: "energy", from, to: b % 7 });
  },
  settle(phone, _tab, a, b, c) {
    const { conflicts = [] } = phone.table ?? {};
    if (!conflicts.length) return null;
    const { entry, answers } = at(conflicts, a);
    const answer = at(answers, b);
    const own = { total: { to: c % 7 }, retry: undoOf(phone, c) }[answer];
    return enter(phone, { type: "settle", entry, answer, ...own });
  },
  rename: (phone, tab, a, b) =>
    enter(phone, { type: "seat_rename", seat: seatOf(tab, a), name: at(NAMES, b) }),
  take: (phone, tab, a, b) =>
    enter(phone, { type: "seat_take", seat: seatOf(tab, a), ...(b % 2 && { over: true }) }),
  leave: (phone, tab, a) => enter(phone, { type: "seat_leave", seat: seatOf(tab, a) }),
  back: (phone, tab, a) => enter(phone, { type: "seat_return", seat: seatOf(tab, a) }),
  add: (phone, tab, a) =>
    enter(phone, {
      type: "seat_add",
      seat: `${tab.name.toUpperCase()}000000`.replace(/[ILOU]/g, "X").slice(0, 7) + (a % 10),
    }),
  order(phone, tab, a) {
    const turned = [...tab.seats.slice(a % tab.seats.length), ...tab.seats].slice(
      0,
      tab.seats.length,
    );
    return enter(phone, { type: "seat_order", order: [...new Set([...turned, ...tab.seats])] });
  },
  newGame: (phone) => enter(phone, { type: "new_game" }),
  close: (phone) => void phone.closeDraft(),
};

function undoOf(phone, n) {
  const plays = rowsOf(phone).filter(({ type }) => ["gain", "pay", "correct"].includes(type));
  return plays.length && n % 2 ? { undo: at(plays, n).id } : {};
}
