// The owner's calls on a room, from the API and the owner's page. All return undefined where there is no room.
import type { ForkInput, ForkOrigin, Game } from '../games/game.ts'
import { type Figures, TurnFigures } from './figures.ts'
import type { Hooks } from './hooks.ts'
import type { Life } from './life.ts'
import type { Meter } from './meter.ts'
import type { Hall, Moderation } from './moderation.ts'
import type { Platform } from './platform.ts'
import type { RoomDoors } from './room-doors.ts'
import type { RoomLog } from './room-log.ts'
import type { RoomWorld } from './room-world.ts'
import type { BanWish, HookWish, RoomCalls } from './rooms.ts'
import { isAnybodyIn } from './watchers.ts'

export interface HostingSettings {
  readonly platform: Platform
  readonly life: Life
  readonly world: RoomWorld
  readonly doors: RoomDoors
  readonly moderation: Moderation
  readonly roomLog: RoomLog
  readonly meter: Meter
  readonly hooks: Hooks
  /** When this instance started, in milliseconds since 1970. */
  readonly began: number
  /** The room's game; undefined: this build does not have it. */
  game(): Game | undefined
}

export class Hosting
  implements
    Pick<
      RoomCalls,
      | 'people'
      | 'kick'
      | 'ban'
      | 'bans'
      | 'lift'
      | 'log'
      | 'webhooks'
      | 'hook'
      | 'unhook'
      | 'figures'
      | 'used'
      | 'say'
    >
{
  readonly #settings: HostingSettings

  constructor(settings: HostingSettings) {
    this.#settings = settings
  }

  async people(): ReturnType<RoomCalls['people']> {
    return this.#moderation?.people(this.#hall)
  }

  async kick(id: string): ReturnType<RoomCalls['kick']> {
    if (!this.#moderation) return undefined
    const kicked = this.#moderation.kick(this.#hall, id)
    return kicked ?? (this.#settings.doors.resuming ? 'waking' : 'nobody')
  }

  async ban(wish: BanWish): ReturnType<RoomCalls['ban']> {
    const made = this.#moderation?.ban(this.#hall, wish)
    this.#settings.doors.watchers.look()
    return made
  }

  async bans(): ReturnType<RoomCalls['bans']> {
    return this.#moderation?.bans
  }

  async lift(which?: Parameters<RoomCalls['lift']>[0]): ReturnType<RoomCalls['lift']> {
    return this.#moderation?.lift(which)
  }

  async log(after: number): ReturnType<RoomCalls['log']> {
    return this.#moderation && this.#settings.roomLog.after(after)
  }

  async webhooks(): ReturnType<RoomCalls['webhooks']> {
    return this.#moderation && this.#settings.hooks.shown
  }

  async hook(wish: HookWish): ReturnType<RoomCalls['hook']> {
    if (!this.#moderation) return undefined
    const { hooks } = this.#settings
    const refused = hooks.refusal(wish) ?? (await hooks.siteRefusal(wish))
    if (refused) return refused
    // The room may have been deleted meanwhile.
    const made = this.#moderation && hooks.add(wish)
    if (made && 'webhook' in made) this.#moderation?.act(`made a webhook to ${made.webhook.host}`)
    return made
  }

  async unhook(id: string): ReturnType<RoomCalls['unhook']> {
    const isGone = this.#moderation && this.#settings.hooks.remove(id)
    if (isGone) this.#moderation?.act(`took away the webhook ${id}`)
    return isGone
  }

  async figures(): ReturnType<RoomCalls['figures']> {
    return this.#settings.life.meta && this.counted
  }

  get counted(): Figures {
    const { world, meter, began } = this.#settings
    const nothing = { ...new TurnFigures(), overruns: 0 }
    return { since: began, ...(world.host?.figures ?? nothing), ...meter.rows }
  }

  async used(): ReturnType<RoomCalls['used']> {
    return this.#moderation && this.#settings.meter.used
  }

  async say(line: string): ReturnType<RoomCalls['say']> {
    const console = this.#settings.game()?.ownerConsole
    if (!this.#moderation || !console) return undefined
    const answers = this.#settings.world.opened()?.say(line)
    if (answers) this.#moderation.act(`said: ${console.redact(line)}`)
    return answers ?? 'unsaid'
  }

  async fork(from: ForkOrigin): Promise<ForkInput | undefined> {
    const fork = this.#moderation && this.#settings.world.seen()?.fork(from)
    if (fork) this.#moderation?.act(`made another room of it, from ${from}`)
    return fork
  }

  /** Undefined: there is no room. */
  get #moderation(): Moderation | undefined {
    const { life, moderation } = this.#settings
    return life.meta && moderation
  }

  /** The connected players. If nobody is connected, no world needs to be opened for that. */
  get #hall(): Hall {
    const { platform, world } = this.#settings
    const host = isAnybodyIn(platform) ? world.opened() : world.host
    return host ?? { all: [], expel() {} }
  }
}
