import { beforeEach, describe, expect, it } from 'vitest'
import { newPushKeys, type PushKeys } from '../../../durable-objects/model/push-subscription.ts'
import type { RoomContext } from '../../../durable-objects/room/context/room-context.ts'
import { maxSubscriptions, PushNotifications } from '../../../durable-objects/room/push/push-notifications.ts'
import type { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import type { PostMessage } from '../../../durable-objects/room/webhooks/webhooks.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { PushReceiver, verifiedClaims } from '../../push-receiver.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const minute = 60_000
const page = 'https://play.test/tally/harbor'
const keys: PushKeys = await newPushKeys()

let clock: SimulatedClock
let context: RoomContext
let push: PushNotifications
let names: (string | undefined)[]
let sent: Parameters<PostMessage>[0][]
let admitted: string[]
let gate: Promise<void>
let status: number
let alarmAt: number | undefined

const world = {
  runtime: {
    get players() {
      return names.length
    },
    get sessions() {
      return names.map((name) => ({ name })) as unknown as readonly ClientSession[]
    },
  },
}

function startInstance(records = memoryRecords()): void {
  context = testContext({ game: tally as Game, clock, records })
  context.alarm.request = (_reason, at) => {
    alarmAt = at
  }
  push = new PushNotifications(context, world, {
    allowPrivateTargets: false,
    admit: async ({ host }) => {
      admitted.push(host)
      await gate
      return host.includes('busy') ? minute : 0
    },
    pushKeys: async () => keys,
    post: async (message) => {
      sent.push(message)
      if (status === 0) throw new Error('cannot be reached')
      return { status, retryAfter: null }
    },
  })
}

beforeEach(() => {
  clock = new SimulatedClock()
  names = []
  sent = []
  admitted = []
  gate = Promise.resolve()
  status = 201
  alarmAt = undefined
  startInstance()
})

const endpointOf = (n: number | string) => `https://fcm.googleapis.com/fcm/send/${n}`

async function subscribed(endpoint = endpointOf(0)): Promise<PushReceiver> {
  const browser = new PushReceiver(endpoint)
  expect(await subscribe(browser)).toBe(true)
  return browser
}

const subscribe = (browser: PushReceiver, address = '127.0.0.1', at = page) =>
  push.subscribe({ ...browser.subscription, page: at, address })

function players(...now: (string | undefined)[]): void {
  names = now
  context.events.emit('playersChanged')
}

/** Waits until this many messages were sent, because the platform encrypts and signs them asynchronously. */
const settled = (messages: number) => expect.poll(() => sent.length).toBe(messages)

/** Empties the room, lets a player join after 15 minutes, and waits until this many messages were sent in all. */
async function nextArrival(messages: number): Promise<void> {
  players()
  clock.pass(15 * minute)
  players('ann')
  clock.pass(5000)
  await settled(messages)
  // The room handles the push service's answer some time after the request.
  await expect.poll(() => clock.armed).toBe(0)
}

describe('a browser that subscribed', () => {
  it('gets an encrypted message, signed by the site, when a player joins the empty room', async () => {
    const browser = await subscribed()
    players('Ann\u0007')
    clock.pass(5000)
    await settled(1)
    const [{ url, headers, body }] = sent as [Parameters<PostMessage>[0]]
    expect(url).toBe(browser.endpoint)
    expect(browser.decrypt(body as Uint8Array)).toEqual({
      ...{ title: 'Harbor', body: 'Ann  is playing. Join them in Tally.', room: 'tally/harbor', url: page },
    })
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', ttl: '600', urgency: 'normal' },
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
    })
    const { aud, exp, sub } = verifiedClaims(headers.authorization!, keys.publicKey)
    expect([aud, sub]).toEqual(['https://fcm.googleapis.com', 'https://play.test'])
    expect(exp * 1000 - clock.now()).toBeGreaterThan(0)
    expect(exp * 1000 - clock.now()).toBeLessThan(24 * 60 * minute)
    expect(() => new PushReceiver(browser.endpoint).decrypt(body as Uint8Array), 'another browser').toThrow()
  })

  it('gets a message signed for the site’s address that this browser uses, whichever address other browsers use', async () => {
    await subscribe(new PushReceiver(endpointOf(1)), '127.0.0.1', 'http://localhost:8787/tally/harbor')
    await subscribed(endpointOf(2))
    players('ann')
    clock.pass(5000)
    await settled(2)
    const subjects = sent.map(({ url, headers }) => [
      url,
      verifiedClaims(headers.authorization!, keys.publicKey).sub,
    ])
    expect(Object.fromEntries(subjects)).toEqual({
      [endpointOf(1)]: 'http://localhost:8787',
      [endpointOf(2)]: 'https://play.test',
    })
  })

  it('gets one message, however many players join, and the next one after the room was empty for 15 minutes', async () => {
    await subscribed()
    players('ann')
    clock.pass(5000)
    players('ann', 'bob')
    players('bob')
    players()
    players('bob')
    clock.pass(10 * minute)
    players()
    players('ann')
    clock.pass(10_000)
    await settled(1)
    await nextArrival(2)
  })

  it('gets no message about a player who leaves at once, or while no new player joins', async () => {
    await subscribed()
    players('ann')
    clock.pass(4000)
    players()
    clock.pass(minute)
    expect(context.records.get('push')).toBeUndefined()
    expect(sent).toEqual([])
  })

  it('is remembered by a new instance, which also keeps the 15 minutes between two messages', async () => {
    const browser = await subscribed()
    players('ann')
    clock.pass(5000)
    await settled(1)
    names = []
    startInstance(context.records as ReturnType<typeof memoryRecords>)
    players('bob')
    clock.pass(minute)
    await nextArrival(2)
    expect(browser.decrypt(sent[1]!.body as Uint8Array)).toMatchObject({
      body: 'ann is playing. Join them in Tally.',
    })
  })

  it('gets no message after it has unsubscribed', async () => {
    const browser = await subscribed()
    expect(await push.unsubscribe(browser.endpoint)).toBe(true)
    expect(await push.unsubscribe(browser.endpoint)).toBe(false)
    players('ann')
    clock.pass(minute)
    expect([sent, [...context.records.list('push/')]]).toEqual([[], []])
  })

  it('has one subscription, however often it subscribes', async () => {
    const browser = await subscribed()
    await subscribe(browser)
    expect([...context.records.list('push/')].length).toBe(1)
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async (gone) => {
    await subscribed()
    status = gone
    await nextArrival(1)
    await expect.poll(() => [...context.records.list('push/')].length).toBe(0)
  })

  it.each([
    ['refuses three messages in a row', 403, 3, 0],
    ['is busy', 429, 4, 1],
    ['fails', 503, 4, 1],
    ['cannot be reached', 0, 4, 1],
  ])(
    'that %s (status %i) is sent %i messages, after which %i subscriptions remain',
    async (_, answer, messages, left) => {
      await subscribed()
      status = answer
      for (let n = 1; n <= messages; n++) await nextArrival(n)
      await expect.poll(() => [...context.records.list('push/')].length).toBe(left)
    },
  )

  it('gets the messages of a full room in parts, because one event may send only a limited number of requests', async () => {
    for (let n = 0; n < maxSubscriptions - 1; n++) await subscribed(endpointOf(n))
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    const together = [1, 2].map((n) => subscribe(new PushReceiver(`https://push.example.net/${n}`)))
    await expect.poll(() => admitted.length).toBe(2)
    opening.resolve()
    expect((await Promise.all(together)).filter((answer) => answer === true)).toHaveLength(1)
    expect(await subscribe(new PushReceiver(endpointOf('one-more')))).toMatchObject({
      refused: { field: 'endpoint', detail: `this room notifies ${maxSubscriptions} browsers already` },
    })
    players('ann')
    clock.pass(5000)
    for (const part of [40, 80, 100]) {
      await settled(part)
      if (part < 100) {
        expect(alarmAt).toBe(clock.now() + 1000)
        push.onAlarm()
      }
    }
    push.onAlarm()
    expect(new Set(sent.map(({ url }) => url)).size).toBe(maxSubscriptions)
  })

  it('gets nothing more for a subscription that has expired', async () => {
    const browser = new PushReceiver(endpointOf(1))
    const expirationTime = clock.now() + minute
    await push.subscribe({ ...browser.subscription, expirationTime, page, address: '127.0.0.1' })
    players('ann')
    clock.pass(2 * minute)
    players()
    await subscribed(endpointOf(2))
    await nextArrival(2)
    expect(sent.map(({ url }) => url)).toEqual([endpointOf(1), endpointOf(2)])
  })
})

describe('a subscription that is refused', () => {
  it.each([
    ['on loopback', 'https://127.0.0.1/push', 'not public'],
    ['on a private network', 'https://192.168.1.5/push', 'not public'],
    ['by a private name', 'https://router.lan/push', 'not public'],
    ['without https', 'http://push.example.com/push', 'https:'],
    ['with a password', 'https://a:b@push.example.org/push', 'user name'],
  ])('is %s', async (_, endpoint, detail) => {
    expect(await subscribe(new PushReceiver(endpoint))).toMatchObject({
      refused: { field: 'endpoint', detail: expect.stringContaining(detail) },
    })
  })

  it('has keys that no browser creates', async () => {
    const target = { ...new PushReceiver(endpointOf(0)).subscription, page, address: '127.0.0.1' }
    for (const wrong of [
      { ...target.keys, p256dh: 'B'.repeat(87) },
      { ...target.keys, p256dh: target.keys.auth },
      { ...target.keys, auth: target.keys.p256dh },
    ])
      expect(await push.subscribe({ ...target, keys: wrong })).toMatchObject({ refused: { field: 'keys' } })
  })

  it('is one more at an uncommon push service that gets too many requests; well-known push services have no such limit', async () => {
    await subscribed('https://push.example.net/1')
    await subscribed('https://updates.push.services.mozilla.com/wpush/v2/1')
    expect(await subscribe(new PushReceiver('https://busy.example.net/1'))).toMatchObject({
      refused: {
        detail: 'too many requests for the push service busy.example.net at present. Try again later',
      },
    })
    expect(await subscribe(new PushReceiver('https://fcm.googleapis.com.busy.net/1'))).toMatchObject({
      refused: { field: 'endpoint' },
    })
    expect(admitted).toEqual(['push.example.net', 'busy.example.net', 'fcm.googleapis.com.busy.net'])
  })

  it('is the eleventh of an address in a minute', async () => {
    for (let n = 0; n < 10; n++)
      expect(await subscribe(new PushReceiver(endpointOf(n)), '192.0.2.1')).toBe(true)
    expect(await subscribe(new PushReceiver(endpointOf(10)), '192.0.2.1')).toEqual({ waitMs: 6000 })
    expect(await subscribe(new PushReceiver(endpointOf(10)), '192.0.2.2')).toBe(true)
  })
})
