// A room's public data: its picture, and its game's endpoints and files. They read the world without opening it.
import type { Game } from '../../../games/game.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { publicIds } from '../../model/public-ids.ts'
import { readError } from '../../model/unreadable-records.ts'
import type { EndpointRequest, RoomRpc } from '../../rpc/rpc-types.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import { EndpointCache } from '../views/endpoint-cache.ts'
import type { RoomWorld } from '../world/room-world.ts'

export interface PublicApiSettings {
  readonly clock: Clock
  readonly lifecycle: RoomLifecycle
  readonly world: RoomWorld
  /** The room's game; undefined if this build does not have it. */
  game(): Game | undefined
}

export class PublicApi implements Pick<RoomRpc, 'picture' | 'readEndpoint' | 'listFiles' | 'readFile'> {
  readonly #settings: PublicApiSettings
  readonly #endpointCache = new EndpointCache()

  constructor(settings: PublicApiSettings) {
    this.#settings = settings
  }

  async picture(): ReturnType<RoomRpc['picture']> {
    const { lifecycle, world } = this.#settings
    return this.#withReadErrors(() =>
      lifecycle.meta?.watching === 'off' ? undefined : world.openReadOnly()?.picture,
    )
  }

  async readEndpoint({ name, params, url, ports }: EndpointRequest): ReturnType<RoomRpc['readEndpoint']> {
    const { lifecycle, world } = this.#settings
    const game = this.#settings.game()
    if (!lifecycle.meta || !game) return undefined
    const { seed, createdAt } = lifecycle.meta
    const ids = publicIds(seed, game.publicIds?.names ?? [])
    const room = { url, ports, createdAt: Date.parse(createdAt), publicIds: ids }
    const key = JSON.stringify([seed, name, params, url, ports])
    const read = () => world.openReadOnly()?.readEndpoint(name, params, room)
    return this.#withReadErrors(() => this.#endpointCache.get(key, this.#settings.clock.now(), read))
  }

  async listFiles(): ReturnType<RoomRpc['listFiles']> {
    const files = this.#withReadErrors(() => this.#settings.world.openReadOnly()?.files ?? [])
    return files.map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  async readFile(name: string, allowed: boolean): ReturnType<RoomRpc['readFile']> {
    const file = this.#withReadErrors(() =>
      this.#settings.world.openReadOnly()?.files.find((one) => one.name === name),
    )
    if (!file) return undefined
    const { type, secret = false, immutable = false } = file
    return secret && !allowed
      ? 'secret'
      : { type, secret, immutable: immutable, body: this.#withReadErrors(() => file.body()) }
  }

  /** Failures are logged by the room, and the caller gets the cause. */
  #withReadErrors<T>(show: () => T): T {
    try {
      return show()
    } catch (error) {
      if (isStorageFull(error)) throw error
      this.#settings.world.reportReadError(error)
      throw readError(error)
    }
  }
}
