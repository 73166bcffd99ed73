// The film (recording) of every game has the messages that a spectator received. At any instant the film player shows
// the state that the spectator saw.
import { beforeAll, describe, expect, it } from 'vitest'
import { playerLoads } from '../../bench/cost/loads.ts'
import { MeteredRoom } from '../../bench/cost/simulated-room.ts'
import { FilmFeeder, type FilmView } from '../../browser/player/film/film-feeder.ts'
import type { FilmSource } from '../../browser/player/film/film-source.ts'
import { filmCompression, filmKeyPrefix } from '../../durable-objects/storage/film-store.ts'
import type { StoredValue } from '../../durable-objects/storage/records.ts'
import { WatchedIsland } from '../../games/arcane-sector/browser/watched-island.ts'
import { WatchedMultiworld } from '../../games/archipelago/browser/watched-multiworld.ts'
import { SpectatedWorld } from '../../games/crossfire/browser/spectator-map.ts'
import { WatchedMatch } from '../../games/doom-2077/browser/spectator/watched-match.ts'
import type { Frame } from '../../games/game.ts'
import { games } from '../../games/index.ts'
import { silentAfterMs, TrafficHistory } from '../../games/lan/browser/traffic-history.ts'
import { graphMs } from '../../games/lan/view/traffic-graph.ts'
import { WatchedField } from '../../games/soaprun/browser/watched-field.ts'
import {
  decodeFilmSegment,
  type FilmMessage,
  type FilmSegment,
  filmFramesOf,
} from '../../wire/film/film-segment.ts'
import { decodeUtf8 } from '../../wire/util/utf8.ts'

type Frames = readonly (string | Uint8Array)[]

interface Model extends FilmView {
  /** Everything that the page shows at the time `now`. */
  state(now: number): unknown
}

const models: { readonly [game: string]: () => Model } = {
  soaprun() {
    const field = new WatchedField()
    return {
      reset: () => field.reset(),
      handlePacket: (frames, now) => field.onFrames(frames, now),
      state(now) {
        field.advance(now)
        const { others, units } = field.figures
        return [field.board?.tiles, field.isRaining, placesOf(others), placesOf(units)]
      },
    }
  },
  archipelago() {
    const world = new WatchedMultiworld()
    return {
      reset: () => world.reset(),
      handlePacket: (frames) => world.handleFrames(frames),
      state: () => [world.players, world.texts.slice(0, 40)],
    }
  },
  'arcane-sector'() {
    const island = new WatchedIsland()
    return {
      reset: () => island.begun(),
      handlePacket: (frames, now) => island.receive(frames, now),
      state: (now) => [
        island.people,
        [...island.around].map(([id, around]) => [
          id,
          around.place,
          around.piles,
          around.mobs,
          around.eye(now, true),
        ]),
      ],
    }
  },
  'doom-2077'() {
    const match = new WatchedMatch()
    return {
      reset: () => match.reset(),
      handlePacket: (frames, now) => match.handleFrames(frames, now),
      state: (now) => [
        match.map,
        match.drawnPlayers(now),
        match.scores,
        match.shots(now),
        match.deaths(now),
        match.doors,
      ],
    }
  },
  crossfire() {
    const world = new SpectatedWorld()
    return {
      reset: () => world.reset(),
      handlePacket: (frames) => void world.handlePacket(frames),
      state: () =>
        world.maps.map((map) => [
          map.players,
          Array.from({ length: map.width * map.height }, (_, at) => {
            const shown = map.cell(at % map.width, Math.floor(at / map.width))
            return shown && [shown.darkness, shown.faces.map((face) => world.pictures.get(face)?.length)]
          }),
        ]),
    }
  },
  lan() {
    const history = new TrafficHistory()
    return {
      memoryMs: graphMs + silentAfterMs,
      reset() {},
      timeChanged: () => history.clear(),
      handlePacket(frames, now) {
        for (const frame of frames) history.add(typeof frame === 'string' ? frame : decodeUtf8(frame), now)
      },
      state: (now) => history.samples.filter(({ at }) => at > now - graphMs),
    }
  },
}

function placesOf(
  figures: ReadonlyMap<number, { readonly place: unknown; readonly goal: unknown }>,
): unknown[] {
  return [...figures].map(([index, { place, goal }]) => [index, place, goal])
}

const minuteMs = 60_000
/** Milliseconds between two samples of the film's size. The room writes a chunk of the film every ten seconds. */
const sampleMs = 5000

/** The film of a room with eight players. `bytes` and `writes` are counted in the last `minutes` simulated minutes. */
async function filmed(game: string, minutes: number) {
  const load = playerLoads.get(game)!
  const room = await MeteredRoom.create({ ...load.setup, options: { ...load.setup.options, film: true } })
  const received: Frame[] = []
  const connections = load.connections?.(8, 'plays') ?? 8
  for (let n = 0; n < connections; n++) {
    room.connectClient(load.transport, 'sidecar', (client) => load.player(n, 'plays', client))
    await room.advance(137)
    if (n === 0) room.connectSpectator((message) => void received.push(message))
  }
  await room.advance(20_000)
  const chunks = () => new Map(room.records.filter(([key]) => key.startsWith(filmKeyPrefix)))
  const before = sizeOf(chunks())
  let [last, writes] = [chunks(), 0]
  for (let ms = 0; ms < minutes * minuteMs; ms += sampleMs) {
    await room.advance(sampleMs)
    const now = chunks()
    for (const [key, { length }] of now) if (last.get(key)?.length !== length) writes++
    last = now
  }
  expect(room.closed).toEqual([])
  const segments = [...last.values()]
    .map((value) => decodeFilmSegment(value as Uint8Array, filmCompression))
    .sort((a, b) => a.start - b.start)
  return { segments, received, writes, bytes: sizeOf(last) - before }
}

function sizeOf(chunks: ReadonlyMap<string, StoredValue>): number {
  return [...chunks.values()].reduce((sum, { length }) => sum + length, 0)
}

function sourceOf(segments: readonly FilmSegment[]): FilmSource {
  return {
    read: async () => ({ spans: [], marks: [] }),
    segmentAt: async (at) => segments.find(({ end }) => end > at),
  }
}

const same = (a: Frame, b: Frame) => Buffer.from(a as string).equals(Buffer.from(b as string))

const watched = games.filter(({ createSpectatorFeed }) => createSpectatorFeed).map(({ slug }) => slug)

// The simulated players of Archipelago act only once every 15 s, and the graph of a LAN shows the last minutes.
const minutesOf: { readonly [game: string]: number } = { archipelago: 16, lan: 4 }

describe.each(watched.map((game) => [game, minutesOf[game] ?? 2] as const))(
  'the film of eight players of %s',
  (game, minutes) => {
    let film: Awaited<ReturnType<typeof filmed>>

    beforeAll(async () => {
      film = await filmed(game, minutes)
    })

    it('takes at most 1 MB for ten minutes, and six writes a minute', () => {
      expect((film.bytes / minutes) * 10).toBeLessThanOrEqual(1_000_000)
      expect(film.writes).toBeGreaterThan(0)
      expect(film.writes / minutes).toBeLessThanOrEqual(6)
    })

    it('has the messages that a live spectator received, and shows the same state at 20 instants', async () => {
      const { segments, received } = film
      expect(segments.length).toBeGreaterThan(2)
      for (const [n, { start, end, messages }] of segments.entries()) {
        expect(n === 0 || start >= segments[n - 1]!.end).toBe(true)
        expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).sort((a, b) => a - b))
        expect(messages[0]!.at).toBe(start)
        expect(messages.at(-1)!.at).toBeLessThanOrEqual(end)
      }
      // The watcher's first message is a snapshot; all later messages are those of the film.
      const changes = segments.flatMap(({ messages }) => messages.filter(({ isSnapshot }) => !isSnapshot))
      const [snapshot, ...later] = received
      const first = changes.findIndex((_, from) =>
        later.every((message, n) => !changes[from + n] || same(changes[from + n]!.message, message)),
      )
      expect(first).toBeGreaterThanOrEqual(0)
      const both = Math.min(changes.length - first, later.length)
      expect(both).toBeGreaterThan(game === 'archipelago' ? 3 : 100)

      const seen = liveStates(models[game]!(), snapshot!, changes.slice(first, first + both))
      expect(seen.length).toBeGreaterThanOrEqual(20)
      for (const { at, state } of seen) {
        const model = models[game]!()
        const feeder = new FilmFeeder(sourceOf(segments), model, () => {})
        expect(await feeder.seek(at)).toBe('shown')
        expect(model.state(at), `${at - segments[0]!.start} ms`).toEqual(state)
      }

      // A film that is played from start to end shows the same state as a jump to the end.
      const model = models[game]!()
      const feeder = new FilmFeeder(sourceOf(segments), model, () => {})
      await feeder.seek(segments[0]!.start)
      const last = seen.at(-1)!
      for (let at = segments[0]!.start; at < last.at; at += 130) {
        while (feeder.advance(at) === 'waits') await Promise.resolve()
      }
      while (feeder.advance(last.at) === 'waits') await Promise.resolve()
      expect(model.state(last.at)).toEqual(last.state)
    })
  },
)

function liveStates(model: Model, snapshot: Frame, changes: readonly FilmMessage[]) {
  const frames = (message: Frame): Frames => filmFramesOf(message as string | Uint8Array)
  model.reset()
  model.handlePacket(frames(snapshot), changes[0]!.at)
  const seen: { readonly at: number; readonly state: unknown }[] = []
  for (const [n, { at, message }] of changes.entries()) {
    model.handlePacket(frames(message), at)
    // Until `memoryMs` have passed, the graph of a LAN still shows traffic from before the spectator joined.
    const isLate = at - changes[0]!.at >= (model.memoryMs ?? 0)
    const isLast = changes[n + 1]?.at !== at
    if (isLate && isLast && (n % Math.ceil(changes.length / 80) === 0 || n === changes.length - 1))
      seen.push({ at, state: structuredClone(model.state(at)) })
  }
  return seen
}
