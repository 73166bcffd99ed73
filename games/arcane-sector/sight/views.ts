// What each player sees of the ground and of the others. Whoever acts is shown it at once; bystanders are marked and
// get at most one GRND and one MOBS a tick. [AS-4]
import type { Place } from '../land/terrain.ts'
import type { Ground } from '../things/ground.ts'
import { type Mobs, MobsInSight } from './mobs-in-sight.ts'
import type { Mob, Screen } from './screen.ts'

/** [AS-4.2] A view reaches so far to each side. */
export const sight = 5
/** [AS-4.5] Who is told of a change: those at most so far from it, as the crow flies. */
const notice = 8

/** A player, as far as it is about what he sees; `screen` undefined: he has no client. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface Seen extends Mobs<Viewer> {
  readonly ground: Ground
}

export class Views {
  /** What there is to see now. */
  readonly #seen: () => Seen
  readonly #spend: (steps: number) => void
  readonly #grounds = new Set<Viewer>()
  readonly #mobs = new Set<Viewer>()
  readonly #inSight = new MobsInSight(sight)

  /** `spend`: charges whoever is at turn for what others will be shown. */
  constructor(seen: () => Seen, spend: (steps: number) => void) {
    this.#seen = seen
    this.#spend = spend
  }

  /** POSI, which a GRND and a MOBS always follow. */
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

  /** [AS-13.9] Something else lies at the place: all near it, but `except`, are shown it with the tick. */
  changedGround(place: Place, except?: Viewer): void {
    const { players, ground } = this.#seen()
    const viewers = players.circle(place, notice).filter((player) => player !== except)
    for (const player of viewers) this.#grounds.add(player)
    if (viewers.length > 0) this.#spend(viewers.length * ground.stepsToShow(place, sight))
  }

  /** Somebody came to the place or left it. */
  changedMobs(place: Place, except?: Viewer): void {
    for (const player of this.#seen().players.circle(place, notice))
      if (player !== except) this.#mobs.add(player)
  }

  /** He has left. */
  drop(player: Viewer): void {
    this.#grounds.delete(player)
    this.#mobs.delete(player)
  }

  /** Shows everybody who is marked what he has missed. */
  flush(): void {
    for (const player of [...this.#grounds]) this.showGround(player)
    for (const player of [...this.#mobs]) this.showMobs(player)
  }
}
