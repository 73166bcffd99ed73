// The link between a sidecar and a Room: binary messages of records, the same both ways. LINK.md has the rules.
// Message: version u8, epoch u32, number u32, records. Record: type u8 (with flags), session u32, seq u32,
// length u32, payload. All big endian.
import { WireError } from './error.ts'
import type { Transport } from './framing.ts'
import {
  isKnown,
  isKnownTo,
  isSkippable,
  linkRevision,
  linkVersion,
  type RecordType,
  types,
} from './link-records.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

/** Payloads over this many bytes travel in pieces. */
export const pieceBytes = 65_536
/** A message is closed once it is this long. */
const messageBytes = 262_144
const headerBytes = 9
const recordBytes = 13

const flagText = 0x80
const flagMore = 0x40
const flagAck = 0x20
/** Of a cast, which acknowledges nothing. */
const flagLate = 0x20
const typeMask = 0x1f

/**
 * How long what is no reply may wait for company: some milliseconds, or, if nobody waits for it, some 100 ms. It leaves
 * with whatever else is for the same client, in the order in which all was said.
 */
export type Urgency = 'soon' | 'late'

export { type RecordType, types } from './link-records.ts'

export interface LinkRecord {
  readonly type: RecordType
  readonly session: number
  readonly seq: number
  /** A view into the message. */
  readonly payload: Uint8Array
  /** The frame is text (UTF-8). */
  readonly text: boolean
  /** More pieces of this payload follow. */
  readonly more: boolean
  /** This reply is the last of turn seq: it is also its `ack`. */
  readonly ack: boolean
  /** Of a cast. */
  readonly urgency: Urgency
}

export interface LinkMessage {
  /** The Room instance that it speaks to or comes from; 0: none is known yet. */
  readonly epoch: number
  /** Down: counts the messages of this link from 1. Up: the highest such number received. */
  readonly number: number
  readonly records: readonly LinkRecord[]
}

export interface Hello {
  readonly sidecar: string
  /** Random, one a process: a redial by the same process takes its sessions along. */
  readonly process: string
  /** [LINK-15] Absent: a build that is older than revisions. */
  readonly revision?: number
}

/** What opens a session, new or resumed. */
export interface Opening {
  /** Random, unguessable, for the session's whole life: 32 hexadecimal digits. */
  readonly token: string
  readonly address: string
  readonly transport: Transport
  readonly compressed: boolean
  /** What the Room last said this session must remember; undefined: its greeting never came. */
  readonly note: Uint8Array | undefined
}

/** Of a sidecar's and a process's name, in characters. */
const nameLength = 128

const nothing = new Uint8Array(0)

/** UTF-16 units from which a text is worth remembering for who is told the same next, and up to which it may be kept. */
const longText = 4096
const longestKept = 1024 * 1024

/** Builds a link's messages, one after another, and hands each to `send` whole. */
export class LinkWriter {
  epoch = 0
  /** Down: of the last message sent. Up: of the last one received, set by its owner. */
  number = 0
  /** [LINK-15] Of the other end, as it said; 0: it is older than revisions, or has yet to say. Set by its owner. */
  revision = 0
  readonly #send: (message: Uint8Array) => void
  readonly #counts: boolean
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #at = headerBytes
  #lanes: Lane[] = []
  /** What many are told one after another, a newcomer's data package say, is encoded once. */
  #text = ''
  #encoded: Uint8Array = nothing

  /** `counts`: whether each message takes the next number (down) or states a number as it is (up). */
  constructor(counts: boolean, send: (message: Uint8Array) => void) {
    this.#counts = counts
    this.#send = send
  }

  get empty(): boolean {
    return this.#at === headerBytes && this.#lanes.length === 0
  }

  /** Bytes waiting for `flush`. */
  get waiting(): number {
    return this.#at - headerBytes + this.#lanes.reduce((sum, lane) => sum + lane.payload.length, 0)
  }

  record(type: RecordType, session: number, seq = 0, payload: Uint8Array = nothing, ack = false): void {
    this.#add(type | (ack ? flagAck : 0), session, seq, payload)
  }

  frame(session: number, seq: number, frame: Uint8Array | string, ack = false): void {
    const text = typeof frame === 'string'
    const payload = text ? this.#utf8(frame) : frame
    this.#add(types.data | (text ? flagText : 0) | (ack ? flagAck : 0), session, seq, payload)
  }

  cast(sessions: readonly number[], frame: Uint8Array | string, urgency: Urgency = 'soon'): void {
    const text = typeof frame === 'string'
    const body = text ? this.#utf8(frame) : frame
    const payload = new Uint8Array(4 * sessions.length + body.length)
    const view = new DataView(payload.buffer)
    for (let i = 0; i < sessions.length; i++) view.setUint32(4 * i, sessions[i]!)
    payload.set(body, 4 * sessions.length)
    const late = urgency === 'late' ? flagLate : 0
    this.#add(types.cast | (text ? flagText : 0) | late, sessions.length, 0, payload)
  }

  /** Sends what waits. `evenEmpty`: also a message without records, for its number alone. */
  flush(evenEmpty = false): void {
    if (this.#at > headerBytes || (evenEmpty && this.#lanes.length === 0)) this.#close()
    while (this.#lanes.length > 0) this.#round()
  }

  discard(): void {
    this.#at = headerBytes
    this.#lanes = []
  }

  #add(head: number, session: number, seq: number, payload: Uint8Array): void {
    const type = (head & typeMask) as RecordType
    if (!isKnownTo(this.revision, type)) {
      if (!isSkippable(type))
        throw new Error(`link: record type ${type} for an end of revision ${this.revision}`)
      // [LINK-15] Builds that are older than revisions refuse every type that they do not know.
      if (this.revision === 0) return
    }
    // A big payload waits in its session's lane so that the others' records pass it; what follows it in the
    // same session, and everything that follows a big cast, waits behind it.
    if (payload.length > pieceBytes || this.#waitsBehind(type, session)) {
      this.#lanes.push({ head, session, seq, payload, cast: type === types.cast })
      return
    }
    this.#put(head, session, seq, payload)
  }

  #utf8(text: string): Uint8Array {
    if (text.length < longText || text.length > longestKept) return encodeUtf8(text)
    if (text === this.#text) return this.#encoded
    this.#text = text
    this.#encoded = encodeUtf8(text)
    return this.#encoded
  }

  #waitsBehind(type: number, session: number): boolean {
    if (this.#lanes.length === 0) return false
    return this.#lanes.some((lane) => lane.cast || lane.session === session) || type === types.cast
  }

  /** One piece of each session's first waiting record; a cast only when it is first of all. */
  #round(): void {
    const seen = new Set<number>()
    const left: Lane[] = []
    let castAhead = false
    for (const [i, lane] of this.#lanes.entries()) {
      const key = lane.cast ? -1 : lane.session
      if (castAhead || seen.has(key) || (lane.cast && i > 0)) {
        castAhead ||= lane.cast
        seen.add(key)
        left.push(lane)
        continue
      }
      seen.add(key)
      castAhead ||= lane.cast
      if (!this.#putPiece(lane)) left.push(lane)
    }
    this.#lanes = left
    this.#close()
  }

  /** True when it was the last piece. */
  #putPiece(lane: Lane): boolean {
    if (lane.payload.length <= pieceBytes) {
      this.#put(lane.head, lane.session, lane.seq, lane.payload)
      return true
    }
    this.#put((lane.head & ~flagAck) | flagMore, lane.session, lane.seq, lane.payload.subarray(0, pieceBytes))
    lane.payload = lane.payload.subarray(pieceBytes)
    return false
  }

  #put(head: number, session: number, seq: number, payload: Uint8Array): void {
    const from = this.#reserve(recordBytes + payload.length)
    const view = this.#view
    view.setUint8(from, head)
    view.setUint32(from + 1, session)
    view.setUint32(from + 5, seq)
    view.setUint32(from + 9, payload.length)
    this.#bytes.set(payload, from + recordBytes)
    if (this.#at >= messageBytes) this.#close()
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
    if (this.#counts) this.number++
    this.#view.setUint8(0, linkVersion)
    this.#view.setUint32(1, this.epoch)
    this.#view.setUint32(5, this.number)
    const message = this.#bytes.slice(0, this.#at)
    this.#at = headerBytes
    this.#send(message)
  }
}

interface Lane {
  readonly head: number
  readonly session: number
  readonly seq: number
  readonly cast: boolean
  payload: Uint8Array
}

/**
 * [LINK-15] Skips records of unknown types that are skippable. Throws WireError for other unknown types, for another
 * version, and for a record that runs over the end.
 */
export function readLink(message: Uint8Array): LinkMessage {
  if (message.length < headerBytes)
    throw new WireError(`link: ${headerBytes} bytes wanted, ${message.length} left`)
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const version = view.getUint8(0)
  if (version !== linkVersion) throw new WireError(`link: version ${version}, not ${linkVersion}`)
  const records: LinkRecord[] = []
  for (let at = headerBytes, next = at; at < message.length; at = next) {
    if (message.length - at < recordBytes) throw new WireError(`link: half a record at ${at}`)
    const head = view.getUint8(at)
    const type = head & typeMask
    if (!isKnown(type) && !isSkippable(type))
      throw new WireError(`link: record type ${type} is unknown to revision ${linkRevision}`)
    const length = view.getUint32(at + 9)
    const from = at + recordBytes
    if (length > message.length - from)
      throw new WireError(`link: record of ${length} bytes at ${at} runs over`)
    next = from + length
    if (!isKnown(type)) continue
    records.push({
      type,
      session: view.getUint32(at + 1),
      seq: view.getUint32(at + 5),
      payload: message.subarray(from, from + length),
      text: (head & flagText) !== 0,
      more: (head & flagMore) !== 0,
      ack: type !== types.cast && (head & flagAck) !== 0,
      urgency: type === types.cast && (head & flagLate) !== 0 ? 'late' : 'soon',
    })
  }
  return { epoch: view.getUint32(1), number: view.getUint32(5), records }
}

/** Puts payloads that came in pieces together again; a session's whole is bounded by `limit` bytes. */
export class Pieces {
  readonly #limit: number
  readonly #parts = new Map<string, { bytes: number; pieces: Uint8Array[] }>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The whole payload, or undefined while pieces are missing. Throws WireError over the limit. */
  whole(record: LinkRecord): Uint8Array | undefined {
    if (this.#parts.size === 0 && !record.more) return record.payload
    const key = `${record.type} ${record.session}`
    const held = this.#parts.get(key)
    if (!held && !record.more) return record.payload
    const parts = held ?? { bytes: 0, pieces: [] }
    parts.bytes += record.payload.length
    if (parts.bytes > this.#limit) throw new WireError(`link: payload over ${this.#limit} bytes`)
    parts.pieces.push(record.payload.slice())
    if (record.more) {
      this.#parts.set(key, parts)
      return undefined
    }
    this.#parts.delete(key)
    return joined(parts.pieces, parts.bytes)
  }
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The frame in a whole `data` payload; copied, so that it outlives the message. */
export function frameOf(payload: Uint8Array, text: boolean): Uint8Array | string {
  return text ? decodeUtf8(payload) : payload.slice()
}

/** The sessions and the frame of a whole `cast` payload. */
export function castOf(payload: Uint8Array, count: number): { sessions: number[]; frame: Uint8Array } {
  if (count * 4 > payload.length) throw new WireError(`link: cast to ${count} runs over`)
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const sessions = Array.from({ length: count }, (_, i) => view.getUint32(4 * i))
  return { sessions, frame: payload.subarray(4 * count) }
}

/** With this build's revision. */
export function encodeHello({ sidecar, process }: Hello): Uint8Array {
  return encodeUtf8(JSON.stringify({ sidecar, process, revision: linkRevision }))
}

export function decodeHello(payload: Uint8Array): Hello {
  const { sidecar, process, revision } = parseObject(payload)
  if (typeof sidecar !== 'string' || typeof process !== 'string')
    throw new WireError('link: hello without a name')
  if (sidecar.length > nameLength || process.length > nameLength)
    throw new WireError(`link: hello with a name over ${nameLength} characters`)
  return { sidecar, process, ...(isRevision(revision) && { revision }) }
}

/** The payload of `who`: this build's revision. */
export function encodeWho(): Uint8Array {
  return encodeUtf8(JSON.stringify({ revision: linkRevision }))
}

/** The revision in the payload of `who`; 0: a Room that is older than revisions, whose `who` is empty. */
export function decodeWho(payload: Uint8Array): number {
  const { revision } = payload.length === 0 ? {} : parseObject(payload)
  return isRevision(revision) ? revision : 0
}

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** JSON length u16, JSON, then the note (one byte 1 and its bytes) or one byte 0. */
export function encodeOpening({ note, ...about }: Opening): Uint8Array {
  const json = encodeUtf8(JSON.stringify(about))
  const payload = new Uint8Array(3 + json.length + (note?.length ?? 0))
  payload[0] = json.length >> 8
  payload[1] = json.length & 255
  payload.set(json, 2)
  payload[2 + json.length] = note ? 1 : 0
  if (note) payload.set(note, 3 + json.length)
  return payload
}

export function decodeOpening(payload: Uint8Array): Opening {
  const length = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0)
  if (payload.length < 3 + length) throw new WireError('link: half an opening')
  const { token, address, transport, compressed } = parseObject(payload.subarray(2, 2 + length))
  if (typeof token !== 'string' || !/^[0-9a-f]{32}$/.test(token))
    throw new WireError('link: opening without a token')
  if (typeof address !== 'string' || address.length > 64)
    throw new WireError('link: opening without an address')
  if (transport !== 'tcp' && transport !== 'udp' && transport !== 'websocket')
    throw new WireError('link: opening of no known transport')
  const note = payload[2 + length] === 1 ? payload.slice(3 + length) : undefined
  return { token, address, transport, compressed: compressed === true, note }
}

function parseObject(payload: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(decodeUtf8(payload))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new WireError('link: not a JSON object')
}
