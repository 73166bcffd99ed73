// The film and the clips of a room. The film is for everybody who may watch, a clip for everybody who has its link.
import { type Refusal, refusal } from '../../../games/refusal.ts'
import { maxClipMs } from '../../../wire/film/film-clip.ts'
import { type FilmSpan, trimFilmSegment } from '../../../wire/film/film-segment.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { ClipInfo, RoomFilm } from '../../rpc/rpc-types.ts'
import { ClipStore, clipIdLength, clipLimits, type StoredClip } from '../../storage/clip-store.ts'
import { FilmStore, filmCompression } from '../../storage/film-store.ts'
import type { RecordTable } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import { toFilmMark } from './film-marks.ts'
import { FilmRecorder } from './film-recorder.ts'

/** Visitors receive at most this many marks. Above the limit, the oldest marks are left out. */
const maxMarks = 1000
/** Marks this shortly before the film are included, because the film starts only after the first player has joined. */
const markLeadMs = 1000

/** `runtime`: undefined if the world is not open. */
interface FilmedWorld {
  readonly runtime: { readonly actions: { showText(session: ClientSession, text: string): void } } | undefined
}

export class Film {
  readonly recorder: FilmRecorder
  readonly #context: RoomContext
  readonly #store: FilmStore
  readonly #clips: ClipStore

  constructor(context: RoomContext, table: RecordTable, world: FilmedWorld) {
    this.#context = context
    this.#store = new FilmStore(table)
    this.#clips = new ClipStore(table)
    this.recorder = new FilmRecorder(context, this.#store)
    // The notice on the room's page does not reach players on original clients, so the game shows one too.
    context.events.on('nameChanged', (session, before, isResumed) => {
      if (context.isFilmed && before === undefined && !isResumed)
        world.runtime?.actions.showText(session, 'This room is filmed.')
    })
  }

  get isEmpty(): boolean {
    return this.#store.spans.length === 0 && this.#clips.all.length === 0
  }

  readFilm(address: string): RoomFilm | Refusal {
    const forbidden = this.#context.watchProhibition(address)
    if (forbidden !== undefined) return refusal('film', forbidden)
    const marks = this.#context.roomLog.timelineAfter(0).flatMap((line) => toFilmMark(line) ?? [])
    const stretches = joined(this.#store.spans).map(({ start, end }) => ({ from: iso(start), to: iso(end) }))
    const since = (this.#store.spans[0]?.start ?? 0) - markLeadMs
    return {
      isOn: this.#context.isFilmed,
      stretches,
      marks: marks.filter(({ time }) => Date.parse(time) >= since).slice(-maxMarks),
    }
  }

  readFilmSegment(at: number, address: string): Uint8Array | null | Refusal {
    const forbidden = this.#context.watchProhibition(address)
    if (forbidden !== undefined) return refusal('film', forbidden)
    return this.#store.segmentAt(at) ?? null
  }

  readClip(id: string): Uint8Array | null {
    return this.#clips.get(id) ?? null
  }

  listClips(): readonly ClipInfo[] {
    return this.#clips.all.map(infoOf)
  }

  addClip(from: number, to: number): ClipInfo | Refusal {
    if (to <= from) return refusal('to', 'is not later than `from`')
    if (to - from > maxClipMs) return refusal('to', `a clip has at most ${maxClipMs / 1000} s`)
    if (this.#clips.all.length >= clipLimits.maxClips)
      return refusal('clips', `the room has ${clipLimits.maxClips} clips: delete one first`)
    // The recorder stores messages with a delay, so the last seconds are stored now.
    this.recorder.flush()
    const segments = this.#segmentsOf({ start: from, end: to })
    if ('refused' in segments) return segments
    const { platform, now } = this.#context
    const clip = {
      id: platform.secrets.newToken().slice(0, clipIdLength),
      from,
      to,
      createdAt: Math.floor(now),
    }
    if (!this.#clips.add(clip.id, { ...clip, segments }))
      return refusal('to', 'the clip is too large: choose a shorter time')
    this.#context.roomLog.add(
      'act',
      `The host made a clip of ${iso(from).slice(0, 19).replace('T', ' ')} UTC`,
    )
    return infoOf(clip)
  }

  deleteClip(id: string): boolean {
    return this.#clips.delete(id)
  }

  /** Each step replaces one row. Ends the current segment first: the recorder must not extend a rewritten one. */
  *rewriteFrames(rewrite: Parameters<FilmStore['rewriteFrames']>[0]): Generator<void> {
    this.recorder.cut()
    yield* this.#store.rewriteFrames(rewrite)
    yield* this.#clips.rewriteFrames(rewrite)
  }

  /** The segments of a clip. The first one keeps its start, because the clip's state follows from its snapshot. */
  #segmentsOf(span: FilmSpan): readonly Uint8Array[] | Refusal {
    try {
      const found = [...this.#store.segmentsBetween(span)]
      if (found.length === 0) return refusal('from', 'the film has nothing of this time')
      return found.map((segment) => trimFilmSegment(segment, span.end, filmCompression))
    } catch (error) {
      if (error instanceof WireError) return refusal('from', 'the film of this time is damaged')
      throw error
    }
  }
}

function joined(spans: readonly FilmSpan[]): FilmSpan[] {
  const stretches: FilmSpan[] = []
  for (const { start, end } of spans) {
    const last = stretches.at(-1)
    if (last?.end === start) stretches[stretches.length - 1] = { start: last.start, end }
    else stretches.push({ start, end })
  }
  return stretches
}

const iso = (ms: number) => new Date(ms).toISOString()

function infoOf({ id, from, to, createdAt }: StoredClip): ClipInfo {
  return { id, from: iso(from), to: iso(to), createdAt: iso(createdAt) }
}
