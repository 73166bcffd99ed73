// The record types of the link, and the revisions that support them. LINK.md, LINK-15, has the rules for new types.

/** The version of a message. Messages of other versions are rejected. */
export const linkVersion = 1

/** [LINK-15] Each end sends its own in `hello` and `who`. Increment it in each release that adds a record type. */
export const linkRevision = 1

export const types = {
  /** Up, first on a link: identifies the sidecar (JSON `Hello`). */
  hello: 1,
  /** Up: creates or resumes a session; seq = its first unacknowledged turn, payload = `Opening`. */
  open: 2,
  /** Both: a frame. Up: seq counts from 1 (0: a datagram, never resent). Down: the turn that it answers, or 0. */
  data: 3,
  /** Both: the session has ended; payload = the reason. */
  close: 4,
  /** Up: keeps a ticking room active while its clients are silent. */
  keepalive: 5,
  /** Up: this sidecar opens no more sessions. */
  drain: 6,
  /** Down: the message was for another epoch; send `hello` to this one (JSON `Who`). */
  who: 7,
  /** Down: turn seq of the session is committed. */
  ack: 8,
  /** Down: the resume state that the sidecar keeps for the session. */
  note: 9,
  /** Down: one frame for many sessions; session = their count, payload = their u32 ids, then the frame. */
  cast: 10,
  /** Down: the address of this session is validated: the client receives what is sent to it (UDP). */
  proven: 11,
} as const
export type RecordType = (typeof types)[keyof typeof types]

/** The revision that introduced a type. Types that are not listed predate revisions. */
const revisions: { readonly [type: number]: number } = {}

/** [LINK-15] A reader skips unknown types from this one to 31, and rejects the link for unknown types below. */
const firstSkippable = 16

const known: ReadonlySet<number> = new Set(Object.values(types))

export function isKnown(type: number): type is RecordType {
  return known.has(type)
}

export function isSkippable(type: number): boolean {
  return type >= firstSkippable
}

/** Whether a peer of this revision supports the type. 0: a build that predates revisions. */
export function isKnownTo(revision: number, type: RecordType): boolean {
  return (revisions[type] ?? 0) <= revision
}
