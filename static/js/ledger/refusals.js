// Why an entry is not possible. One enum, spelled as in webapp/domain/refusals.py.

export const Code = Object.freeze({
  INSUFFICIENT: "INSUFFICIENT", // {have, need}
  BAD_FIELD: "BAD_FIELD", // {field, why}
  TOO_MANY: "TOO_MANY", // {max}
  UNKNOWN_SEAT: "UNKNOWN_SEAT",
  UNKNOWN_ENTRY: "UNKNOWN_ENTRY",
  UNKNOWN_TYPE: "UNKNOWN_TYPE",
  PLAYER_LEFT: "PLAYER_LEFT",
  SEAT_HELD: "SEAT_HELD",
  SEATS_FULL: "SEATS_FULL",
  ALREADY_OPEN: "ALREADY_OPEN",
  OTHERS_PLAYED: "OTHERS_PLAYED",
  UNDO_BELOW_ZERO: "UNDO_BELOW_ZERO", // {entries}
  UNDO_NOT_POSSIBLE: "UNDO_NOT_POSSIBLE",
  NO_CONFLICT: "NO_CONFLICT",
});

export const refusal = (code, params = {}) => ({ code, params });

/** A field that can't be read or doesn't fit; `why` as in refusals.py. */
export const badField = (field, why) => refusal(Code.BAD_FIELD, { field, why });
