// Shared state of a world: players, map, score, and the means to notify all clients.
import type { GameContext, Json } from '../../game.ts'
import { type Ground, groundOf, movables } from '../map/ground.ts'
import type { Level, Movables } from '../map/level.ts'
import type { Movers } from '../map/movers.ts'
import type { Pickups } from '../map/pickups.ts'
import type { DoomOptions } from '../options.ts'
import { Tally } from '../scores/tally.ts'
import type { Listener, WorldEvent } from './events.ts'
import type { Player, SavedPlayer } from './player.ts'

/** [DM-10.4] Saved state from before a restart. */
export interface SavedScene {
  readonly tally: Json
  /** The tally belongs to a finished match. */
  readonly settled: boolean
  readonly doors: Json
  readonly lifts: Json
  readonly players: readonly SavedPlayer[]
}

export class Scene {
  readonly context: GameContext
  readonly tally: Tally
  /** Connected players by id, in the order of joining. */
  readonly players = new Map<number, Player>()
  /** Players from before a restart who have not reconnected. The others still see them. */
  readonly absent: Map<number, SavedPlayer>
  /** Spectators. */
  readonly onlookers = new Set<Listener>()
  options: DoomOptions
  /** Something has changed that must be in the Store at the end of this turn. */
  unsaved = false
  #ground: Ground

  /** Without `saved` the scene starts empty. */
  constructor(context: GameContext, options: DoomOptions, level: Level, saved: SavedScene | undefined) {
    this.context = context
    this.options = options
    this.tally = new Tally(saved?.tally, saved?.settled)
    this.absent = new Map(saved?.players.map((player) => [player.id, player]))
    this.#ground = groundOf(level, saved)
  }

  get level(): Level {
    return this.#ground.level
  }
  get doors(): Movers {
    return this.#ground.doors
  }
  get lifts(): Movers {
    return this.#ground.lifts
  }
  get pickups(): Pickups {
    return this.#ground.pickups
  }

  /** Loads another map, with everything at rest. */
  load(level: Level): void {
    this.#ground = groundOf(level)
  }

  /** [DM-9.7] Doors and lifts at this time. */
  movables(now: number): Movables {
    return movables(this.#ground, now)
  }

  /** Notifies all players. For events that do not depend on the map. */
  tell(event: WorldEvent): void {
    for (const player of this.players.values()) player.listener.hear(event)
    for (const onlooker of this.onlookers) onlooker.hear(event)
  }

  /** Notifies all players on the current map. The rest receive everything once they have loaded it. */
  show(event: WorldEvent, except?: Player): void {
    for (const player of this.players.values())
      if (player.arrived && player !== except) player.listener.hear(event)
    for (const onlooker of this.onlookers) onlooker.hear(event)
  }

  /** All players that others see. */
  *everybody(): Iterable<Player | SavedPlayer> {
    yield* this.absent.values()
    yield* this.players.values()
  }

  /** [DM-5.3] */
  tellScores(): void {
    this.tell(this.scores())
  }

  scores(): WorldEvent {
    return { kind: 'scores', rows: this.tally.board([...this.everybody()].map(({ name }) => name)) }
  }
}
