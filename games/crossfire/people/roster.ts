// When each character was last in the game, for how long in all, and what became of it: so that one that nobody really
// played can be told from one that somebody cares for, without reading either. [CF-16.10]
import type { Json, Store } from '../../game.ts'
import type { Player, Thing } from '../scene/scene.ts'
import { levelAt } from './experience.ts'

// seen/<name in small letters>   a Sighting

export interface Sighting {
  readonly name: string
  /** When the character was created, came in or left last: milliseconds since 1970. */
  readonly at: number
  /** Milliseconds in the game, in all. */
  readonly played: number
  readonly level: number
  /** What the character had when it was created, and has now: in the smallest coin, the bank included. */
  readonly born: number
  readonly worth: number
}

const prefix = 'seen/'
const keyOf = (name: string) => `${prefix}${name.toLowerCase()}`
/** [CF-16.10] A character with less than both is one that nobody really played. */
const really = { level: 2, playedMs: 10 * 60_000 } as const

export class Roster {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** In the order of their names. A character of a build before 2026-11-23 is missing until it comes in again. */
  all(): Sighting[] {
    return Array.from(this.#store.list(prefix), ([, sighting]) => sighting as unknown as Sighting)
  }

  born(player: Player, now: number): void {
    const worth = worthOf(player)
    this.#put({
      name: player.name,
      at: now,
      played: 0,
      level: levelAt(player.experience),
      born: worth,
      worth,
    })
  }

  /** The character came in or left; `playedMs`: since it was seen last. */
  note(player: Player, now: number, playedMs: number): void {
    const { name, experience } = player
    const before = this.#store.get(keyOf(name)) as unknown as Sighting | undefined
    const played = (before?.played ?? 0) + Math.max(0, playedMs)
    // Nobody knows what one of an older build was born with: whatever it has counts as earned.
    const born = before?.born ?? 0
    this.#put({ name, at: now, played, level: levelAt(experience), born, worth: worthOf(player) })
  }

  delete(name: string): void {
    this.#store.delete(keyOf(name))
  }

  #put(sighting: Sighting): void {
    this.#store.put(keyOf(sighting.name), { ...sighting } satisfies Json)
  }
}

/** [CF-16.10] Level 1, less than ten minutes in the game, and nothing gained. */
export function isUnplayed({ level, played, born, worth }: Sighting): boolean {
  return level < really.level && played < really.playedMs && worth <= born
}

function worthOf({ inventory, bank }: Player): number {
  return bank + sumOf(inventory)
}

function sumOf(things: readonly Thing[]): number {
  return things.reduce(
    (sum, { kind, count, inside }) => sum + (kind.value ?? 0) * count + sumOf(inside ?? []),
    0,
  )
}
