// API calls that concern several parts of a room. Calls that only show the world open it read-only.
import { LRUCache } from 'lru-cache'
import type { ForkInput, ForkOrigin, Picture } from '../../../games/game.ts'
import { AddressRateLimiter } from '../../../games/shared/address-rate-limiter.ts'
import { withoutSeries } from '../../../games/shared/options/series-option.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { publicIds } from '../../model/public-ids.ts'
import { toUnreadableError } from '../../model/unreadable-records.ts'
import type { RoomRpc } from '../../rpc/room-rpc.ts'
import type {
  ActionCall,
  ActionResult,
  EndpointRequest,
  PlayerLogin,
  RoomFileResponse,
  WebhookRequest,
} from '../../rpc/rpc-types.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { PlayerDataRequests } from '../privacy/player-data.ts'
import type { SessionInfo } from '../sessions/session-info.ts'
import type { WorldViews } from '../views/world-views.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { WorldLoader } from '../world/world-loader.ts'

/** A response is reused for less than this time, because clients request it again a second after an update. */
const endpointMaxAgeMs = 1000
/** Maximum UTF-16 units of a room's cached responses and parameters. All rooms of an isolate share 128 MB of memory. */
const maxUnits = 1_000_000

const actionRate = { perMinute: 12, burst: 30 } as const

interface UsedParts {
  readonly gateways: Gateways
  readonly moderation: Moderation
  readonly playerData: PlayerDataRequests
  readonly webhooks: Webhooks
  readonly world: WorldLoader
}

export class RoomApi {
  readonly #context: RoomContext
  readonly #parts: UsedParts
  /** All viewers in the same second share one response. */
  readonly #endpointCache: LRUCache<string, string>
  readonly #actionLimits = new AddressRateLimiter()

  constructor(context: RoomContext, parts: UsedParts) {
    this.#context = context
    this.#parts = parts
    this.#endpointCache = new LRUCache({
      ...{ maxSize: maxUnits, sizeCalculation: (json, key) => json.length + key.length },
      // Cached responses expire by the room's clock, because a timer would keep the room in memory.
      ...{ ttl: endpointMaxAgeMs - 1, ttlResolution: 0, perf: { now: () => context.now } },
    })
    // The owner's changes clear the cache, so that the owner sees their effect at once.
    for (const event of ['ownerChangedWorld', 'worldReplaced'] as const)
      context.events.on(event, () => this.#endpointCache.clear())
  }

  kick(id: string): SessionInfo | 'not-found' | 'resuming' {
    const kicked = this.#parts.moderation.kick(id)
    return kicked ?? (this.#parts.gateways.isResuming ? 'resuming' : 'not-found')
  }

  async addWebhook(request: WebhookRequest): ReturnType<RoomRpc['addWebhook']> {
    const { webhooks } = this.#parts
    const refused = webhooks.refusal(request) ?? (await webhooks.siteRefusal(request))
    if (refused) return refused
    // During the await the room may have been deleted, so its existence is checked again.
    const added = this.#context.meta && webhooks.add(request)
    if (added && 'webhook' in added)
      this.#context.roomLog.addOwnerAction(`added a webhook to ${added.webhook.host}`)
    return added
  }

  deleteWebhook(id: string): boolean {
    const isDeleted = this.#parts.webhooks.remove(id)
    if (isDeleted) this.#context.roomLog.addOwnerAction(`deleted the webhook ${id}`)
    return isDeleted
  }

  runConsoleCommand(line: string): readonly string[] | 'failed' | undefined {
    const { game, roomLog, events } = this.#context
    const console = game?.ownerConsole
    if (!console) return undefined
    const answers = this.#parts.world.open()?.actions.runConsoleCommand(line)
    if (answers) roomLog.addOwnerAction(`ran the console command: ${console.redact(line)}`)
    events.emit('ownerChangedWorld')
    return answers ?? 'failed'
  }

  broadcast(text: string): number | 'failed' | undefined {
    const { game, meta, now, roomLog, events } = this.#context
    if (!(game?.broadcast || game?.notify)) return undefined
    const world = this.#parts.world.occupied
    const players = world ? world.actions.broadcast(text) : 0
    if (players === undefined) return 'failed'
    roomLog.addOwnerAction(`said to all players: ${text}`)
    if (!game.notify) return players
    this.#context.storeMeta({ ...meta!, message: { text, at: new Date(now).toISOString() } })
    events.emit('messageChanged')
    return players
  }

  async erasePlayerData(name: string): ReturnType<RoomRpc['erasePlayerData']> {
    const erased = await this.#parts.playerData.erase(name)
    if (erased === true && this.#context.meta)
      this.#context.roomLog.addOwnerAction('erased the data of a player')
    return erased
  }

  fork(from: ForkOrigin): ForkInput | undefined {
    const fork = this.#parts.world.openReadOnly()?.actions.fork(from)
    if (fork) this.#context.roomLog.addOwnerAction(`forked the room from ${from}`)
    return fork && { ...fork, options: withoutSeries(fork.options) }
  }

  // ---- Visitors ----------------------------------------------------------------------------------------------------

  async readOwnData(name: string, login: PlayerLogin): ReturnType<RoomRpc['readOwnData']> {
    const failure = await this.#parts.playerData.loginFailure(name, login)
    return failure ?? (this.#context.meta && this.#parts.playerData.read(name))
  }

  async eraseOwnData(name: string, login: PlayerLogin): ReturnType<RoomRpc['eraseOwnData']> {
    const failure = await this.#parts.playerData.loginFailure(name, login)
    if (failure) return failure
    const waitMs = this.#parts.playerData.erasureWaitMs(login.address)
    if (waitMs > 0) return { waitMs }
    const erased = this.#context.meta && (await this.#parts.playerData.erase(name, login.address))
    if (erased === true) this.#context.roomLog.add('act', 'A player erased their data')
    return erased
  }

  get picture(): Picture | undefined {
    if (this.#context.meta?.watching === 'off') return undefined
    return this.#withReadErrors(() => this.#views?.picture)
  }

  readEndpoint({ name, params, url, ports }: EndpointRequest): string | undefined {
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

  runAction({ name, address, ...request }: ActionCall): ActionResult {
    const { roomLog } = this.#context
    const { perMinute, burst } = actionRate
    const waitMs = request.author.isOwner
      ? 0
      : this.#actionLimits.takeOrWait(address, this.#context.now, perMinute, burst)
    if (waitMs > 0) return { waitMs }
    const result = this.#parts.world.open()?.actions.runAction(name, request) ?? 'failed'
    // Clears the cache, so that the author of the action sees its effect at once.
    this.#endpointCache.clear()
    if (typeof result === 'object' && 'log' in result && result.log !== undefined)
      roomLog.add('act', result.log)
    return result
  }

  listFiles(): Awaited<ReturnType<RoomRpc['listFiles']>> {
    const files = this.#withReadErrors(() => this.#views?.files ?? [])
    return files.map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  readFile(name: string, allowed: boolean): RoomFileResponse | 'secret' | undefined {
    const file = this.#withReadErrors(() => this.#views?.files.find((one) => one.name === name))
    if (!file) return undefined
    const { type, secret = false, immutable = false } = file
    return secret && !allowed
      ? 'secret'
      : { type, secret, immutable, body: this.#withReadErrors(() => file.body()) }
  }

  get #views(): WorldViews | undefined {
    return this.#parts.world.openReadOnly()?.views
  }

  /** Reports a failure of `show`, and throws an error that names the cause. Rethrows the error of a full disk. */
  #withReadErrors<T>(show: () => T): T {
    try {
      return show()
    } catch (error) {
      if (isStorageFull(error)) throw error
      this.#parts.world.reportReadError(error)
      throw toUnreadableError(error)
    }
  }
}
