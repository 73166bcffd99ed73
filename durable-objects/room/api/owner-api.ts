// The owner's calls on a room, from the API and the owner's page. All return undefined if the room does not exist.
import type { ForkInput, ForkOrigin, Game } from '../../../games/game.ts'
import type { RoomLog } from '../../model/room-log.ts'
import { type RoomMetrics, TransactionMetrics } from '../../model/room-metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BanRequest, RoomRpc, WebhookRequest } from '../../rpc/rpc-types.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import type { Moderation, SessionControl } from '../moderation/moderation.ts'
import type { UsageMeter } from '../usage/usage-meter.ts'
import { hasPlayerSockets } from '../views/spectators.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { RoomWorld } from '../world/room-world.ts'

export interface OwnerApiSettings {
  readonly platform: Platform
  readonly lifecycle: RoomLifecycle
  readonly world: RoomWorld
  readonly gateways: Gateways
  readonly moderation: Moderation
  readonly roomLog: RoomLog
  readonly meter: UsageMeter
  readonly webhooks: Webhooks
  /** When this instance started, in milliseconds since 1970. */
  readonly startedAt: number
  /** The room's game; undefined if this build does not have it. */
  game(): Game | undefined
}

export class OwnerApi
  implements
    Pick<
      RoomRpc,
      | 'listSessions'
      | 'kick'
      | 'ban'
      | 'listBans'
      | 'liftBans'
      | 'logAfter'
      | 'listWebhooks'
      | 'addWebhook'
      | 'deleteWebhook'
      | 'metrics'
      | 'usage'
      | 'runConsoleCommand'
    >
{
  readonly #settings: OwnerApiSettings

  constructor(settings: OwnerApiSettings) {
    this.#settings = settings
  }

  async listSessions(): ReturnType<RoomRpc['listSessions']> {
    return this.#moderation?.sessions(this.#sessionControl)
  }

  async kick(id: string): ReturnType<RoomRpc['kick']> {
    if (!this.#moderation) return undefined
    const kicked = this.#moderation.kick(this.#sessionControl, id)
    return kicked ?? (this.#settings.gateways.isResuming ? 'resuming' : 'not-found')
  }

  async ban(request: BanRequest): ReturnType<RoomRpc['ban']> {
    const ban = this.#moderation?.ban(this.#sessionControl, request)
    this.#settings.gateways.spectators.recheckPermissions()
    return ban
  }

  async listBans(): ReturnType<RoomRpc['listBans']> {
    return this.#moderation?.bans
  }

  async liftBans(which?: Parameters<RoomRpc['liftBans']>[0]): ReturnType<RoomRpc['liftBans']> {
    return this.#moderation?.liftBans(which)
  }

  async logAfter(after: number): ReturnType<RoomRpc['logAfter']> {
    return this.#moderation && this.#settings.roomLog.linesAfter(after)
  }

  async listWebhooks(): ReturnType<RoomRpc['listWebhooks']> {
    return this.#moderation && this.#settings.webhooks.list
  }

  async addWebhook(request: WebhookRequest): ReturnType<RoomRpc['addWebhook']> {
    if (!this.#moderation) return undefined
    const { webhooks } = this.#settings
    const refused = webhooks.refusal(request) ?? (await webhooks.siteRefusal(request))
    if (refused) return refused
    // The room may have been deleted meanwhile.
    const added = this.#moderation && webhooks.add(request)
    if (added && 'webhook' in added)
      this.#moderation?.logOwnerAction(`added a webhook to ${added.webhook.host}`)
    return added
  }

  async deleteWebhook(id: string): ReturnType<RoomRpc['deleteWebhook']> {
    const isDeleted = this.#moderation && this.#settings.webhooks.remove(id)
    if (isDeleted) this.#moderation?.logOwnerAction(`deleted the webhook ${id}`)
    return isDeleted
  }

  async metrics(): ReturnType<RoomRpc['metrics']> {
    return this.#settings.lifecycle.meta && this.currentMetrics
  }

  get currentMetrics(): RoomMetrics {
    const { world, meter, startedAt } = this.#settings
    const nothing = { ...new TransactionMetrics(), overruns: 0 }
    return { since: startedAt, ...(world.runtime?.metrics ?? nothing), ...meter.rows }
  }

  async usage(): ReturnType<RoomRpc['usage']> {
    return this.#moderation && this.#settings.meter.usage
  }

  async runConsoleCommand(line: string): ReturnType<RoomRpc['runConsoleCommand']> {
    const console = this.#settings.game()?.ownerConsole
    if (!this.#moderation || !console) return undefined
    const answers = this.#settings.world.open()?.runConsoleCommand(line)
    if (answers) this.#moderation.logOwnerAction(`ran the console command: ${console.redact(line)}`)
    return answers ?? 'failed'
  }

  async fork(from: ForkOrigin): Promise<ForkInput | undefined> {
    const fork = this.#moderation && this.#settings.world.openReadOnly()?.fork(from)
    if (fork) this.#moderation?.logOwnerAction(`forked the room from ${from}`)
    return fork
  }

  /** Undefined if the room does not exist. */
  get #moderation(): Moderation | undefined {
    const { lifecycle, moderation } = this.#settings
    return lifecycle.meta && moderation
  }

  /** The connected players. If nobody is connected, no world needs to be opened for that. */
  get #sessionControl(): SessionControl {
    const { platform, world } = this.#settings
    const runtime = hasPlayerSockets(platform) ? world.open() : world.runtime
    return runtime ?? { clients: [], expel() {} }
  }
}
