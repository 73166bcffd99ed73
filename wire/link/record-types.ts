// The record types of the link, and the revisions that support them. "Up" is from the sidecar to the Room, "down" from
// the Room to the sidecar. LINK.md, LINK-15, has the rules for new types.

/** The version of a message. Messages of other versions are rejected. */
export const linkVersion = 1

/** [LINK-15] Each end sends its own in `hello` and `resync`. Increment it in each release that adds a record type. */
export const linkRevision = 1

export const recordTypes = {
  /** Up, first on a link: identifies the sidecar (JSON `Hello`). */
  hello: 1,
  /** Up: creates or resumes a session; seq = its first unacknowledged transaction, payload = `Opening`. */
  open: 2,
  /** Both: a frame. Up: seq counts from 1 (0: a datagram, never resent). Down: the transaction that it replies to, or 0. */
  data: 3,
  /** Both: the session has ended; payload = the reason. */
  close: 4,
  /** Up: keeps a ticking room active while its clients are silent. */
  keepalive: 5,
  /** Up: this sidecar opens no more sessions. */
  drain: 6,
  /** Down: announces this instance's epoch; the sidecar opens all its sessions again (JSON: the revision). */
  resync: 7,
  /** Down: transaction seq of the session is committed. */
  ack: 8,
  /** Down: the resume state that the sidecar keeps for the session. */
  resumeState: 9,
  /** Down: one frame for many sessions; session = their count, payload = their u32 ids, then the frame. */
  multicast: 10,
  /** Down: the address of this session is validated: the client receives what is sent to it (UDP). */
  addressValidated: 11,
} as const
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes]

/** The revision that introduced a type. Types that are not listed: revision 0. */
const revisionByType: { readonly [type: number]: number } = {}

/**
 * [LINK-15] A reader skips unknown types from this one to 31. An unknown type below this one makes it reject the link.
 */
const firstSkippable = 16

const knownTypes: ReadonlySet<number> = new Set(Object.values(recordTypes))

export function isKnownType(type: number): type is RecordType {
  return knownTypes.has(type)
}

export function isSkippableType(type: number): boolean {
  return type >= firstSkippable
}

/** Whether a peer of this revision supports the type. 0: the peer has not sent its revision. */
export function supportsType(revision: number, type: RecordType): boolean {
  return (revisionByType[type] ?? 0) <= revision
}
