// What everything in a world needs of it: who is in, the map as it stands now, the score, and how all are told.
import type { Host } from '../../game.ts'
import { Pickups } from '../fight/pickups.ts'
import type { Level, Movables } from '../map/level.ts'
import { doorMovers, liftMovers, Movers } from '../map/movers.ts'
import { Tally } from '../match/scores.ts'
import type { DoomOptions } from '../options.ts'
import type { Player, SavedPlayer } from '../people/player.ts'
import type { WorldEvent } from './events.ts'
import type { SavedMatch } from './saved-match.ts'

export class Scene {
  readonly host: Host
  readonly tally: Tally
  /** Who is in, by id, in the order of coming. */
  readonly players = new Map<number, Player>()
  /** Who was in before a restart and is not back yet. To the others he is there. */
  readonly absent: Map<number, SavedPlayer>
  options: DoomOptions
  /** Something has happened that must be in the Store when this turn ends. */
  unsaved = false
  #ground: Ground

  constructor(host: Host, options: DoomOptions, ground: Ground, saved: SavedMatch | undefined) {
    this.host = host
    this.options = options
    this.tally = new Tally(saved?.tally, saved?.settled)
    this.absent = new Map(saved?.players.map((player) => [player.id, player]))
    this.#ground = ground
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
    const { doors, lifts } = this.#ground
    return {
      door: (id) => named(doors.state(id, now), 'open', 'closed'),
      lift: (id) => named(lifts.state(id, now), 'high', 'low'),
    }
  }

  /** To everybody who is in. For what needs no map. */
  tell(event: WorldEvent): void {
    for (const player of this.players.values()) player.listener.hear(event)
  }

  /** To everybody whose client has the map; others are shown all when theirs has. */
  show(event: WorldEvent, except?: Player): void {
    for (const player of this.players.values())
      if (player.arrived && player !== except) player.listener.hear(event)
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

/** A map and what has changed in it. */
export interface Ground {
  readonly level: Level
  readonly doors: Movers
  readonly lifts: Movers
  readonly pickups: Pickups
}

export function groundOf(level: Level, saved?: SavedMatch): Ground {
  return {
    level,
    doors: new Movers(doorMovers(level.doors), saved?.doors),
    lifts: new Movers(liftMovers(level.lifts), saved?.lifts),
    pickups: new Pickups(level.pickups),
  }
}

function named<Name extends string>(state: boolean | undefined, yes: Name, no: Name): Name | 'moving' {
  return state === undefined ? 'moving' : state ? yes : no
}
