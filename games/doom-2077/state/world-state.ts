// State that the parts of a world share.
import type { GameContext, Json } from '../../game.ts'
import type { DoorAndLiftPositions, Level } from '../map/level/level.ts'
import { createMapState, doorAndLiftPositionsAt, type MapState } from '../map/map-state.ts'
import type { Movers } from '../map/movers.ts'
import type { Pickups } from '../map/pickups.ts'
import type { DoomOptions } from '../options.ts'
import { Scoreboard } from '../scores/scoreboard.ts'
import type { Player, SavedPlayer } from './player.ts'
import type { WorldEvent, WorldEventListener } from './world-events.ts'

/** [DM-10.4] */
export interface SavedWorldState {
  /** When the state was last known to be current, in milliseconds since 1970. Up to about 20 s too early. */
  readonly savedAt: number
  readonly scoreboard: Json
  /** Whether the scoreboard belongs to a finished match. */
  readonly isFinal: boolean
  readonly doors: Json
  readonly lifts: Json
  readonly players: readonly SavedPlayer[]
}

export class WorldState {
  readonly context: GameContext
  readonly scoreboard: Scoreboard
  /** Indexed by player id, in the order of joining. */
  readonly players = new Map<number, Player>()
  /** Players from before a restart who have not reconnected. The other players still see them. */
  readonly disconnected: Map<number, SavedPlayer>
  readonly spectators = new Set<WorldEventListener>()
  options: DoomOptions
  /** Whether this transaction must store the state, because it has changed. */
  hasUnsavedState = false
  #mapState: MapState

  /** Without `saved` the world starts without players. */
  constructor(context: GameContext, options: DoomOptions, level: Level, saved: SavedWorldState | undefined) {
    this.context = context
    this.options = options
    this.scoreboard = new Scoreboard(saved?.scoreboard, saved?.isFinal)
    this.disconnected = new Map(saved?.players.map((player) => [player.id, player]))
    this.#mapState = createMapState(level, saved)
  }

  get level(): Level {
    return this.#mapState.level
  }
  get doors(): Movers {
    return this.#mapState.doors
  }
  get lifts(): Movers {
    return this.#mapState.lifts
  }
  get pickups(): Pickups {
    return this.#mapState.pickups
  }

  /** Loads a map whose doors and lifts are all at rest. */
  loadLevel(level: Level): void {
    this.#mapState = createMapState(level)
  }

  /** [DM-9.7] */
  movablesAt(now: number): DoorAndLiftPositions {
    return doorAndLiftPositionsAt(this.#mapState, now)
  }

  /** Use this for events that do not depend on the map. */
  notifyAll(event: WorldEvent): void {
    for (const player of this.players.values()) player.listener.onEvent(event)
    for (const onlooker of this.spectators) onlooker.onEvent(event)
  }

  /**
   * Notifies spectators, and players whose clients have loaded the map. Other clients receive the complete state after
   * they have loaded the map.
   */
  notifyOnMap(event: WorldEvent, except?: Player): void {
    for (const player of this.players.values())
      if (player.hasLoadedMap && player !== except) player.listener.onEvent(event)
    for (const onlooker of this.spectators) onlooker.onEvent(event)
  }

  /** Connected and absent players. */
  *visiblePlayers(): Iterable<Player | SavedPlayer> {
    yield* this.disconnected.values()
    yield* this.players.values()
  }

  /** [DM-5.3] */
  announceScores(): void {
    this.notifyAll(this.scores())
  }

  scores(): WorldEvent {
    return {
      kind: 'scores',
      rows: this.scoreboard.publicRows([...this.visiblePlayers()].map(({ name }) => name)),
    }
  }
}
