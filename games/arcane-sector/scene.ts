// What the rules of the world see and change: the parts that every rule may use. Made by world.ts.
import type { Host } from '../game.ts'
import type { Doors } from './doors.ts'
import type { Ground } from './ground.ts'
import type { Locks } from './locks.ts'
import type { Monsters } from './monsters.ts'
import type { Nearby } from './nearby.ts'
import type { ArcaneOptions } from './options.ts'
import type { Player, Start } from './player.ts'
import type { Terrain } from './terrain.ts'
import type { Timers } from './timers.ts'
import type { Views } from './views.ts'

export interface Scene {
  readonly host: Host
  readonly options: ArcaneOptions
  readonly terrain: Terrain
  readonly start: Start
  readonly ground: Ground
  readonly doors: Doors
  readonly locks: Locks
  /** Those who are in. */
  readonly players: Nearby<Player>
  readonly monsters: Monsters
  readonly views: Views
  readonly timers: Timers
  /** The next id of items and selections, never given before. */
  newId(): number
  /** Writes his record: what he carries has changed, and is durable when the turn ends. */
  keep(player: Player): void
}
