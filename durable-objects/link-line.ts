// A session on a link: its applied frames, its unacknowledged replies, and the row from which it resumes after a crash.
// wire/LINK.md, LINK-3 to LINK-6.
import type { Frame } from '../games/game.ts'
import type { Timer } from '../wire/clock.ts'
import { type Hello, type LinkWriter, type Opening, recordTypes } from '../wire/link.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import type { Caster, Line, Taken } from './line.ts'
import type { NoteSeal, SessionSeal } from './note-seal.ts'
import type { Seat } from './seat.ts'
import { encodeSessionRow, type KeptTurn, type SessionRow, sessionRowKey } from './session-row.ts'
import type { Stored } from './store.ts'

const empty = new Uint8Array(0)
/** Used as a turn: all turns, and the session's end. */
const everything = Number.POSITIVE_INFINITY

/** Services and events of a line's gateway. */
export interface LineEvents {
  /** Seals the notes that sidecars store. */
  readonly seal: NoteSeal
  now(): number
  /** Bytes of unacknowledged replies above which the next frame waits. */
  windowBytes(): number
  /** Replies were acknowledged: a waiting frame may run. */
  ready(line: LinkLine): void
  /** Whether the session has a row. */
  hasRow(line: LinkLine): boolean
  /** The sidecar has received the session's end, or will not ask. */
  over(line: LinkLine): void
}

/** A link as seen by its lines. */
export interface LineLink extends Caster {
  readonly hello: Hello
  /** Its lines by session number. */
  readonly lines: { delete(session: number): boolean }
  readonly writer: LinkWriter
  /** Output waits to be sent. */
  touched(): void
  /** Turn `seq` of `line` is in the next message; it is kept until that is acknowledged. */
  finished(line: LinkLine, seq: number): void
}

export class LinkLine implements Line {
  readonly token: string
  readonly address: string
  readonly transport: Opening['transport']
  readonly compressed: boolean
  readonly sidecar: Hello
  seat: Seat | undefined
  link: LineLink | undefined
  session: number
  /** The last frame passed on. */
  taken = 0
  /** Why the session ended, until the sidecar has received that. */
  endedFor: string | undefined
  /** It cannot be resumed any more. */
  lost = false
  readonly #events: LineEvents
  #applied = -1
  #note: Uint8Array | undefined
  /** Created for its first note. */
  #seal: SessionSeal | undefined
  #kept: KeptTurn[] = []
  #keptBytes = 0
  /**
   * What was sent to the session since the frame at hand began: the replies to its finished parts, and what others sent
   * meanwhile, in this order. It leaves with the replies to the last part.
   */
  #partial: Frame[] = []
  #part = 0
  /** Output of a turn that is not committed yet. */
  #fresh: (KeptTurn & { readonly part: number }) | undefined
  #away: Timer | undefined

  constructor(link: LineLink, session: number, opening: Opening, events: LineEvents) {
    this.link = link
    this.session = session
    this.sidecar = link.hello
    this.token = opening.token
    this.address = opening.address
    this.transport = opening.transport
    this.compressed = opening.compressed
    this.#events = events
  }

  get away(): boolean {
    return this.link === undefined
  }

  /** [LINK-6] One turn's replies are always sent; the next turn waits until these are acknowledged. */
  get ready(): boolean {
    return this.#kept.length === 0 || this.#keptBytes < this.#events.windowBytes()
  }

  /** None between two parts of a frame: a cast must not overtake the replies to the first. */
  get caster(): LineLink | undefined {
    return this.#part > 0 ? undefined : this.link
  }

  // ---- Output ----------------------------------------------------------------------------------------------

  push(frame: Frame): void {
    if (!this.link) return
    // Otherwise it would arrive before the replies to the parts that it follows.
    if (this.#part > 0) return void this.#partial.push(frame)
    this.link.writer.frame(this.session, 0, frame)
    this.link.touched()
  }

  get part(): number {
    return this.#part
  }

  finish({ seq, part }: Taken, replies: readonly Frame[], note: Uint8Array | undefined): void {
    const frames = [...this.#partial, ...replies]
    // A note means that the greeting was sent, so the first is sent even when empty. A part's is sent with the last
    // part.
    const fresh = note ?? (this.#part > 0 ? this.#note : undefined) ?? (this.#note ? undefined : empty)
    this.#fresh = { seq, part, frames, note: fresh }
  }

  release(): void {
    const fresh = this.#fresh
    if (!fresh) return
    this.#fresh = undefined
    this.#note = fresh.note ?? this.#note
    this.#part = fresh.part
    if (fresh.part > 0) {
      this.#partial = [...fresh.frames]
      return
    }
    this.#partial = []
    this.#applied = fresh.seq
    if (this.transport !== 'udp') this.#keep(fresh)
    if (this.link) this.#send(this.link, fresh)
  }

  discard(): void {
    this.#fresh = undefined
  }

  proven(): void {
    if (this.transport !== 'udp') return
    this.link?.writer.record(recordTypes.addressValidated, this.session)
    this.link?.touched()
  }

  hangUp(reason: string): void {
    this.endedFor = reason
    if (this.lost) return this.#events.over(this)
    if (!this.link) return
    for (const frame of this.#partial) this.link.writer.frame(this.session, 0, frame)
    this.#partial = []
    this.link.writer.record(recordTypes.close, this.session, 0, encodeUtf8(reason))
    this.link.finished(this, everything)
    this.link.touched()
  }

  // ---- Acknowledgement and resumption -------------------------------------------------------------------------

  /** The sidecar has the replies up to turn `seq`; `everything`: and the session's end. */
  received(seq: number): void {
    const waited = !this.ready
    this.#dropKept((kept) => kept.seq <= seq)
    if (seq === everything) this.#events.over(this)
    else if (waited && this.ready) this.#events.ready(this)
  }

  attach(link: LineLink, session: number): void {
    this.#away?.cancel()
    this.#away = undefined
    this.link?.lines.delete(this.session)
    this.link = link
    this.session = session
  }

  /** `timer` runs until the session counts as lost. */
  detach(timer: Timer | undefined): void {
    this.#away?.cancel()
    this.#away = timer
    this.link = undefined
  }

  /** [LINK-5] Resends the kept turns from `from` on. */
  resend(from: number): void {
    const waited = !this.ready
    this.#dropKept((kept) => kept.seq < from)
    if (this.link) for (const kept of this.#kept) this.#send(this.link, kept)
    if (waited && this.ready) this.#events.ready(this)
  }

  /** Resumes from the sidecar's note: every turn before `from` is done. */
  goOn(note: Uint8Array, from: number): void {
    this.#note = note
    this.#applied = from - 1
    this.taken = from - 1
  }

  /** Resumes from the row. */
  adopt(row: SessionRow): void {
    this.#note = row.note
    this.#applied = row.applied
    this.taken = row.applied
    this.endedFor = row.ended
    this.#part = row.part
    this.#partial = [...row.partial]
    for (const kept of row.kept) this.#keep(kept)
  }

  #keep(kept: KeptTurn): void {
    this.#kept.push(kept)
    this.#keptBytes += bytesOf(kept)
  }

  #dropKept(done: (kept: KeptTurn) => boolean): void {
    while (this.#kept.length > 0 && done(this.#kept[0]!)) this.#keptBytes -= bytesOf(this.#kept.shift()!)
  }

  #send(link: LineLink, { seq, frames, note }: KeptTurn): void {
    const { writer } = link
    const acked = this.transport !== 'udp'
    if (note) writer.record(recordTypes.resumeState, this.session, 0, this.#sealed(note))
    for (let i = 0; i < frames.length; i++)
      writer.frame(this.session, acked ? seq : 0, frames[i]!, acked && i === frames.length - 1)
    if (acked && frames.length === 0) writer.record(recordTypes.ack, this.session, seq)
    if (acked) link.finished(this, seq)
    link.touched()
  }

  #sealed(note: Uint8Array): Uint8Array {
    this.#seal ??= this.#events.seal.of(this.token)
    return this.#seal.sealed(note)
  }

  // ---- The row -------------------------------------------------------------------------------------------------

  record(changes: Map<string, Stored | undefined>): void {
    if (this.transport === 'udp') return
    // [LINK-5] A turn without a durable effect leaves no row: the sidecar's note is enough.
    const row = this.#row
    if (changes.size === 0 || (row.kept.length === 0 && row.part === 0)) return
    changes.set(sessionRowKey(this.token), encodeSessionRow(row, this.#events.now()))
  }

  end(changes: Map<string, Stored | undefined>, reason: string, forGood = false): void {
    if (this.transport === 'udp' && !forGood) return
    const has = this.#events.hasRow(this)
    // [LINK-5] A session without durable effects leaves no record of its end: its frames may be applied again.
    if (changes.size === 0 && !has && !forGood) return
    if (!this.lost)
      changes.set(
        sessionRowKey(this.token),
        encodeSessionRow({ ...this.#row, ended: reason }, this.#events.now()),
      )
    else if (has) changes.set(sessionRowKey(this.token), undefined)
  }

  /** The row as of the current turn's commit. */
  get #row(): SessionRow {
    const fresh = this.transport === 'udp' ? undefined : this.#fresh
    const done = fresh?.part === 0 ? fresh : undefined
    return {
      applied: done?.seq ?? this.#applied,
      note: fresh?.note ?? this.#note ?? empty,
      kept: done ? [...this.#kept, done] : this.#kept,
      part: fresh?.part ?? this.#part,
      partial: done ? [] : (fresh?.frames ?? this.#partial),
      ended: undefined,
    }
  }
}

function bytesOf(kept: KeptTurn): number {
  return kept.frames.reduce((sum, frame) => sum + frame.length, 0)
}
