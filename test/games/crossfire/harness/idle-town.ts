// A world with a clock that the test sets, and clients that send nothing.

import type { Player } from '../../../../games/crossfire/model/state/game-state.ts'
import { gameHourMs } from '../../../../games/crossfire/model/time/time-of-day.ts'
import type { PlayerListener } from '../../../../games/crossfire/protocol/events/player-listener.ts'
import { CrossfireWorld } from '../../../../games/crossfire/world.ts'
import type { Picture } from '../../../../games/game.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { worldContext } from '../../world-context.ts'

export class IdleTown {
  readonly store: MemoryStore
  readonly world: CrossfireWorld
  now = 12 * gameHourMs
  readonly #listener = new Proxy({}, { get: () => () => {} }) as PlayerListener

  constructor(store = new MemoryStore()) {
    const context = worldContext({ now: () => this.now, random: () => 0.5 })
    this.store = store
    this.world = new CrossfireWorld(store, context)
    store.news()
  }

  get picture(): Picture {
    return this.world.picture()
  }

  enter(name: string, start?: string): Player {
    this.world.createCharacter({ name, start })
    return this.world.enter(name, this.#listener)
  }

  leave(player: Player): void {
    this.world.leave(player, this.#listener)
  }
}
