// A room's public data: its picture, and its game's endpoints and files. They read the world without opening it.
import { LRUCache } from 'lru-cache'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { publicIds } from '../../model/public-ids.ts'
import type { PushRequest } from '../../model/push-subscription.ts'
import { readError } from '../../model/unreadable-records.ts'
import type { ActionCall, EndpointRequest, PlayerLogin, RoomRpc } from '../../rpc/rpc-types.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { PlayerData } from '../privacy/player-data.ts'
import type { PushNotifications } from '../push/push-notifications.ts'
import type { Stories } from '../stories/stories.ts'
import type { WorldViews } from '../views/world-views.ts'
import type { WorldLoader } from '../world/world-loader.ts'

/** Lifetime of a cached response: clients ask again a second after an update. */
const endpointMaxAgeMs = 1000
/** UTF-16 units in the cache. An isolate has 128 MB for all its rooms. */
const maxUnits = 1_000_000

/** Per address: so many actions at once, and one more in so many seconds. Loopback is not counted. */
const actionBurst = 30
const secondsPerAction = 5
/** Addresses whose actions are counted. */
const maxCountedAddresses = 4096

export class PublicApi
  implements
    Pick<
      RoomRpc,
      | 'picture'
      | 'readStories'
      | 'storyPicture'
      | 'readEndpoint'
      | 'listFiles'
      | 'readFile'
      | 'runAction'
      | 'subscribePush'
      | 'unsubscribePush'
      | 'readOwnData'
      | 'eraseOwnData'
    >
{
  readonly #context: RoomContext
  readonly #world: WorldLoader
  readonly #push: PushNotifications
  readonly #playerData: PlayerData
  readonly #stories: Stories
  /** The room computes a page once for all viewers in the same second. */
  readonly #endpointCache: LRUCache<string, string>
  readonly #actionLimits = new Map<string, TokenBucket>()

  constructor(
    context: RoomContext,
    {
      world,
      push,
      playerData,
      stories,
    }: { world: WorldLoader; push: PushNotifications; playerData: PlayerData; stories: Stories },
  ) {
    this.#stories = stories
    this.#context = context
    this.#playerData = playerData
    this.#push = push
    this.#world = world
    this.#endpointCache = new LRUCache({
      ...{ maxSize: maxUnits, sizeCalculation: ({ length }) => length },
      // Entries age by the room's own clock. A timer would keep the room in memory.
      ...{ ttl: endpointMaxAgeMs - 1, ttlResolution: 0, perf: { now: () => context.now } },
    })
    // An owner sees their own change at once, too.
    for (const event of ['ownerChangedWorld', 'worldReplaced'] as const)
      context.events.on(event, () => this.#endpointCache.clear())
  }

  async subscribePush(request: PushRequest): ReturnType<RoomRpc['subscribePush']> {
    return this.#context.meta && this.#push.subscribe(request)
  }

  async unsubscribePush(endpoint: string): ReturnType<RoomRpc['unsubscribePush']> {
    return this.#context.meta && this.#push.unsubscribe(endpoint)
  }

  async readOwnData(name: string, login: PlayerLogin): ReturnType<RoomRpc['readOwnData']> {
    if (!this.#context.meta) return undefined
    const failure = await this.#playerData.loginFailure(name, login)
    return failure ?? (this.#context.meta && this.#playerData.read(name))
  }

  async eraseOwnData(name: string, login: PlayerLogin): ReturnType<RoomRpc['eraseOwnData']> {
    if (!this.#context.meta) return undefined
    const failure = await this.#playerData.loginFailure(name, login)
    if (failure) return failure
    const waitMs = this.#playerData.erasureWaitMs(login.address)
    if (waitMs > 0) return { waitMs }
    const erased = this.#context.meta && (await this.#playerData.erase(name, login.address))
    if (erased === true) this.#context.roomLog.add('act', 'A player erased their data')
    return erased
  }

  async picture(): ReturnType<RoomRpc['picture']> {
    if (this.#context.meta?.watching === 'off') return undefined
    return this.#withReadErrors(() => this.#views?.picture)
  }

  async readStories(after: number): ReturnType<RoomRpc['readStories']> {
    return this.#context.meta && this.#stories.read(after)
  }

  async storyPicture(number: number): ReturnType<RoomRpc['storyPicture']> {
    return this.#context.meta && this.#stories.picture(number)
  }

  async readEndpoint({ name, params, url, ports }: EndpointRequest): ReturnType<RoomRpc['readEndpoint']> {
    const { meta, game } = this.#context
    if (!meta || !game) return undefined
    const { seed, createdAt } = meta
    const ids = publicIds(seed, game.publicIds?.names ?? [])
    const room = { url, ports, createdAt: Date.parse(createdAt), publicIds: ids }
    const key = JSON.stringify([seed, name, params, url, ports])
    const known = this.#endpointCache.get(key)
    if (known !== undefined) return known
    const json = this.#withReadErrors(() => this.#views?.readEndpoint(name, params, room))
    this.#endpointCache.set(key, json)
    return json
  }

  async runAction({ name, address, ...request }: ActionCall): ReturnType<RoomRpc['runAction']> {
    const { meta, roomLog } = this.#context
    if (!meta) return undefined
    const waitMs = request.author.isOwner ? 0 : this.#actionWait(address)
    if (waitMs > 0) return { waitMs }
    const result = this.#world.open()?.actions.runAction(name, request) ?? 'failed'
    // Its author sees the change at once.
    this.#endpointCache.clear()
    if (typeof result === 'object' && 'log' in result && result.log !== undefined)
      roomLog.add('act', result.log)
    return result
  }

  /** Counts an action of this address: 0, or the milliseconds until one is allowed. */
  #actionWait(address: string): number {
    if (isLoopback(address)) return 0
    const key = addressLimitKey(address)
    const limit = this.#actionLimits.get(key) ?? new TokenBucket(1 / secondsPerAction, actionBurst)
    this.#actionLimits.delete(key)
    this.#actionLimits.set(key, limit)
    if (this.#actionLimits.size > maxCountedAddresses)
      this.#actionLimits.delete(this.#actionLimits.keys().next().value!)
    return limit.takeOrWait(this.#context.now)
  }

  async listFiles(): ReturnType<RoomRpc['listFiles']> {
    const files = this.#withReadErrors(() => this.#views?.files ?? [])
    return files.map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  async readFile(name: string, allowed: boolean): ReturnType<RoomRpc['readFile']> {
    const file = this.#withReadErrors(() => this.#views?.files.find((one) => one.name === name))
    if (!file) return undefined
    const { type, secret = false, immutable = false } = file
    return secret && !allowed
      ? 'secret'
      : { type, secret, immutable, body: this.#withReadErrors(() => file.body()) }
  }

  get #views(): WorldViews | undefined {
    return this.#world.openReadOnly()?.views
  }

  /** Failures are logged by the room, and the caller gets the cause. */
  #withReadErrors<T>(show: () => T): T {
    try {
      return show()
    } catch (error) {
      if (isStorageFull(error)) throw error
      this.#world.reportReadError(error)
      throw readError(error)
    }
  }
}
