// Updates the players' views of the ground and of mobs. The acting player gets updates immediately. Other players
// nearby are marked, and get at most one GRND and one MOBS per tick. [AS-4]

import type { Ground } from '../items/ground.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob, Screen } from './screen.ts'
import { type MobIndexes, VisibleMobs } from './visible-mobs.ts'

/** [AS-4.2] Tiles to each side of a player that the player sees. */
export const sightTiles = 5
/** [AS-4.5] Maximum Euclidean distance in tiles from a change at which players get an update. */
const noticeTiles = 8

/** The part of a player that views use. `screen`: undefined if the player is not connected. */
export interface Viewer extends Mob {
  place: Place
  readonly facing: number
  readonly screen: Screen | undefined
}

interface VisibleWorld extends MobIndexes<Viewer> {
  readonly ground: Ground
}

export class Views {
  /** Returns the current state of the world. */
  readonly #getWorld: () => VisibleWorld
  readonly #chargeSteps: (steps: number) => void
  readonly #staleGround = new Set<Viewer>()
  readonly #staleMobs = new Set<Viewer>()
  readonly #inSight = new VisibleMobs(sightTiles)

  /** `getWorld`: returns the current state. `chargeSteps`: charges the acting session for updates that other players get. */
  constructor(getWorld: () => VisibleWorld, chargeSteps: (steps: number) => void) {
    this.#getWorld = getWorld
    this.#chargeSteps = chargeSteps
  }

  /** Sends POSI, and then GRND and MOBS, to a player. */
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

  /** [AS-13.9] Marks the ground at a place as changed. All players nearby but `except` get it with the next tick. */
  markGroundChanged(place: Place, except?: Viewer): void {
    const { players, ground } = this.#getWorld()
    const viewers = players.circle(place, noticeTiles).filter((player) => player !== except)
    for (const player of viewers) this.#staleGround.add(player)
    if (viewers.length > 0) this.#chargeSteps(viewers.length * ground.sendCost(place, sightTiles))
  }

  /** Marks the mobs at a place as changed, after one has arrived or left. */
  markMobsChanged(place: Place, except?: Viewer): void {
    for (const player of this.#getWorld().players.circle(place, noticeTiles))
      if (player !== except) this.#staleMobs.add(player)
  }

  /** Removes the marks of a player who leaves. */
  drop(player: Viewer): void {
    this.#staleGround.delete(player)
    this.#staleMobs.delete(player)
  }

  /** Sends their updates to all marked players. */
  flush(): void {
    for (const player of [...this.#staleGround]) this.showGround(player)
    for (const player of [...this.#staleMobs]) this.showMobs(player)
  }
}
