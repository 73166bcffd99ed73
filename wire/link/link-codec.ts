// Reads and writes the messages of the link, whose layout is in LINK.md. "Up" is from the sidecar to the Room, "down"
// from the Room to the sidecar.

import type { Transport } from '../net/framing.ts'
import { concatBytes } from '../util/concat-bytes.ts'
import { parseJsonOrUndefined } from '../util/json.ts'
import { decodeUtf8, encodeUtf8 } from '../util/utf8.ts'
import { WireError } from '../util/wire-error.ts'
import {
  isKnownType,
  isSkippableType,
  linkRevision,
  linkVersion,
  type RecordType,
  recordTypes,
  supportsType,
} from './record-types.ts'

/** Maximum bytes of a piece. Larger payloads are split into pieces. */
const maxPieceBytes = 65_536
/**
 * Maximum bytes of all unfinished payloads of a link together. A writer starts no further payload that would exceed it,
 * because many clients may send large frames at once, and the reader keeps the pieces in memory.
 */
const maxUnfinishedBytes = 33_554_432
/** The reader counts a piece as at least this many bytes, because a small piece takes more memory than its bytes. */
const minPieceBytes = 1024
/** A message ends when it has at least this many bytes. */
const maxMessageBytes = 262_144
const messageHeaderBytes = 9
const recordHeaderBytes = 13

const flagText = 0x80
const flagMore = 0x40
const flagAck = 0x20
/** In a multicast, which acknowledges nothing, the same bit means the urgency `late`. */
const flagLate = 0x20
const typeMask = 0x1f

/**
 * How long a frame that is not a reply may wait to be joined with further frames. `soon`: some milliseconds. `late`:
 * about 100 ms, because no player waits for it. Other output to the same client flushes the waiting frames, in the
 * original order.
 */
export type Urgency = 'soon' | 'late'

export { type RecordType, recordTypes } from './record-types.ts'

export interface LinkRecord {
  readonly type: RecordType
  readonly session: number
  readonly seq: number
  /** The payload, as a view into the message. */
  readonly payload: Uint8Array
  /** Whether the payload is text, in UTF-8. */
  readonly isText: boolean
  /** Whether more pieces of this payload follow. */
  readonly hasMore: boolean
  /** Whether this reply is the last one of transaction `seq` and replaces the transaction's `ack`. */
  readonly acknowledges: boolean
  /** The urgency of a multicast. Other records have no urgency. */
  readonly urgency: Urgency
}

export interface LinkMessage {
  /** The Room instance that sends the message or receives it; 0: the sidecar does not know it yet. */
  readonly epoch: number
  /** Down: the number of the message on this link, from 1. Up: the highest number received. */
  readonly number: number
  readonly records: readonly LinkRecord[]
}

export interface Hello {
  readonly sidecar: string
  /** A random name of the process. If the same process dials again, it keeps its sessions. */
  readonly process: string
  /** [LINK-15] The link revision of the sidecar. Absent: 0. */
  readonly revision?: number
}

/** The payload of a record that creates or resumes a session. */
export interface SessionOpening {
  /** 32 random hexadecimal digits, which stay the same for the life of the session. They cannot be guessed. */
  readonly token: string
  readonly address: string
  readonly transport: Transport
  readonly compressed: boolean
  /** The latest resume state from the Room, if any. */
  readonly resumeState: Uint8Array | undefined
}

/** Maximum length of the names of a sidecar and of a process, in characters. */
const maxNameLength = 128

const noBytes = new Uint8Array(0)

/**
 * The encoding of the last text with a length in this range (UTF-16 units) is cached, because the next client often
 * gets the same text, for example a data package.
 */
const minCachedUnits = 4096
const maxCachedUnits = 1024 * 1024

export class LinkWriter {
  epoch = 0
  /** Down: the number of the last message sent. Up: the number of the last message received, which the owner sets. */
  number = 0
  /** [LINK-15] The peer's revision, which the owner sets. 0: the peer has not sent a revision. */
  revision = 0
  readonly #send: (message: Uint8Array) => void
  readonly #numbersMessages: boolean
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #at = messageHeaderBytes
  #pendingLarge: PendingPayload[] = []
  #lastText = ''
  #lastEncoded: Uint8Array = noBytes

  /** `numbersMessages`: whether each message gets the next number (down) or repeats `number` (up). */
  constructor(numbersMessages: boolean, send: (message: Uint8Array) => void) {
    this.#numbersMessages = numbersMessages
    this.#send = send
  }

  get empty(): boolean {
    return this.#at === messageHeaderBytes && this.#pendingLarge.length === 0
  }

  record(type: RecordType, session: number, seq = 0, payload: Uint8Array = noBytes, ack = false): void {
    this.#add(type | (ack ? flagAck : 0), session, seq, payload)
  }

  frame(session: number, seq: number, frame: Uint8Array | string, ack = false): void {
    const text = typeof frame === 'string'
    const payload = text ? this.#utf8(frame) : frame
    this.#add(recordTypes.data | (text ? flagText : 0) | (ack ? flagAck : 0), session, seq, payload)
  }

  multicast(sessions: readonly number[], frame: Uint8Array | string, urgency: Urgency = 'soon'): void {
    const text = typeof frame === 'string'
    const body = text ? this.#utf8(frame) : frame
    const payload = new Uint8Array(4 * sessions.length + body.length)
    const view = new DataView(payload.buffer)
    for (let i = 0; i < sessions.length; i++) view.setUint32(4 * i, sessions[i]!)
    payload.set(body, 4 * sessions.length)
    const late = urgency === 'late' ? flagLate : 0
    this.#add(recordTypes.multicast | (text ? flagText : 0) | late, sessions.length, 0, payload)
  }

  /**
   * Sends all waiting records. `evenEmpty`: if there are none, sends a message without records, which contains only the
   * number.
   */
  flush(evenEmpty = false): void {
    if (this.#at > messageHeaderBytes || (evenEmpty && this.#pendingLarge.length === 0)) this.#close()
    while (this.#pendingLarge.length > 0) this.#sendRound()
  }

  discardPending(): void {
    this.#at = messageHeaderBytes
    this.#pendingLarge = []
  }

  #add(head: number, session: number, seq: number, payload: Uint8Array): void {
    const type = (head & typeMask) as RecordType
    if (!supportsType(this.revision, type)) {
      if (!isSkippableType(type))
        throw new Error(`link: the peer of revision ${this.revision} does not support record type ${type}`)
      // [LINK-15] Peers of revision 0 reject all unknown types.
      if (this.revision === 0) return
    }
    // Records of other sessions can overtake a large payload. Later records of the same session wait until it is sent.
    // Behind a large multicast all later records wait.
    if (payload.length > maxPieceBytes || this.#mustWait(type, session)) {
      const isMulticast = type === recordTypes.multicast
      this.#pendingLarge.push({ head, session, seq, payload, isMulticast, bytes: payload.length })
      return
    }
    this.#put(head, session, seq, payload)
  }

  #utf8(text: string): Uint8Array {
    if (text.length < minCachedUnits || text.length > maxCachedUnits) return encodeUtf8(text)
    if (text === this.#lastText) return this.#lastEncoded
    this.#lastText = text
    this.#lastEncoded = encodeUtf8(text)
    return this.#lastEncoded
  }

  #mustWait(type: number, session: number): boolean {
    if (this.#pendingLarge.length === 0) return false
    return (
      this.#pendingLarge.some((pending) => pending.isMulticast || pending.session === session) ||
      type === recordTypes.multicast
    )
  }

  /**
   * Sends one piece of each session's first waiting record, unless too many payloads are unfinished. A multicast is
   * sent only when it is the first waiting record of all.
   */
  #sendRound(): void {
    const seen = new Set<number>()
    const left: PendingPayload[] = []
    let isBehindMulticast = false
    let unfinishedBytes = this.#pendingLarge.reduce((sum, one) => sum + (isStarted(one) ? one.bytes : 0), 0)
    for (const [i, pending] of this.#pendingLarge.entries()) {
      const key = pending.isMulticast ? -1 : pending.session
      const isNew = pending.bytes > maxPieceBytes && !isStarted(pending)
      const mustWait = isNew && unfinishedBytes > 0 && unfinishedBytes + pending.bytes > maxUnfinishedBytes
      if (isBehindMulticast || seen.has(key) || mustWait || (pending.isMulticast && i > 0)) {
        isBehindMulticast ||= pending.isMulticast
        seen.add(key)
        left.push(pending)
        continue
      }
      seen.add(key)
      isBehindMulticast ||= pending.isMulticast
      if (isNew) unfinishedBytes += pending.bytes
      if (!this.#putPiece(pending)) left.push(pending)
    }
    this.#pendingLarge = left
    this.#close()
  }

  /** Writes the next piece of a payload, and returns true for the last piece. */
  #putPiece(pending: PendingPayload): boolean {
    if (pending.payload.length <= maxPieceBytes) {
      this.#put(pending.head, pending.session, pending.seq, pending.payload)
      return true
    }
    this.#put(
      (pending.head & ~flagAck) | flagMore,
      pending.session,
      pending.seq,
      pending.payload.subarray(0, maxPieceBytes),
    )
    pending.payload = pending.payload.subarray(maxPieceBytes)
    return false
  }

  #put(head: number, session: number, seq: number, payload: Uint8Array): void {
    const from = this.#reserve(recordHeaderBytes + payload.length)
    const view = this.#view
    view.setUint8(from, head)
    view.setUint32(from + 1, session)
    view.setUint32(from + 5, seq)
    view.setUint32(from + 9, payload.length)
    this.#bytes.set(payload, from + recordHeaderBytes)
    if (this.#at >= maxMessageBytes) this.#close()
  }

  #reserve(size: number): number {
    const from = this.#at
    this.#at = from + size
    if (this.#at > this.#bytes.length) {
      const bigger = new Uint8Array(Math.max(this.#at, this.#bytes.length * 2))
      bigger.set(this.#bytes.subarray(0, from))
      this.#bytes = bigger
      this.#view = new DataView(bigger.buffer)
    }
    return from
  }

  #close(): void {
    if (this.#numbersMessages) this.number++
    this.#view.setUint8(0, linkVersion)
    this.#view.setUint32(1, this.epoch)
    this.#view.setUint32(5, this.number)
    const message = this.#bytes.slice(0, this.#at)
    this.#at = messageHeaderBytes
    this.#send(message)
  }
}

interface PendingPayload {
  readonly head: number
  readonly session: number
  readonly seq: number
  readonly isMulticast: boolean
  /** The length of the whole payload. */
  readonly bytes: number
  /** The part of the payload that is not sent yet. */
  payload: Uint8Array
}

const isStarted = ({ bytes, payload }: PendingPayload) => payload.length < bytes

/**
 * [LINK-15] Skips unknown record types from 16 on. Throws WireError for unknown types below 16, for another version,
 * and for a record that exceeds the message.
 */
export function decodeLinkMessage(message: Uint8Array): LinkMessage {
  if (message.length < messageHeaderBytes)
    throw new WireError(`link: ${messageHeaderBytes} bytes expected, ${message.length} left`)
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const version = view.getUint8(0)
  if (version !== linkVersion)
    throw new WireError(`link: version ${version} is not supported (${linkVersion} is)`)
  const records: LinkRecord[] = []
  for (let at = messageHeaderBytes, next = at; at < message.length; at = next) {
    if (message.length - at < recordHeaderBytes) throw new WireError(`link: incomplete record at ${at}`)
    const head = view.getUint8(at)
    const type = head & typeMask
    if (!isKnownType(type) && !isSkippableType(type))
      throw new WireError(`link: record type ${type} is unknown to revision ${linkRevision}`)
    const length = view.getUint32(at + 9)
    const from = at + recordHeaderBytes
    if (length > message.length - from)
      throw new WireError(`link: record of ${length} bytes at ${at} exceeds the message`)
    next = from + length
    if (!isKnownType(type)) continue
    records.push({
      type,
      session: view.getUint32(at + 1),
      seq: view.getUint32(at + 5),
      payload: message.subarray(from, from + length),
      isText: (head & flagText) !== 0,
      hasMore: (head & flagMore) !== 0,
      acknowledges: type !== recordTypes.multicast && (head & flagAck) !== 0,
      urgency: type === recordTypes.multicast && (head & flagLate) !== 0 ? 'late' : 'soon',
    })
  }
  return { epoch: view.getUint32(1), number: view.getUint32(5), records }
}

export class PayloadReassembler {
  readonly #limit: number
  readonly #parts = new Map<string, { bytes: number; pieces: Uint8Array[] }>()
  /** Counted bytes of all unfinished payloads. */
  #bytes = 0

  /** `limit`: maximum bytes of all unfinished payloads together. */
  constructor(limit = maxUnfinishedBytes) {
    this.#limit = limit
  }

  /** Returns undefined while pieces are missing. Throws WireError if the unfinished payloads exceed the limit. */
  add(record: LinkRecord): Uint8Array | undefined {
    if (this.#parts.size === 0 && !record.hasMore) return record.payload
    const key = `${record.type} ${record.session}`
    const known = this.#parts.get(key)
    if (!known && !record.hasMore) return record.payload
    const parts = known ?? { bytes: 0, pieces: [] }
    const bytes = record.hasMore ? Math.max(minPieceBytes, record.payload.length) : record.payload.length
    if (this.#bytes + bytes > this.#limit)
      throw new WireError(`link: unfinished payloads over ${this.#limit} bytes`)
    this.#bytes += bytes
    parts.bytes += bytes
    parts.pieces.push(record.payload.slice())
    if (record.hasMore) {
      this.#parts.set(key, parts)
      return undefined
    }
    this.#parts.delete(key)
    this.#bytes -= parts.bytes
    return concatBytes(parts.pieces)
  }
}

/** The frame of a complete `data` payload, copied so that it does not keep the message in memory. */
export function decodeFrame(payload: Uint8Array, text: boolean): Uint8Array | string {
  return text ? decodeUtf8(payload) : payload.slice()
}

export function decodeMulticast(
  payload: Uint8Array,
  count: number,
): { sessions: number[]; frame: Uint8Array } {
  if (count * 4 > payload.length)
    throw new WireError(`link: multicast to ${count} sessions exceeds its payload`)
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const sessions = Array.from({ length: count }, (_, i) => view.getUint32(4 * i))
  return { sessions, frame: payload.subarray(4 * count) }
}

export function encodeHello({ sidecar, process }: Hello): Uint8Array {
  return encodeUtf8(JSON.stringify({ sidecar, process, revision: linkRevision }))
}

export function decodeHello(payload: Uint8Array): Hello {
  const { sidecar, process, revision } = parseObject(payload)
  if (typeof sidecar !== 'string' || typeof process !== 'string')
    throw new WireError('link: hello without a name')
  if (sidecar.length > maxNameLength || process.length > maxNameLength)
    throw new WireError(`link: hello with a name over ${maxNameLength} characters`)
  return { sidecar, process, ...(isRevision(revision) && { revision }) }
}

export function encodeResync(): Uint8Array {
  return encodeUtf8(JSON.stringify({ revision: linkRevision }))
}

/** The peer's revision; 0 if the payload is empty or has no valid revision. */
export function decodeResync(payload: Uint8Array): number {
  const { revision } = payload.length === 0 ? {} : parseObject(payload)
  return isRevision(revision) ? revision : 0
}

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/**
 * Encodes an opening: the length of the JSON (u16), the JSON, and then the byte 1 and the resume state, or the byte 0.
 */
export function encodeSessionOpening({ resumeState, ...fields }: SessionOpening): Uint8Array {
  const json = encodeUtf8(JSON.stringify(fields))
  const payload = new Uint8Array(3 + json.length + (resumeState?.length ?? 0))
  payload[0] = json.length >> 8
  payload[1] = json.length & 255
  payload.set(json, 2)
  payload[2 + json.length] = resumeState ? 1 : 0
  if (resumeState) payload.set(resumeState, 3 + json.length)
  return payload
}

export function decodeSessionOpening(payload: Uint8Array): SessionOpening {
  const length = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0)
  if (payload.length < 3 + length) throw new WireError('link: incomplete opening')
  const { token, address, transport, compressed } = parseObject(payload.subarray(2, 2 + length))
  if (typeof token !== 'string' || !/^[0-9a-f]{32}$/.test(token))
    throw new WireError('link: opening without a token')
  if (typeof address !== 'string' || address.length > 64)
    throw new WireError('link: opening without an address')
  if (transport !== 'tcp' && transport !== 'udp' && transport !== 'websocket')
    throw new WireError('link: opening with an unknown transport')
  const resumeState = payload[2 + length] === 1 ? payload.slice(3 + length) : undefined
  return { token, address, transport, compressed: compressed === true, resumeState }
}

function parseObject(payload: Uint8Array): Record<string, unknown> {
  const value = parseJsonOrUndefined(decodeUtf8(payload))
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new WireError('link: not a JSON object')
}
