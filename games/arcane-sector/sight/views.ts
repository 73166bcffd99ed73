// Each player's view of the ground and of others. The acting player is updated at once; others nearby are marked, and
// get at most one GRND and one MOBS per tick. [AS-4]
import type { Place } from '../land/terrain.ts'
import type { Ground } from '../things/ground.ts'
import { type Mobs, MobsInSight } from './mobs-in-sight.ts'
import type { Mob, Screen } from './screen.ts'

/** [AS-4.2] Tiles to each side in a view. */
export const sight = 5
/** [AS-4.5] Euclidean distance in tiles within which players are updated after a change. */
const notice = 8

/** A player, as far as views need it. `screen` undefined: not connected. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface Seen extends Mobs<Viewer> {
  readonly ground: Ground
}

export class Views {
  /** The current state to show. */
  readonly #seen: () => Seen
  readonly #spend: (steps: number) => void
  readonly #grounds = new Set<Viewer>()
  readonly #mobs = new Set<Viewer>()
  readonly #inSight = new MobsInSight(sight)

  /** `spend`: charges the session whose turn runs for updates to others. */
  constructor(seen: () => Seen, spend: (steps: number) => void) {
    this.#seen = seen
    this.#spend = spend
  }

  /** Sends POSI, always followed by a GRND and a MOBS. */
  showPosition(player: Viewer): void {
    player.screen?.position(player.place, player.facing)
    this.showGround(player)
    this.showMobs(player)
  }

  showGround(player: Viewer): void {
    this.#grounds.delete(player)
    player.screen?.ground(this.#seen().ground.near(player.place, sight))
  }

  showMobs(player: Viewer): void {
    this.#mobs.delete(player)
    player.screen?.mobs(this.#inSight.of(player, this.#seen()))
  }

  /** [AS-13.9] Marks a change of the ground at a place: all players nearby but `except` are updated with the tick. */
  changedGround(place: Place, except?: Viewer): void {
    const { players, ground } = this.#seen()
    const viewers = players.circle(place, notice).filter((player) => player !== except)
    for (const player of viewers) this.#grounds.add(player)
    if (viewers.length > 0) this.#spend(viewers.length * ground.stepsToShow(place, sight))
  }

  /** Marks that a mob arrived at the place or left it. */
  changedMobs(place: Place, except?: Viewer): void {
    for (const player of this.#seen().players.circle(place, notice))
      if (player !== except) this.#mobs.add(player)
  }

  /** Unmarks a player who has left. */
  drop(player: Viewer): void {
    this.#grounds.delete(player)
    this.#mobs.delete(player)
  }

  /** Updates all marked players. */
  flush(): void {
    for (const player of [...this.#grounds]) this.showGround(player)
    for (const player of [...this.#mobs]) this.showMobs(player)
  }
}
