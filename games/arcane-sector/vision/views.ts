// Each player's view of the ground and of others. The acting player is updated at once; others nearby are marked, and
// get at most one GRND and one MOBS per tick. [AS-4]

import type { Ground } from '../items/ground.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob, Screen } from './screen.ts'
import { type MobIndexes, VisibleMobs } from './visible-mobs.ts'

/** [AS-4.2] Tiles to each side in a view. */
export const sightTiles = 5
/** [AS-4.5] Euclidean distance in tiles within which players are updated after a change. */
const noticeTiles = 8

/** A player, as far as views need it. `screen` undefined: not connected. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface VisibleWorld extends MobIndexes<Viewer> {
  readonly ground: Ground
}

export class Views {
  /** The current state to show. */
  readonly #getWorld: () => VisibleWorld
  readonly #chargeSteps: (steps: number) => void
  readonly #staleGround = new Set<Viewer>()
  readonly #staleMobs = new Set<Viewer>()
  readonly #inSight = new VisibleMobs(sightTiles)

  /** `spend`: charges the acting session for updates to others. */
  constructor(seen: () => VisibleWorld, spend: (steps: number) => void) {
    this.#getWorld = seen
    this.#chargeSteps = spend
  }

  /** Sends POSI, always followed by a GRND and a MOBS. */
  showPosition(player: Viewer): void {
    player.screen?.position(player.place, player.facing)
    this.showGround(player)
    this.showMobs(player)
  }

  showGround(player: Viewer): void {
    this.#staleGround.delete(player)
    player.screen?.ground(this.#getWorld().ground.pilesNear(player.place, sightTiles))
  }

  showMobs(player: Viewer): void {
    this.#staleMobs.delete(player)
    player.screen?.mobs(this.#inSight.of(player, this.#getWorld()))
  }

  /** [AS-13.9] Marks a change of the ground at a place: all players nearby but `except` are updated with the tick. */
  markGroundChanged(place: Place, except?: Viewer): void {
    const { players, ground } = this.#getWorld()
    const viewers = players.circle(place, noticeTiles).filter((player) => player !== except)
    for (const player of viewers) this.#staleGround.add(player)
    if (viewers.length > 0) this.#chargeSteps(viewers.length * ground.sendCost(place, sightTiles))
  }

  /** Marks that a mob arrived at the place or left it. */
  markMobsChanged(place: Place, except?: Viewer): void {
    for (const player of this.#getWorld().players.circle(place, noticeTiles))
      if (player !== except) this.#staleMobs.add(player)
  }

  /** Unmarks a player who has left. */
  drop(player: Viewer): void {
    this.#staleGround.delete(player)
    this.#staleMobs.delete(player)
  }

  /** Updates all marked players. */
  flush(): void {
    for (const player of [...this.#staleGround]) this.showGround(player)
    for (const player of [...this.#staleMobs]) this.showMobs(player)
  }
}
