// [LAN-6.3] The spectator feed: once a second who is in and how much each sends, as JSON. Packets are not shown.
import type { SpectatorFeed } from '../../game.ts'
import type { LanWorld } from '../world.ts'

export class LanSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 1000
  readonly #world: LanWorld

  constructor(world: LanWorld) {
    this.#world = world
  }

  snapshot(): readonly string[] {
    return [JSON.stringify(this.#world.publicState())]
  }

  delta(): readonly string[] {
    return this.snapshot()
  }

  onNoSpectators(): void {}
}
