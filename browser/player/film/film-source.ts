// Fetches the film of a room segment by segment, and a clip as a whole.
import { inflateSync } from 'fflate'
import { decodeClip, type FilmClip } from '../../../wire/film/film-clip.ts'
import { decodeFilmSegment, type FilmSegment, type FilmSpan } from '../../../wire/film/film-segment.ts'

/** Number of cached segments: enough for the longest `memoryMs` of a view and a few more. */
const maxKept = 8

export interface FilmPlaybackMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/** Times are in milliseconds since 1970. */
export interface Film {
  /** The periods that were recorded without a gap, with the oldest first. */
  readonly spans: readonly FilmSpan[]
  readonly marks: readonly FilmPlaybackMark[]
}

export interface FilmSource {
  /** Rejects with an Error whose message is for users. */
  read(): Promise<Film>
  /** The segment that contains the time `at`, or else the next segment after `at`. Rejects like `read`. */
  segmentAt(at: number): Promise<FilmSegment | undefined>
}

const decoded = (segment: Uint8Array) =>
  decodeFilmSegment(segment, {
    inflate: (packed, length) => inflateSync(packed, { out: new Uint8Array(length) }),
  })

/** `path`: the path of the room's film in the API. */
export function filmSourceFromApi(path: string): FilmSource {
  const kept = new Map<number, FilmSegment>()
  let end = 0
  const read = async (): Promise<Film> => {
    const { stretches, marks } = await (await request(path)).json()
    const spans: FilmSpan[] = stretches.map(toSpan)
    end = spans.at(-1)?.end ?? 0
    return { spans, marks: marks.map(toMark) }
  }
  return {
    read,
    async segmentAt(at) {
      for (const segment of kept.values()) if (segment.start <= at && at < segment.end) return segment
      // The room may have recorded more since the last read.
      if (at >= end) await read()
      if (at >= end) return undefined
      const answer = await request(`${path}/segment?at=${new Date(at).toISOString()}`, 404)
      if (answer.status === 404) return undefined
      const segment = decoded(new Uint8Array(await answer.arrayBuffer()))
      kept.delete(segment.start)
      kept.set(segment.start, segment)
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
      return segment
    },
  }
}

/** `path`: the path of the clip in the API. */
export function clipSourceFromApi(path: string): FilmSource {
  let fetched: Promise<FilmClip> | undefined
  const clip = () => {
    fetched ??= request(path).then(async (answer) => decodeClip(new Uint8Array(await answer.arrayBuffer())))
    return fetched
  }
  return {
    async read() {
      const { from, to } = await clip()
      return { spans: [{ start: from, end: to }], marks: [] }
    },
    async segmentAt(at) {
      const { segments } = await clip()
      for (const one of segments) {
        const segment = decoded(one)
        if (segment.end > at) return segment
      }
      return undefined
    },
  }
}

/** `accepted`: an error status that the caller handles. */
async function request(path: string, accepted?: number): Promise<Response> {
  const answer = await fetch(path).catch(() => undefined) // offline
  if (!answer) throw new Error('No connection. Try again in a moment.')
  if (answer.ok || answer.status === accepted) return answer
  const { detail } = await answer.json().catch(() => ({})) // not JSON of the API, for example a proxy's page
  throw new Error(typeof detail === 'string' ? detail : `The film cannot be read (HTTP ${answer.status}).`)
}

const toSpan = ({ from, to }: { readonly from: string; readonly to: string }): FilmSpan => ({
  start: Date.parse(from),
  end: Date.parse(to),
})

const toMark = ({ time, text }: { readonly time: string; readonly text: string }): FilmPlaybackMark => ({
  at: Date.parse(time),
  text,
})
