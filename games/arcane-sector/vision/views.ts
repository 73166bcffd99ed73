// [AS-4] The acting player gets updates immediately. Other players nearby are marked, and get at most one GRND and one
// MOBS per tick.

import type { Ground } from '../items/ground.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob, Screen } from './screen.ts'
import { type MobIndexes, VisibleMobs } from './visible-mobs.ts'

/** [AS-4.2] Tiles to each side of a player. */
export const sightTiles = 5
/** [AS-4.5] Maximum Euclidean distance in tiles from a change at which players get an update. */
const noticeTiles = 8

/** `screen`: undefined if the player is not connected. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface VisibleWorld extends MobIndexes<Viewer> {
  readonly ground: Ground
}

export class Views {
  readonly #getWorld: () => VisibleWorld
  readonly #chargeSteps: (steps: number) => void
  readonly #staleGround = new Set<Viewer>()
  readonly #staleMobs = new Set<Viewer>()
  readonly #inSight = new VisibleMobs(sightTiles)

  /** `chargeSteps`: charges the acting session for updates that other players get. */
  constructor(getWorld: () => VisibleWorld, chargeSteps: (steps: number) => void) {
    this.#getWorld = getWorld
    this.#chargeSteps = chargeSteps
  }

  /** Sends POSI, GRND and MOBS. */
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

  /** [AS-13.9] All players nearby except `except` receive the changed ground in the next tick. */
  markGroundChanged(place: Place, except?: Viewer): void {
    const { players, ground } = this.#getWorld()
    const viewers = players.circle(place, noticeTiles).filter((player) => player !== except)
    for (const player of viewers) this.#staleGround.add(player)
    if (viewers.length > 0) this.#chargeSteps(viewers.length * ground.sendCost(place, sightTiles))
  }

  /** Call after a mob has arrived or left. */
  markMobsChanged(place: Place, except?: Viewer): void {
    for (const player of this.#getWorld().players.circle(place, noticeTiles))
      if (player !== except) this.#staleMobs.add(player)
  }

  /** Call when the player leaves. */
  drop(player: Viewer): void {
    this.#staleGround.delete(player)
    this.#staleMobs.delete(player)
  }

  flush(): void {
    for (const player of [...this.#staleGround]) this.showGround(player)
    for (const player of [...this.#staleMobs]) this.showMobs(player)
  }
}
