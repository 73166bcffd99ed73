// The parts of the world that the code of all rules may use.
import type { GameContext } from '../../game.ts'
import type { Doors } from '../items/doors.ts'
import type { Ground } from '../items/ground.ts'
import type { SwitchLocks } from '../items/switch-locks.ts'
import type { ArcaneOptions } from '../options.ts'
import type { SpatialIndex } from '../terrain/spatial-index.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { Views } from '../vision/views.ts'
import type { Monsters } from './monsters.ts'
import type { Player, StartPosition } from './player.ts'
import type { Timers } from './timers.ts'
import type { Townsperson } from './townsperson.ts'

export interface WorldState {
  readonly context: GameContext
  readonly options: ArcaneOptions
  readonly terrain: Terrain
  readonly start: StartPosition
  readonly ground: Ground
  readonly doors: Doors
  readonly locks: SwitchLocks
  /** Connected players. */
  readonly players: SpatialIndex<Player>
  readonly monsters: Monsters
  readonly townsfolk: SpatialIndex<Townsperson>
  readonly views: Views
  readonly timers: Timers
  /** An id for an item or a selection. Ids are never reused. */
  newId(): number
  /** Stores the record in the current transaction. */
  saveCharacter(player: Player): void
}
