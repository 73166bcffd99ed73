// What each player sees of the ground and of the others. Whoever acts is shown it at once; bystanders are marked and
// get at most one GRND and one MOBS a tick. [AS-4]

import type { Nearby } from '../land/nearby.ts'
import { distanceSquared, type Place } from '../land/terrain.ts'
import type { Ground } from '../things/ground.ts'
import type { Mob, Screen } from './screen.ts'

/** [AS-4.2] A view reaches so far to each side. */
export const sight = 5
/** [AS-4.5] Who is told of a change: those at most so far from it, as the crow flies. */
const notice = 8
/** [AS-4.3] The client counts mobs in eight bits. */
const mostMobs = 255

/** A player, as far as it is about what he sees; `screen` undefined: he has no client. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface Seen {
  readonly ground: Ground
  readonly players: Nearby<Viewer>
  readonly townsfolk: Nearby<Mob & { place: Place }>
  /** Undefined: there are none. */
  readonly monsters: Nearby<Mob & { place: Place }> | undefined
}

export class Views {
  /** What there is to see now. */
  readonly #seen: () => Seen
  readonly #grounds = new Set<Viewer>()
  readonly #mobs = new Set<Viewer>()

  constructor(seen: () => Seen) {
    this.#seen = seen
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
    player.screen?.mobs(this.#mobsNear(player))
  }

  /** Something else lies at the place: all near it, but `except`, are shown it with the tick. */
  changedGround(place: Place, except?: Viewer): void {
    for (const player of this.#seen().players.circle(place, notice))
      if (player !== except) this.#grounds.add(player)
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

  #mobsNear(player: Viewer): readonly Mob[] {
    const { players, townsfolk, monsters } = this.#seen()
    const people: Mob[] = players.square(player.place, sight).filter((other) => other !== player)
    const others: Mob[] = townsfolk.square(player.place, sight)
    if (monsters) others.push(...monsters.square(player.place, sight))
    if (others.length === 0 && people.length <= mostMobs) return people
    return byRows(nearest([...people, ...others], player.place))
  }
}

/** All of them, if they are not too many for the client. */
function nearest(mobs: Mob[], place: Place): Mob[] {
  if (mobs.length <= mostMobs) return mobs
  mobs.sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place))
  return mobs.slice(0, mostMobs)
}

function byRows(mobs: Mob[]): Mob[] {
  return mobs.sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)
}
