// What the rules of the world see and change: the parts that every rule may use. Made by world.ts.
import type { Host } from '../../game.ts'
import type { Player } from '../people/player.ts'
import type { Levels } from '../places/levels.ts'
import type { Particulars, Thing } from '../things/thing.ts'
import type { Tags } from './tags.ts'

export interface Scene {
  readonly host: Host
  readonly tags: Tags
  readonly levels: Levels
  /** Those who are in, by their names in small letters, in the order of coming. */
  readonly players: ReadonlyMap<string, Player>
  /** Milliseconds that have been played: ticks, each 120. It stands while nobody is in, and is stored. */
  readonly clock: number
  /** How many ticks have been played. */
  readonly ticks: number
  /** A new thing, in no place yet. */
  make(id: string, count?: number, particulars?: Particulars): Thing
}
