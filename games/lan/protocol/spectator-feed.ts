// [LAN-6.3] JSON in UTF-8. The feed does not contain packets.
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { SpectatorFeed } from '../../game.ts'
import { nodesResponse } from '../endpoints/nodes.ts'
import type { LanWorld } from '../world.ts'

export class LanSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 1000
  readonly #world: LanWorld

  constructor(world: LanWorld) {
    this.#world = world
  }

  snapshot(): readonly Uint8Array[] {
    return [encodeUtf8(JSON.stringify(nodesResponse(this.#world)))]
  }

  delta(): readonly Uint8Array[] {
    return this.snapshot()
  }

  onNoSpectators(): void {}
}
