// What everything in a world needs of it: who is in, the map as it stands now, the score, and how all are told.
import type { Host, Json } from '../../game.ts'
import { type Ground, groundOf, movables } from '../map/ground.ts'
import type { Level, Movables } from '../map/level.ts'
import type { Movers } from '../map/movers.ts'
import type { Pickups } from '../map/pickups.ts'
import type { DoomOptions } from '../options.ts'
import { Tally } from '../scores/tally.ts'
import type { Listener, WorldEvent } from './events.ts'
import type { Player, SavedPlayer } from './player.ts'

/** [DM-10.4] What a scene goes on with after a restart. */
export interface SavedScene {
  readonly tally: Json
  /** The tally is that of a match that is over. */
  readonly settled: boolean
  readonly doors: Json
  readonly lifts: Json
  readonly players: readonly SavedPlayer[]
}

export class Scene {
  readonly host: Host
  readonly tally: Tally
  /** Who is in, by id, in the order of coming. */
  readonly players = new Map<number, Player>()
  /** Who was in before a restart and is not back yet. To the others he is there. */
  readonly absent: Map<number, SavedPlayer>
  /** Who hears what happens, and does not play. */
  readonly onlookers = new Set<Listener>()
  options: DoomOptions
  /** Something has happened that must be in the Store when this turn ends. */
  unsaved = false
  #ground: Ground

  /** `saved` undefined: nobody is in, nothing has happened. */
  constructor(host: Host, options: DoomOptions, level: Level, saved: SavedScene | undefined) {
    this.host = host
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

  /** Another map, at rest. */
  load(level: Level): void {
    this.#ground = groundOf(level)
  }

  /** [DM-9.7] As doors and lifts stand at this time. */
  movables(now: number): Movables {
    return movables(this.#ground, now)
  }

  /** To everybody who is in. For what needs no map. */
  tell(event: WorldEvent): void {
    for (const player of this.players.values()) player.listener.hear(event)
    for (const onlooker of this.onlookers) onlooker.hear(event)
  }

  /** To everybody whose client has the map; others are shown all when theirs has. */
  show(event: WorldEvent, except?: Player): void {
    for (const player of this.players.values())
      if (player.arrived && player !== except) player.listener.hear(event)
    for (const onlooker of this.onlookers) onlooker.hear(event)
  }

  /** Those who are there for others. */
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
