// What the rules of the world see and change: the parts that every rule may use. Made by world.ts.
import type { Host } from '../../game.ts'
import type { Nearby } from '../land/nearby.ts'
import type { Terrain } from '../land/terrain.ts'
import type { ArcaneOptions } from '../options.ts'
import type { Views } from '../sight/views.ts'
import type { Doors } from '../things/doors.ts'
import type { Ground } from '../things/ground.ts'
import type { Locks } from '../things/locks.ts'
import type { Monsters } from './monsters.ts'
import type { Player, Start } from './player.ts'
import type { Timers } from './timers.ts'
import type { Townsperson } from './townsperson.ts'

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
  readonly townsfolk: Nearby<Townsperson>
  readonly views: Views
  readonly timers: Timers
  /** The next id of items and selections, never given before. */
  newId(): number
  /** Writes his record: what he carries has changed, and is durable when the turn ends. */
  keep(player: Player): void
}
