// The owner's calls on a room, from the API and the owner's page. All return undefined if the room does not exist.
import type { ForkInput, ForkOrigin } from '../../../games/game.ts'
import type { BanRequest, RoomRpc, WebhookRequest } from '../../rpc/rpc-types.ts'
import type { RoomContext } from '../context/room-context.ts'
import { roomMetadataChange } from '../context/room-metadata.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { PlayerData } from '../privacy/player-data.ts'
import type { UsageMeter } from '../usage/usage-meter.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { WorldLoader } from '../world/world-loader.ts'

/** The parts of a room that its owner controls. */
export interface OwnedParts {
  readonly world: WorldLoader
  readonly gateways: Gateways
  readonly moderation: Moderation
  readonly meter: UsageMeter
  readonly webhooks: Webhooks
  readonly playerData: PlayerData
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
      | 'mute'
      | 'listMutes'
      | 'liftMutes'
      | 'listReports'
      | 'dismissReports'
      | 'logAfter'
      | 'listWebhooks'
      | 'addWebhook'
      | 'deleteWebhook'
      | 'metrics'
      | 'usage'
      | 'runConsoleCommand'
      | 'broadcast'
      | 'readPlayerData'
      | 'erasePlayerData'
    >
{
  readonly #context: RoomContext
  readonly #parts: OwnedParts

  constructor(context: RoomContext, parts: OwnedParts) {
    this.#context = context
    this.#parts = parts
  }

  async listSessions(): ReturnType<RoomRpc['listSessions']> {
    return this.#moderation?.sessions
  }

  async kick(id: string): ReturnType<RoomRpc['kick']> {
    if (!this.#moderation) return undefined
    const kicked = this.#moderation.kick(id)
    return kicked ?? (this.#parts.gateways.isResuming ? 'resuming' : 'not-found')
  }

  async ban(request: BanRequest): ReturnType<RoomRpc['ban']> {
    return this.#moderation?.ban(request)
  }

  async listBans(): ReturnType<RoomRpc['listBans']> {
    return this.#moderation?.bans
  }

  async liftBans(which?: Parameters<RoomRpc['liftBans']>[0]): ReturnType<RoomRpc['liftBans']> {
    return this.#moderation?.liftBans(which)
  }

  async mute(request: BanRequest): ReturnType<RoomRpc['mute']> {
    return this.#moderation?.mute(request)
  }

  async listMutes(): ReturnType<RoomRpc['listMutes']> {
    return this.#moderation?.mutes
  }

  async liftMutes(which?: Parameters<RoomRpc['liftMutes']>[0]): ReturnType<RoomRpc['liftMutes']> {
    return this.#moderation?.liftMutes(which)
  }

  async listReports(): ReturnType<RoomRpc['listReports']> {
    return this.#moderation?.reports
  }

  async dismissReports(id?: string): ReturnType<RoomRpc['dismissReports']> {
    return this.#moderation?.dismissReports(id)
  }

  async logAfter(after: number): ReturnType<RoomRpc['logAfter']> {
    return this.#moderation && this.#context.roomLog.linesAfter(after)
  }

  async listWebhooks(): ReturnType<RoomRpc['listWebhooks']> {
    return this.#moderation && this.#parts.webhooks.list
  }

  async addWebhook(request: WebhookRequest): ReturnType<RoomRpc['addWebhook']> {
    if (!this.#moderation) return undefined
    const { webhooks } = this.#parts
    const refused = webhooks.refusal(request) ?? (await webhooks.siteRefusal(request))
    if (refused) return refused
    // The room may have been deleted meanwhile.
    const added = this.#moderation && webhooks.add(request)
    if (added && 'webhook' in added)
      this.#moderation?.logOwnerAction(`added a webhook to ${added.webhook.host}`)
    return added
  }

  async deleteWebhook(id: string): ReturnType<RoomRpc['deleteWebhook']> {
    const isDeleted = this.#moderation && this.#parts.webhooks.remove(id)
    if (isDeleted) this.#moderation?.logOwnerAction(`deleted the webhook ${id}`)
    return isDeleted
  }

  async metrics(): ReturnType<RoomRpc['metrics']> {
    return this.#moderation && this.#parts.meter.metrics
  }

  async usage(): ReturnType<RoomRpc['usage']> {
    const { storedBytes } = this.#context.platform.disk
    return (
      this.#moderation && { ...this.#parts.meter.usage, ...(storedBytes !== undefined && { storedBytes }) }
    )
  }

  async runConsoleCommand(line: string): ReturnType<RoomRpc['runConsoleCommand']> {
    const console = this.#context.game?.ownerConsole
    if (!this.#moderation || !console) return undefined
    const answers = this.#parts.world.open()?.actions.runConsoleCommand(line)
    if (answers) this.#moderation.logOwnerAction(`ran the console command: ${console.redact(line)}`)
    this.#context.events.emit('ownerChangedWorld')
    return answers ?? 'failed'
  }

  async broadcast(text: string): ReturnType<RoomRpc['broadcast']> {
    const { game, meta, now, records, events } = this.#context
    if (!meta || !this.#moderation || !(game?.broadcast || game?.notify)) return undefined
    const world = this.#parts.world.occupied
    const players = world ? world.actions.broadcast(text) : 0
    if (players === undefined) return 'failed'
    this.#moderation.logOwnerAction(`said to all players: ${text}`)
    if (!game.notify) return players
    const told = { ...meta, message: { text, at: new Date(now).toISOString() } }
    records.write(roomMetadataChange(told))
    this.#context.meta = told
    events.emit('messageChanged')
    return players
  }

  async readPlayerData(name: string): ReturnType<RoomRpc['readPlayerData']> {
    return this.#moderation && this.#parts.playerData.read(name)
  }

  async erasePlayerData(name: string): ReturnType<RoomRpc['erasePlayerData']> {
    const erased = this.#moderation && (await this.#parts.playerData.erase(name))
    if (erased === true) this.#moderation?.logOwnerAction('erased the data of a player')
    return erased
  }

  async fork(from: ForkOrigin): Promise<ForkInput | undefined> {
    const fork = this.#moderation && this.#parts.world.openReadOnly()?.actions.fork(from)
    if (fork) this.#moderation?.logOwnerAction(`forked the room from ${from}`)
    return fork
  }

  /** Undefined if the room does not exist. */
  get #moderation(): Moderation | undefined {
    return this.#context.meta && this.#parts.moderation
  }
}
