// The record types of the link, and which of them each end knows. LINK.md, LINK-15, has the rules for a new one.

/** Of a message. Another version is refused whole. */
export const linkVersion = 1

/** [LINK-15] Each end says its own, in `hello` and in `who`. One more with each release that adds a record type. */
export const linkRevision = 1

export const types = {
  /** Up, first on a link: who speaks (JSON `Hello`). */
  hello: 1,
  /** Up: a session's first or next life: seq = its first unacknowledged turn, payload = `Opening`. */
  open: 2,
  /** Both: a frame. Up: seq counts from 1 (0: a datagram, never resent). Down: the turn that it answers, or 0. */
  data: 3,
  /** Both: the session is over; payload = the reason. */
  close: 4,
  /** Up: a ticking room whose clients are silent must still hear something. */
  keepalive: 5,
  /** Up: no new sessions will come from here. */
  drain: 6,
  /** Down: this epoch is not yours; say hello to this one (JSON `Who`). */
  who: 7,
  /** Down: the turn seq of session is done. */
  ack: 8,
  /** Down: what the session must remember. */
  note: 9,
  /** Down: one frame for many; session = how many, payload = that many u32 sessions, then the frame. */
  cast: 10,
  /** Down: the client of this session hears what is sent to its address (UDP). */
  proven: 11,
} as const
export type RecordType = (typeof types)[keyof typeof types]

/** The revision that a type came with. Types that are not named here are older than revisions. */
const revisions: { readonly [type: number]: number } = {}

/** [LINK-15] A reader skips a record of an unknown type from here on, up to 31; it refuses a link with one below. */
const firstSkippable = 16

const known: ReadonlySet<number> = new Set(Object.values(types))

export function isKnown(type: number): type is RecordType {
  return known.has(type)
}

export function isSkippable(type: number): boolean {
  return type >= firstSkippable
}

/** Whether an end of this revision knows the type. 0: a build that is older than revisions. */
export function isKnownTo(revision: number, type: RecordType): boolean {
  return (revisions[type] ?? 0) <= revision
}
