// A room's public data: its picture, and its game's readings and files. They read the world without opening it.
import type { Game } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { isStorageFull } from '../wire/no-space.ts'
import { notShown } from './damage.ts'
import { KeptReadings } from './kept-readings.ts'
import type { Life } from './life.ts'
import { publicIds } from './public-ids.ts'
import type { RoomWorld } from './room-world.ts'
import type { Reading, RoomCalls } from './rooms.ts'

export interface ShowingSettings {
  readonly clock: Clock
  readonly life: Life
  readonly world: RoomWorld
  /** The room's game; undefined: this build does not have it. */
  game(): Game | undefined
}

export class Showing implements Pick<RoomCalls, 'picture' | 'read' | 'files' | 'file'> {
  readonly #settings: ShowingSettings
  readonly #kept = new KeptReadings()

  constructor(settings: ShowingSettings) {
    this.#settings = settings
  }

  async picture(): ReturnType<RoomCalls['picture']> {
    const { life, world } = this.#settings
    return this.#shown(() => (life.meta?.watching === 'off' ? undefined : world.seen()?.picture))
  }

  async read({ name, params, url, ports }: Reading): ReturnType<RoomCalls['read']> {
    const { life, world } = this.#settings
    const game = this.#settings.game()
    if (!life.meta || !game) return undefined
    const { seed, createdAt } = life.meta
    const ids = publicIds(seed, game.publicIds?.names ?? [])
    const room = { url, ports, createdAt: Date.parse(createdAt), publicIds: ids }
    const key = JSON.stringify([seed, name, params, url, ports])
    const read = () => world.seen()?.read(name, params, room)
    return this.#shown(() => this.#kept.of(key, this.#settings.clock.now(), read))
  }

  async files(): ReturnType<RoomCalls['files']> {
    const files = this.#shown(() => this.#settings.world.seen()?.files ?? [])
    return files.map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  async file(name: string, allowed: boolean): ReturnType<RoomCalls['file']> {
    const file = this.#shown(() => this.#settings.world.seen()?.files.find((one) => one.name === name))
    if (!file) return undefined
    const { type, secret = false, immutable = false } = file
    return secret && !allowed ? 'secret' : { type, secret, unchanging: immutable, body: this.#shown(() => file.body()) }
  }

  /** Failures are logged by the room, and the caller gets the cause. */
  #shown<T>(show: () => T): T {
    try {
      return show()
    } catch (error) {
      if (isStorageFull(error)) throw error
      this.#settings.world.cannotShow(error)
      throw notShown(error)
    }
  }
}
