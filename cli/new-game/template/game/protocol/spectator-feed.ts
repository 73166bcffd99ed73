// The spectator feed, which sends the stored lines and then each new line, in the packets that players receive.
import type { SpectatorFeed } from '../../game.ts'
import { fromServer } from '../packets.ts'
import type { SayBackWorld } from '../world.ts'

/** [SB-5.1] */
export class SayBackSpectatorFeed implements SpectatorFeed {
  readonly #world: SayBackWorld
  /** The number of the newest line that was sent to spectators. */
  #sent = 0

  constructor(world: SayBackWorld) {
    this.#world = world
  }

  snapshot(): readonly Uint8Array[] {
    this.#sent = 0
    return this.delta()
  }

  delta(): readonly Uint8Array[] {
    const lines = this.#world.since(this.#sent)
    this.#sent = this.#world.newest
    return lines.map(({ number, text }) => fromServer.encode({ type: 'ECHO', number, text }))
  }

  /** Nothing to do, because the feed keeps no state in the world. */
  onNoSpectators(): void {}
}
