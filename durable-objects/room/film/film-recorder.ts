// The film consists of the messages to spectators. Each message is encoded once for film and spectators. Recording runs
// after transactions and never throws. A chunk is stored ten seconds after the previous one. A crash loses the messages
// that are not stored yet, which leaves a gap.
import {
  encodeFilmChunk,
  encodeFilmMessages,
  encodeFilmSpan,
  type FilmMessage,
} from '../../../wire/film/film-segment.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { type FilmStore, filmCompression } from '../../storage/film-store.ts'
import type { RoomContext } from '../context/room-context.ts'

type StreamMessage = FilmMessage['message']

/**
 * A chunk is stored at the first message after `chunkMs`. Messages usually follow within 2 s. If none comes, a timer
 * stores the chunk after `idleChunkMs`.
 */
const chunkMs = 10_000
const idleChunkMs = 12_500
/** A segment ends when a chunk is stored after `segmentMs`, or at any message after `maxSegmentMs`. */
const segmentMs = 60_000
const maxSegmentMs = 90_000
/** A larger chunk is stored at once. The size is in bytes or UTF-16 units before compression. */
const maxChunkSize = 2 * 1024 * 1024
/** Above this size before compression, a new segment starts. Readers accept segments up to 48 MiB. */
const maxPlainBytes = 8 * 1024 * 1024
/** Milliseconds without recording after a failure. */
const pauseMs = 30_000

interface OpenSegment {
  readonly start: number
  row: number | undefined
  chunks: Uint8Array[]
  /** Bytes before compression. */
  plainBytes: number
  pending: FilmMessage[]
  pendingSize: number
}

/** A chunk that is being compressed. `end`: the film time at its end. The next segment may already be open. */
interface PackingChunk {
  readonly segment: OpenSegment
  readonly plain: Uint8Array
  readonly end: number
}

export class FilmRecorder {
  readonly #context: RoomContext
  readonly #store: FilmStore
  readonly #timer: OneShotTimer
  #open: OpenSegment | undefined
  #packing: PackingChunk | undefined
  /** Milliseconds by which the film's end is ahead of a clock that was set back; undefined until the end is read. */
  #ahead: number | undefined
  #storedAt = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(context: RoomContext, store: FilmStore) {
    this.#context = context
    this.#store = store
    this.#timer = new OneShotTimer(context.clock, () => this.#catching(() => this.#storeChunk()))
    context.events.on('deleting', () => this.reset())
  }

  /**
   * `delta`: the changes; undefined if nothing has changed. `snapshot`: returns the state after the changes; undefined
   * if the world has no view. `isEmpty`: the room has no sessions, so recording ends until a session joins.
   */
  record(
    delta: StreamMessage | undefined,
    snapshot: () => StreamMessage | undefined,
    isEmpty: boolean,
  ): void {
    this.#catching(() => {
      if (this.#context.now < this.#pausedUntil) return
      if (this.#open) {
        if (delta !== undefined) this.#add(delta, false)
      } else if (!isEmpty) this.#start(snapshot())
      if (isEmpty) this.cut()
      if (!this.#open) return
      const age = this.#now - this.#open.start
      const end = age >= maxSegmentMs ? this.#storeChunk() : this.#storeWhenDue()
      const isLong =
        age >= segmentMs ||
        this.#open.plainBytes >= maxPlainBytes ||
        this.#storedBytes >= this.#store.maxSegmentBytes
      // The next segment starts exactly where this one ends, without a gap, although the clock of Node has advanced.
      if (end !== undefined && isLong) this.#start(snapshot(), end)
    })
  }

  /** Ends the segment. Call when the film is switched off or the next messages do not continue the segment. */
  cut(): void {
    this.flush()
    this.#open = undefined
  }

  /** Stores the pending messages at once, even if their chunk is not due. */
  flush(): void {
    this.#catching(() => this.#storeChunk())
  }

  /** Drops all state. Call when the room is deleted or its records are replaced. */
  reset(): void {
    this.#timer.cancel()
    this.#open = undefined
    this.#packing = undefined
    this.#ahead = undefined
    this.#store.reset()
  }

  /** The film's time in milliseconds since 1970, which never goes back. */
  get #now(): number {
    const { now } = this.#context
    this.#ahead ??= Math.max(0, (this.#store.end ?? 0) - now)
    return now + this.#ahead
  }

  get #storedBytes(): number {
    return this.#open?.chunks.reduce((sum, { length }) => sum + length, 0) ?? 0
  }

  /** Starts a segment with a snapshot of the state, from which the film can be played. */
  #start(snapshot: StreamMessage | undefined, start = this.#now): void {
    this.#open = undefined
    if (snapshot === undefined) return
    this.#open = { start, row: undefined, chunks: [], plainBytes: 0, pending: [], pendingSize: 0 }
    this.#add(snapshot, true, start)
  }

  /** If the previous segment ended a millisecond ahead of the clock, this segment's start is later than `at`. */
  #add(message: StreamMessage, isSnapshot: boolean, at = this.#now): void {
    const open = this.#open!
    open.pending.push({ at: Math.max(at, open.start), isSnapshot, message })
    open.pendingSize += message.length
  }

  /** Stores the pending messages if they are due, and returns their end. Otherwise starts a timer that stores them. */
  #storeWhenDue(): number | undefined {
    const { pending, pendingSize } = this.#open!
    if (pending.length === 0) return undefined
    const waitMs = this.#storedAt + chunkMs - this.#context.now
    if (waitMs <= 0 || pendingSize > maxChunkSize) return this.#packChunk()
    this.#timer.start(waitMs + idleChunkMs - chunkMs)
    return undefined
  }

  /** Returns the end of the stored chunk; undefined if no message was pending. */
  #storeChunk(): number | undefined {
    const packing = this.#takePending()
    if (packing) this.#storePacked(packing)
    return packing?.end
  }

  /** Like `#storeChunk`, but compresses asynchronously. Stores the chunk afterwards, at the latest before the next. */
  #packChunk(): number | undefined {
    const { deflate } = this.#context.platform
    const packing = deflate ? this.#takePending() : undefined
    if (!deflate || !packing) return this.#storeChunk()
    const store = (packed?: Uint8Array) => {
      if (this.#packing === packing) this.#catching(() => this.#storePacked(packing, packed))
    }
    deflate(packing.plain).then(store, (error: unknown) => {
      this.#context.log('warn', 'film not compressed by the platform', { detail: describeError(error) })
      store()
    })
    return packing.end
  }

  #takePending(): PackingChunk | undefined {
    this.#timer.cancel()
    if (this.#packing) this.#storePacked(this.#packing)
    const open = this.#open
    if (!open || open.pending.length === 0) return undefined
    const plain = encodeFilmMessages(open.start, open.pending)
    this.#packing = { segment: open, plain, end: Math.max(this.#now, open.start + 1) }
    open.plainBytes += plain.length
    open.pending = []
    open.pendingSize = 0
    this.#storedAt = this.#context.now
    return this.#packing
  }

  #storePacked({ segment, plain, end }: PackingChunk, compressed?: Uint8Array): void {
    this.#packing = undefined
    segment.chunks.push(encodeFilmChunk(compressed ?? filmCompression.deflate(plain), plain.length))
    const span = { start: segment.start, end }
    const value = concatBytes([encodeFilmSpan(span), ...segment.chunks])
    if (segment.row === undefined) segment.row = this.#store.add(span, value)
    else this.#store.extend(segment.row, span, value)
  }

  /**
   * Runs a step of recording. A failure of the step, for example on a full disk, must not affect the room: it is
   * logged, and leaves a gap of `pauseMs` in the film.
   */
  #catching(act: () => unknown): void {
    try {
      act()
    } catch (error) {
      this.#context.log('warn', 'not filmed', { detail: describeError(error) })
      this.#timer.cancel()
      this.#open = undefined
      this.#packing = undefined
      this.#pausedUntil = this.#context.now + pauseMs
    }
  }
}
