// The parts of the world that every rule may use. Created by world.ts.
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
  /** The connected players. */
  readonly players: Nearby<Player>
  readonly monsters: Monsters
  readonly townsfolk: Nearby<Townsperson>
  readonly views: Views
  readonly timers: Timers
  /** A new id for an item or a selection. Ids are never reused. */
  newId(): number
  /** Stores the player's record. Durable when the turn ends. */
  keep(player: Player): void
}
