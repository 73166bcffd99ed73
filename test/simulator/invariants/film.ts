// A room's film contains the messages that its game has sent to spectators, in order and without gaps in a segment,
// even if instances are lost.
import { filmCompression, filmKeyPrefix } from '../../../durable-objects/storage/film-store.ts'
import type { Game, SpectatorFeed } from '../../../games/game.ts'
import { decodeFilmSegment, type FilmSegment } from '../../../wire/film/film-segment.ts'
import { encodeSpectatorFrames } from '../../../wire/link/spectator-frames.ts'
import { violate } from '../core/game-model.ts'
import type { Table } from './bounds.ts'

interface ShownMessage {
  readonly isSnapshot: boolean
  /** In base64. */
  readonly message: string
}

export class ShownMessages {
  readonly #shown: ShownMessage[] = []

  recorded(game: Game): Game {
    if (!game.createSpectatorFeed) return game
    return { ...game, createSpectatorFeed: (world) => this.#recordedFeed(game.createSpectatorFeed!(world)) }
  }

  #recordedFeed(feed: SpectatorFeed): SpectatorFeed {
    const note = (frames: ReturnType<SpectatorFeed['delta']>, isSnapshot: boolean) => {
      const message = encodeSpectatorFrames(frames as readonly (string | Uint8Array)[])
      if (message !== undefined) this.#shown.push({ isSnapshot, message: textOf(message) })
      return frames
    }
    return {
      ...(feed.minIntervalMs !== undefined && { minIntervalMs: feed.minIntervalMs }),
      snapshot: (now) => note(feed.snapshot(now), true),
      delta: (now) => note(feed.delta(now), false),
      onNoSpectators: () => feed.onNoSpectators(),
    }
  }

  /** Throws an `InvariantError` if the durable film contains other messages than those shown. */
  check(table: Table): void {
    const keys = table.durableKeys().filter((key) => key.startsWith(filmKeyPrefix))
    const segments = keys
      .map((key) => decodeFilmSegment(table.durable(key) as Uint8Array, filmCompression))
      .sort((a, b) => a.start - b.start)
    let from = 0
    for (const [n, segment] of segments.entries()) {
      if (n > 0 && segment.start < segments[n - 1]!.end)
        violate('a film is in order', `${segment.start} after ${segments[n - 1]!.end}`)
      const found = this.#find(segment, from)
      if (found === undefined)
        violate('a film is what spectators saw', `a segment of ${segment.messages.length} messages is not`)
      from = found
    }
  }

  /** The index of this segment's snapshot in the list of shown messages. The search begins at `from`. */
  #find({ messages: [snapshot, ...changes] }: FilmSegment, from: number): number | undefined {
    for (let at = from; at < this.#shown.length; at++) {
      const one = this.#shown[at]!
      if (!one.isSnapshot || one.message !== textOf(snapshot!.message)) continue
      const later = this.#shown.slice(at + 1).filter(({ isSnapshot }) => !isSnapshot)
      if (changes.every(({ message }, n) => later[n]?.message === textOf(message))) return at
    }
    return undefined
  }
}

function textOf(message: string | Uint8Array): string {
  return Buffer.from(message as string).toString('base64')
}
