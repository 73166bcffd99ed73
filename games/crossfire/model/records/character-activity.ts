// Identifies unused characters without reading their records. [CF-16.10]
import type { Json, RecordStore } from '../../../game.ts'
import { levelOf } from '../players/levels.ts'
import type { Player, Thing } from '../state/game-state.ts'

// seen/<name in lower case>: a CharacterActivity

export interface CharacterActivity {
  readonly name: string
  /** Milliseconds since 1970 of the last creation, login or logout. */
  readonly at: number
  /** Total milliseconds in the game. */
  readonly played: number
  readonly level: number
  /** Wealth with bank balance, in the smallest coin. `born`: at creation. `worth`: at the last record. */
  readonly born: number
  readonly worth: number
}

const prefix = 'seen/'
const keyOf = (name: string) => `${prefix}${name.toLowerCase()}`
/** [CF-16.10] A character counts as rarely used if both its level and its playing time are below these values. */
const playedThresholds = { level: 2, playedMs: 10 * 60_000 } as const

export class CharacterActivityLog {
  readonly #store: RecordStore

  constructor(store: RecordStore) {
    this.#store = store
  }

  list(): CharacterActivity[] {
    return Array.from(this.#store.list(prefix), ([, activity]) => activity as unknown as CharacterActivity)
  }

  recordCreated(player: Player, now: number): void {
    const worth = totalWealth(player)
    this.#put({
      name: player.name,
      at: now,
      played: 0,
      level: levelOf(player),
      born: worth,
      worth,
    })
  }

  /** `playedMs`: time in the game since the last record. */
  recordSession(player: Player, now: number, playedMs: number): void {
    const { name } = player
    const before = this.#store.get(keyOf(name)) as unknown as CharacterActivity | undefined
    const played = (before?.played ?? 0) + Math.max(0, playedMs)
    // The starting wealth of a character without a record is unknown, so all wealth of that character counts as gained.
    const born = before?.born ?? 0
    this.#put({ name, at: now, played, level: levelOf(player), born, worth: totalWealth(player) })
  }

  delete(name: string): void {
    this.#store.delete(keyOf(name))
  }

  #put(activity: CharacterActivity): void {
    this.#store.put(keyOf(activity.name), { ...activity } satisfies Json)
  }
}

/** [CF-16.10] */
export function isRarelyUsedCharacter({ level, played, born, worth }: CharacterActivity): boolean {
  return level < playedThresholds.level && played < playedThresholds.playedMs && worth <= born
}

/** [CF-16.10] A session that ended with a restart of the room did not record its level and wealth. */
export function withCurrentPlayerState(activity: CharacterActivity, player: Player): CharacterActivity {
  return { ...activity, level: levelOf(player), worth: totalWealth(player) }
}

function totalWealth({ inventory, bank }: Player): number {
  return bank + totalValue(inventory)
}

function totalValue(things: readonly Thing[]): number {
  return things.reduce(
    (sum, { archetype, count, inside }) => sum + (archetype.value ?? 0) * count + totalValue(inside ?? []),
    0,
  )
}
