// The record types of the link, and the revisions that support them. LINK.md, LINK-15, has the rules for new types.

/** The version of the link; messages of other versions are rejected. */
export const linkVersion = 1

/**
 * [LINK-15] The revision of this build, which each end sends in `hello` or `resync`. Increment it in each release that
 * adds a record type.
 */
export const linkRevision = 1

export const recordTypes = {
  /** Up, first on a link: identifies the sidecar (JSON `Hello`). */
  hello: 1,
  /**
   * Up: creates or resumes a session. The field seq is the session's first unacknowledged transaction. Payload:
   * `SessionOpening`.
   */
  open: 2,
  /**
   * A frame. Up: the field seq counts frames from 1 (0: a datagram, which is never resent). Down: seq is the
   * transaction to which the frame replies, or 0.
   */
  data: 3,
  /** Up or down: the session has ended. Payload: the reason. */
  close: 4,
  /** Up: wakes a room that may have been evicted, or keeps a ticking room active while its clients are silent. */
  keepalive: 5,
  /** Up: this sidecar opens no more sessions. */
  drain: 6,
  /**
   * Down: announces this instance's epoch, and the sidecar opens all its sessions again. Payload: JSON with the
   * revision.
   */
  resync: 7,
  /** Down: transaction seq of the session is committed. */
  ack: 8,
  /** Down: the resume state that the sidecar keeps for the session. */
  resumeState: 9,
  /**
   * Down: one frame for many sessions. The field session is the number of sessions. Payload: their u32 numbers, then
   * the frame.
   */
  multicast: 10,
  /** Down: the UDP address of this session is validated, which means that the client receives the output sent to it. */
  addressValidated: 11,
} as const
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes]

/** The revision that introduced a record type. Types that are not listed exist since revision 0. */
const revisionByType: { readonly [type: number]: number } = {}

/**
 * [LINK-15] The first skippable type. A reader skips an unknown type from here to 31, and rejects the link for an
 * unknown type below.
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
