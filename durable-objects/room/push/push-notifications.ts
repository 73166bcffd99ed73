// Notifies visitors' browsers when a player joins an empty room, at most once per `minIntervalMs`. A lost message is
// not sent again, because it would soon be outdated.

import { type Refusal, refusal } from '../../../games/refusal.ts'
import { AddressRateLimiter } from '../../../games/shared/address-rate-limiter.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { toOneLine } from '../../model/one-line.ts'
import {
  type PushKeys,
  type PushSubscriptionRequest,
  type StoredPushSubscription,
  subscriptionKeyPrefix,
} from '../../model/push-subscription.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { listJson } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { urlRefusal } from '../webhooks/webhook-url.ts'
import type { WebhookSender } from '../webhooks/webhooks.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'
import { hasUsableKeys, PushSigner, pushMessage } from './push-message.ts'

export const maxSubscriptions = 100
/** Minimum time between two messages of a room. */
const minIntervalMs = 15 * 60_000
/** The player must stay this long; by then the player's name is known. */
const settleMs = 5000
/** Maximum requests in one event of the object, because the platform limits them. */
const batchSize = 40
const nextBatchMs = 1000
const requestTimeoutMs = 5000
/** A subscription ends after this many refused messages in a row. */
const maxRefusals = 3
/** New or renewed subscriptions per address. */
const subscriptionsPerMinute = 10
const idLength = 22
/** Key of the record with the time of the last message, in milliseconds since 1970. */
const lastSentKey = 'push'
const maxNameLength = 60

/** Push services of common browsers, whose use `admit` does not limit. */
const commonServices =
  /(?:^|\.)(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)$/

export interface PushSender extends WebhookSender {
  pushKeys(): Promise<PushKeys>
}

interface WatchedWorld {
  readonly runtime: Pick<WorldRuntime, 'players' | 'sessions'> | undefined
}

export class PushNotifications {
  readonly #context: RoomContext
  readonly #world: WatchedWorld
  readonly #sender: PushSender | undefined
  /** The subscriptions by id. */
  #subscriptions: Map<string, StoredPushSubscription> | undefined
  readonly #rate = new AddressRateLimiter()
  readonly #settleTimer: OneShotTimer
  /** Ids of the subscriptions that still wait for the current message. */
  #waiting: string[] = []
  #message = ''
  #signer: PushSigner | undefined
  #wasEmpty: boolean

  /** `sender` absent: subscriptions are refused, and nothing is sent. */
  constructor(context: RoomContext, world: WatchedWorld, sender: PushSender | undefined) {
    this.#context = context
    this.#world = world
    this.#sender = sender
    this.#wasEmpty = context.hibernation.previousPlayers === 0
    this.#settleTimer = new OneShotTimer(context.clock, () => this.#announceArrival())
    const { events } = context
    events.on('playersChanged', () => this.#playersChanged())
    events.on('deleting', () => this.#settleTimer.cancel())
    events.on('deleted', () => {
      this.#subscriptions = undefined
      this.#waiting = []
      this.#rate.clear()
    })
  }

  // ---- Subscriptions -----------------------------------------------------------------------------------------------

  /** Renews an existing subscription. `waitMs`: the address has sent too many subscriptions. */
  async subscribe({
    address,
    ...target
  }: PushSubscriptionRequest): Promise<true | Refusal | { readonly waitMs: number }> {
    const { now, platform } = this.#context
    if (!this.#sender) return refusal('endpoint', 'this site sends no notifications')
    if (!this.#rate.take(address, now, subscriptionsPerMinute))
      return { waitMs: 60_000 / subscriptionsPerMinute }
    const wrong = urlRefusal(target.endpoint, this.#sender.allowPrivateTargets)
    if (wrong !== undefined) return refusal('endpoint', wrong)
    if (!(await hasUsableKeys(target))) return refusal('keys', 'not the keys of a push subscription')
    const digest = await platform.secrets.digest(target.endpoint)
    const id = digest.slice(0, idLength)
    const isKnown = this.#read().has(id)
    const refused = isKnown
      ? undefined
      : (this.#fullRefusal ?? (await this.#siteRefusal(target.endpoint, digest)) ?? this.#fullRefusal)
    if (refused) return refused
    // The room may have been deleted during the await.
    if (!this.#context.meta) return refusal('endpoint', 'the room was deleted')
    this.#store({ ...target, id, refusals: 0 })
    return true
  }

  get #fullRefusal(): Refusal | undefined {
    if (this.#read().size >= maxSubscriptions) this.#deleteExpired()
    if (this.#read().size < maxSubscriptions) return undefined
    return refusal('endpoint', `this room notifies ${maxSubscriptions} browsers already`)
  }

  /** Why the site refuses, if it does. Push services other than the common ones share the limits of webhooks. */
  async #siteRefusal(endpoint: string, url: string): Promise<Refusal | undefined> {
    const { hostname } = new URL(endpoint)
    if (commonServices.test(hostname) || urlRefusal(endpoint, false) !== undefined) return undefined
    const wait = await this.#sender!.admit({ host: hostname, url })
    return wait === 0
      ? undefined
      : refusal('endpoint', `too many requests for the push service ${hostname} at present. Try again later`)
  }

  async unsubscribe(endpoint: string): Promise<boolean> {
    const id = (await this.#context.platform.secrets.digest(endpoint)).slice(0, idLength)
    if (!this.#read().has(id)) return false
    this.#delete([id])
    return true
  }

  // ---- Messages ----------------------------------------------------------------------------------------------------

  #playersChanged(): void {
    const isEmpty = (this.#world.runtime?.players ?? 0) === 0
    if (isEmpty) this.#settleTimer.cancel()
    else if (this.#wasEmpty && this.#read().size > 0) this.#settleTimer.start(settleMs)
    this.#wasEmpty = isEmpty
  }

  #announceArrival(): void {
    const { meta, game, now, records } = this.#context
    const last = Number(records.get(lastSentKey) ?? Number.NEGATIVE_INFINITY)
    // A time in the future was stored before the clock was set back, so it causes no wait.
    if (!meta || !game || (last <= now && now - last < minIntervalMs)) return
    this.#deleteExpired()
    const ids = [...this.#read().keys()]
    if (ids.length === 0) return
    const names = (this.#world.runtime?.sessions ?? []).flatMap(({ name }) =>
      name === undefined ? [] : [name],
    )
    const [name = 'A player'] = game.namesIdentifySlots ? [] : names
    const line = toOneLine(name, maxNameLength)
    this.#context.attempt('notification not recorded', () =>
      records.write(new Map([[lastSentKey, `${now}`]])),
    )
    this.#message = `${line} is playing. Join them in ${game.title}.`
    this.#waiting = ids
    void this.#sendBatch()
  }

  /** Sends the current message to the next batch of browsers. */
  onAlarm(): void {
    if (this.#waiting.length > 0) void this.#sendBatch()
  }

  async #sendBatch(): Promise<void> {
    const ids = this.#waiting.splice(0, batchSize)
    if (this.#waiting.length > 0) this.#context.alarm.request('push', this.#context.now + nextBatchMs)
    try {
      const keys = await this.#sender!.pushKeys()
      await Promise.all(ids.map((id) => this.#send(id, keys)))
    } catch (error) {
      this.#context.log('warn', 'notifications not sent', { detail: describeError(error) })
    }
  }

  async #send(id: string, keys: PushKeys): Promise<void> {
    const subscription = this.#subscriptions?.get(id)
    const { meta, clock } = this.#context
    if (!subscription || !meta || !this.#sender) return
    const { endpoint, page } = subscription
    // The subscription's url is checked again, because the site's settings may have changed since.
    if (urlRefusal(endpoint, this.#sender.allowPrivateTargets) !== undefined) return this.#delete([id])
    const name = `${meta.game}/${meta.room}`
    this.#signer ??= new PushSigner(keys)
    const stop = new AbortController()
    const timer = clock.after(requestTimeoutMs, () => stop.abort(new Error('no answer in time')))
    try {
      const content = { title: meta.title, body: this.#message, room: name, url: page }
      const topic = (await this.#context.platform.secrets.digest(name)).slice(0, idLength)
      const sending = { signer: this.#signer, topic, now: this.#context.now }
      const message = await pushMessage(subscription, content, sending)
      const { status } = await this.#sender.post({ url: endpoint, ...message, signal: stop.signal })
      this.#answered(id, status)
    } catch {
      // An unreachable push service is ignored. Nothing is logged, because the error may contain the secret endpoint.
    } finally {
      timer.cancel()
    }
  }

  #answered(id: string, status: number): void {
    const subscription = this.#subscriptions?.get(id)
    if (!subscription) return
    // RFC 8030, 7.3: the subscription has expired, or was removed in the browser.
    if (status === 404 || status === 410) return this.#delete([id])
    if (status >= 200 && status < 300) {
      if (subscription.refusals > 0) this.#store({ ...subscription, refusals: 0 })
      return
    }
    // Too many requests or a fault of the push service do not count against the subscription.
    if (status === 429 || status >= 500) return
    const refusals = subscription.refusals + 1
    if (refusals >= maxRefusals) this.#delete([id])
    else this.#store({ ...subscription, refusals })
  }

  // ---- Storage -----------------------------------------------------------------------------------------------------

  #deleteExpired(): void {
    const { now } = this.#context
    const expired = [...this.#read().values()].filter(
      ({ expirationTime }) => typeof expirationTime === 'number' && expirationTime <= now,
    )
    this.#delete(expired.map(({ id }) => id))
  }

  #store(subscription: StoredPushSubscription): void {
    this.#context.records.write(
      new Map([[subscriptionKeyPrefix + subscription.id, JSON.stringify(subscription)]]),
    )
    this.#read().set(subscription.id, subscription)
  }

  #delete(ids: readonly string[]): void {
    if (ids.length === 0) return
    this.#context.records.write(new Map(ids.map((id) => [subscriptionKeyPrefix + id, undefined])))
    for (const id of ids) this.#read().delete(id)
  }

  #read(): Map<string, StoredPushSubscription> {
    this.#subscriptions ??= new Map(
      listJson<StoredPushSubscription>(this.#context.records, subscriptionKeyPrefix).map((one) => [
        one.id,
        one,
      ]),
    )
    return this.#subscriptions
  }
}
