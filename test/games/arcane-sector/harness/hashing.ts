// The game, with a wrapper around its password hashing. Hashing takes real time, so simulated time is not enough: tests
// call `done` to wait for it.
import { arcaneSector } from '../../../../games/arcane-sector/index.ts'
import type { Game, GameContext } from '../../../../games/game.ts'

export class Hashing {
  readonly #begun = new Set<Promise<unknown>>()
  readonly game: Game

  constructor() {
    const { openSession } = arcaneSector
    this.game = {
      ...arcaneSector,
      openSession: (world, host, peer, note) => openSession(world as never, this.#watched(host), peer, note),
    }
  }

  async done(room: { settled(): Promise<void>; pass(ms: number): void }): Promise<void> {
    await Promise.all(this.#begun)
    this.#begun.clear()
    await room.settled()
    // Only replies are sent at once. The room sends other frames a moment later, so time must pass.
    room.pass(5)
  }

  #watched(context: GameContext): GameContext {
    const watch = <T>(hashed: Promise<T>): Promise<T> => {
      this.#begun.add(hashed)
      return hashed
    }
    return {
      ...context,
      hashSecret: (secret) => watch(context.hashSecret(secret)),
      verifySecret: (secret, hashed) => watch(context.verifySecret(secret, hashed)),
    }
  }
}
