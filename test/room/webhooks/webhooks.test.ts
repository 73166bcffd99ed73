// Webhooks: which events are sent, when, how often, and the addresses that are refused. Time is simulated, and each
// test supplies the receiver's responses.
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { webhookKeyPrefix } from '../../../durable-objects/model/webhook.ts'
import type { RoomContext } from '../../../durable-objects/room/context/room-context.ts'
import { urlRefusal } from '../../../durable-objects/room/webhooks/webhook-url.ts'
import { type PostResult, Webhooks } from '../../../durable-objects/room/webhooks/webhooks.ts'
import type { RoomAnnouncement, WebhookInfo, WebhookRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Records, StoredValue } from '../../../durable-objects/storage/records.ts'
import type { Game, GameEvent } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { cheapSecrets, testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

interface Delivered {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
interface Message {
  readonly id: string
  readonly kind: string
  readonly more: number
  readonly news: readonly { readonly id: string; readonly text: string }[]
}

const ok: PostResult = { status: 200, retryAfter: null }
const title = 'Harbor'

let clock: SimulatedClock
let records: Records
let delivered: Delivered[]
let faults: unknown[]
let alarmAt: number | undefined
let answer: (signal: AbortSignal) => PostResult | Promise<PostResult>
let context: RoomContext
let hooks: Webhooks
let targets: unknown[]
let siteWaits: number

function startInstance(anywhere = false): void {
  context = testContext({
    ...{ clock, records, game: tally as Game },
    meta: { title },
    platform: {
      secrets: { ...cheapSecrets, digest: async (text) => `digest of ${text}` },
      log: (_level, line) => faults.push(line),
    },
  })
  // A request for the alarm only records its time. Tests fire the alarm themselves, sometimes early, as the platform
  // may.
  context.alarm.request = (_reason, at) => {
    alarmAt = at
  }
  hooks = new Webhooks(context, {
    allowPrivateTargets: anywhere,
    admit: async (target) => {
      targets.push(target)
      return siteWaits
    },
    post: async ({ signal, body, ...message }) => {
      delivered.push({ ...message, body: String(body) })
      return answer(signal)
    },
  })
}

const log = () => context.roomLog.linesAfter(0).map(({ text }) => text)

function announce(damage?: string): void {
  context.events.emit('announcing', { ...(damage !== undefined && { damage }) } as RoomAnnouncement)
}

beforeEach(() => {
  clock = new SimulatedClock()
  records = memoryRecords()
  delivered = []
  targets = []
  siteWaits = 0
  faults = []
  alarmAt = undefined
  answer = () => ok
  startInstance()
})

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    clock.pass(0)
    await Promise.resolve()
  }
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const step = Math.min(left, Math.max(1, (alarmAt ?? Number.POSITIVE_INFINITY) - clock.now()))
    clock.pass(step)
    left -= step
    if (alarmAt !== undefined && alarmAt <= clock.now()) {
      alarmAt = undefined
      hooks.schedule()
    }
    await settle()
  }
}

const url = 'https://hooks.example.org/in'
function add(wish: Partial<WebhookRequest> = {}): { webhook: WebhookInfo; secret?: string } {
  const on = ['join', 'goal', 'end', 'trouble'] as const
  const made = hooks.add({ url, on, cooldownSeconds: 60, page: 'https://play.test/tally/harbor', ...wish })
  if ('refused' in made) throw new Error(made.refused.detail)
  return made
}

async function added(wish: Partial<WebhookRequest> = {}) {
  const made = add(wish)
  await settle()
  delivered.length = 0
  return made
}

function commit(events: readonly GameEvent[]): void {
  context.events.emit('committing', [...events], new Map())
  context.events.emit('committed')
}

const messages = (): Message[] => delivered.map(({ body }) => JSON.parse(body))
const texts = () => messages().map(({ news }) => news.map(({ text }) => text))

describe('the webhooks that one room adds', () => {
  const refusedFor = (made: object) => ('refused' in made ? made.refused : undefined)
  const once = () => {
    const made = hooks.add({
      ...{ url, on: ['join'], cooldownSeconds: 60, page: 'https://play.test/tally/harbor' },
    })
    if ('webhook' in made) hooks.remove(made.webhook.id)
    return made
  }

  it('are limited to twelve per hour, deleted ones included, and the refusal has the time of the next try', async () => {
    for (let i = 0; i < 195; i++) {
      once()
      await pass(40)
    }
    expect(delivered.length).toBeLessThanOrEqual(12)
    expect(refusedFor(once())).toEqual({
      field: 'url',
      detail: 'this room has added 12 webhooks within an hour. Try again in 60 min.',
    })
    await pass(3_600_000)
    expect(refusedFor(once())).toBeUndefined()
  })

  it('are also counted for a room whose instance was evicted', () => {
    for (let i = 0; i < 12; i++) once()
    startInstance()
    expect(refusedFor(once())).toMatchObject({ field: 'url' })
  })

  it('are refused when the site has too many at that target, and the refusal does not contain the URL', async () => {
    siteWaits = 170_000
    const wish = { url, on: ['join'], cooldownSeconds: 60, page: '' } as const
    expect(await hooks.siteRefusal(wish)).toEqual({
      refused: {
        field: 'url',
        detail: 'this site has added many webhooks to hooks.example.org. Try again in 3 min.',
      },
    })
    expect(targets).toEqual([{ host: 'hooks.example.org', url: `digest of ${url}` }])
    startInstance(true)
    expect(await hooks.siteRefusal({ ...wish, url: 'http://127.0.0.1:9000/in' })).toBeUndefined()
  })
})

describe('a webhook', () => {
  it('sends a signed message at once, and its secret is returned only once', async () => {
    const { secret, webhook } = add()
    await settle()
    const [message] = delivered
    expect(texts()).toEqual([['This webhook now receives events of this room']])
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = message!.headers
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${at}.${message!.body}`).digest('base64')
    expect(signature).toBe(`v1,${hmac}`)
    expect([id, Number(at)]).toEqual([messages()[0]!.id, Math.floor(clock.now() / 1000)])
    expect(JSON.stringify([webhook, hooks.list])).not.toContain('/in')
    expect(JSON.stringify(hooks.list)).not.toContain('whsec_')
  })

  it('receives only the kinds of events that it has subscribed to', async () => {
    await added({ on: ['goal'], cooldownSeconds: 0 })
    hooks.addEvent('join', 'Ann is in')
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(texts()).toEqual([['Ann has reached the goal']])
  })

  it('batches the events of a kind during its cooldown', async () => {
    await added()
    hooks.addEvent('join', 'Ann is in')
    await settle()
    for (const name of ['Bob', 'Cid']) hooks.addEvent('join', `${name} is in`)
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(texts()).toEqual([['Ann is in'], ['Ann has reached the goal']])
    await pass(59_000)
    expect(delivered).toHaveLength(2)
    await pass(1000)
    expect(texts().at(-1)).toEqual(['Bob is in', 'Cid is in'])
    await pass(600_000)
    expect(delivered).toHaveLength(3)
    expect(alarmAt).toBeUndefined()
  })

  it('delays no event for longer than its cooldown when the clock is set back', async () => {
    clock.pass(3_600_000)
    await added()
    hooks.addEvent('join', 'Ann is in')
    await settle()
    clock = new SimulatedClock()
    startInstance()
    hooks.addEvent('join', 'Bob is in')
    await pass(60_000)
    expect(texts()).toEqual([['Ann is in'], ['Bob is in']])
  })

  it('retries no delivery later than its longest wait when the clock is set back', async () => {
    clock.pass(86_400_000)
    await added()
    answer = () => ({ status: 500, retryAfter: null })
    hooks.addEvent('join', 'Ann is in')
    await settle()
    clock = new SimulatedClock()
    startInstance()
    answer = () => ok
    hooks.schedule()
    await settle()
    expect(texts()).toEqual([['Ann is in'], ['Ann is in']])
  })

  it('sends well-formed text, although a long text is cut', async () => {
    await added()
    hooks.addEvent('join', `${'a'.repeat(299)}😀`)
    await settle()
    expect(texts()).toEqual([[`${'a'.repeat(299)}\ufffd`]])
  })

  it('queues fifty events, sends fifteen at a time, and counts the dropped events', async () => {
    await added()
    hooks.addEvent('join', 'first')
    await settle()
    for (let i = 1; i <= 70; i++) hooks.addEvent('join', `player ${i}`)
    await pass(60_000)
    expect(messages().at(-1)).toMatchObject({ more: 20 })
    expect(texts().at(-1)).toEqual(Array.from({ length: 15 }, (_, i) => `player ${i + 21}`))
    await pass(240_000)
    expect(texts().at(-1)!.at(-1)).toBe('player 70')
  })

  const found = (n: number, labels: object, mentions: readonly string[] = []) =>
    commit([{ kind: 'item', text: `item ${n}`, labels: { ...labels }, mentions }])

  it('sends only events whose label its filter accepts, and events without the label', async () => {
    await added({
      on: ['item', 'goal'],
      filter: { class: ['progression'], receiver: ['Ann'] },
      cooldownSeconds: 0,
    })
    found(1, { class: 'progression', receiver: 'Ann' })
    found(2, { class: 'filler', receiver: 'Ann' })
    found(3, { class: 'progression', receiver: 'Bob' })
    found(4, { class: 'progression' })
    hooks.addEvent('goal', 'goal')
    hooks.addEvent('join', 'join')
    await pass(1)
    expect(texts().flat().sort()).toEqual(['goal', 'item 1', 'item 4'])
  })

  it('sends a thousand items found within one second in at most five messages, and mentions each user once', async () => {
    await added({ on: ['item'], kind: 'discord' })
    for (let n = 0; n < 1000; n++) {
      found(n, {}, [`${100_000_000_000_000_000n + BigInt(n % 20)}`])
      await pass(1)
    }
    await pass(3_600_000)
    expect(delivered.length).toBeLessThanOrEqual(5)
    const bodies = delivered.map(({ body }) => JSON.parse(body))
    expect(new Set(bodies.flatMap(({ allowed_mentions }) => allowed_mentions.users)).size).toBe(20)
    expect(bodies.some(({ content }) => content.includes('and 949 more'))).toBe(true)
  })

  it('that does not answer delays no other webhook: its event waits for a retry', async () => {
    await added({ on: ['item'], cooldownSeconds: 0 })
    add({ url: `${url}/other`, on: ['item'], cooldownSeconds: 0 })
    await settle()
    delivered.length = 0
    answer = () => new Promise(() => {})
    found(1, {})
    await settle()
    expect(delivered.map((one) => one.url).sort()).toEqual([url, `${url}/other`])
    answer = () => ok
    await pass(60_000)
    expect(faults).toEqual([])
  })

  it('reports trouble once and its end once, from any instance of the room', async () => {
    await added({ cooldownSeconds: 0 })
    announce('its ticks fail')
    announce('its ticks fail')
    await settle()
    startInstance()
    announce('its ticks fail')
    announce()
    await settle()
    expect(texts()).toEqual([['In trouble: its ticks fail'], ['The problem is over']])
  })

  it('sends the event of a transaction only after its commit', async () => {
    await added()
    const changes = new Map<string, StoredValue | undefined>()
    context.events.emit('committing', [{ kind: 'goal', text: 'Ann has reached the goal' }], changes)
    await settle()
    expect(delivered).toEqual([])
    expect([...changes.keys()]).toEqual([expect.stringMatching(new RegExp(`^${webhookKeyPrefix}`))])
    records.write(changes)
    context.events.emit('committed')
    await settle()
    expect(texts()).toEqual([['Ann has reached the goal']])
  })

  it('repeats a delivery that was lost with its instance, with the same id', async () => {
    await added()
    answer = () => new Promise(() => {})
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(alarmAt).toBeDefined()
    context.events.emit('deleted')
    startInstance()
    answer = () => ok
    hooks.schedule()
    await settle()
    expect(texts()).toEqual([['Ann has reached the goal'], ['Ann has reached the goal']])
    expect(delivered[0]!.headers['webhook-id']).toBe(delivered[1]!.headers['webhook-id'])
  })

  it('that is deleted receives nothing more, even during a delivery', async () => {
    const { webhook } = await added()
    let release: (posted: PostResult) => void = () => {}
    answer = () => new Promise((resolve) => (release = resolve))
    hooks.addEvent('join', 'Ann is in')
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(hooks.remove(webhook.id)).toBe(true)
    expect(hooks.remove(webhook.id)).toBe(false)
    release(ok)
    await pass(600_000)
    expect(delivered).toHaveLength(1)
    expect([...records.list(webhookKeyPrefix)]).toEqual([])
  })

  it('sets no alarm if its room is deleted during a delivery, even while the data of the room is retained', async () => {
    await added()
    let release: (posted: PostResult) => void = () => {}
    answer = () => new Promise((resolve) => (release = resolve))
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    context.meta = undefined
    context.events.emit('deleted')
    alarmAt = undefined
    release(ok)
    for (let i = 0; i < 20; i++) await Promise.resolve()
    expect(alarmAt).toBeUndefined()
  })

  it('is refused as the fifth of a room', () => {
    for (let i = 0; i < 4; i++) add()
    expect(hooks.add({ url, on: ['join'], cooldownSeconds: 0, page: url })).toMatchObject({
      refused: { field: 'url' },
    })
  })
})

describe('a webhook endpoint', () => {
  it('that hangs is retried after 10 s, 1 min, 5 min, 30 min and 2 h; then the event is dropped', async () => {
    await added({ cooldownSeconds: 0 })
    answer = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    await pass(5000)
    const waits: number[] = []
    for (let tries = 1; tries < 6; tries++) {
      waits.push(alarmAt! - clock.now())
      await pass(alarmAt! - clock.now())
      await pass(5000)
    }
    expect(waits).toEqual([10_000, 60_000, 300_000, 1_800_000, 7_200_000])
    expect(new Set(delivered.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(log()).toEqual([expect.stringMatching(/did not receive one event: no answer in time$/)])
    expect([alarmAt, hooks.list[0]]).toEqual([
      undefined,
      expect.objectContaining({ waiting: 0, status: 'on' }),
    ])
  })

  it('that answers 429 is retried at the time that it states, but within an hour', async () => {
    await added()
    answer = () => ({ status: 429, retryAfter: '120' })
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(alarmAt! - clock.now()).toBe(120_000)
    answer = () => ({ status: 429, retryAfter: '86400' })
    await pass(120_000)
    expect(alarmAt! - clock.now()).toBe(3_600_000)
    answer = () => ok
    await pass(3_600_000)
    expect([delivered.length, log(), alarmAt]).toEqual([3, [], undefined])
  })

  it.each([
    [301, 'it redirects to another address'],
    [307, 'it redirects to another address'],
    [404, 'it answers 404'],
    [410, 'it answers 410'],
  ])('that answers %i is not retried', async (status, why) => {
    await added()
    answer = () => ({ status, retryAfter: null })
    hooks.addEvent('goal', 'Ann has reached the goal')
    await pass(600_000)
    expect([delivered.length, log().length]).toEqual([1, 1])
    expect(hooks.list[0]).toMatchObject({ failure: why, waiting: 0 })
  })

  it('that answers 500 is retried, and receives all events in order', async () => {
    await added({ cooldownSeconds: 0 })
    answer = () => ({ status: 500, retryAfter: null })
    hooks.addEvent('goal', 'one')
    hooks.addEvent('join', 'two')
    await settle()
    answer = () => ok
    await pass(10_000)
    expect(texts()).toEqual([['one'], ['one'], ['two']])
  })

  it('that never accepts is disabled after five events, until the webhook is created again', async () => {
    await added({ cooldownSeconds: 0 })
    answer = () => ({ status: 403, retryAfter: null })
    for (let i = 0; i < 8; i++) {
      hooks.addEvent('goal', `${i}`)
      await settle()
    }
    expect(delivered).toHaveLength(5)
    expect(log().at(-1)).toContain('is disabled until it is created again')
    expect(hooks.list[0]).toMatchObject({ status: 'off', waiting: 0 })
  })

  it('that is unreachable is logged without its URL', async () => {
    await added()
    answer = () => {
      throw new TypeError(`fetch failed: ${url}?token=secret`)
    }
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect(hooks.list[0]!.failure).toBe('it cannot be reached')
    expect(JSON.stringify([log(), faults])).not.toContain('secret')
  })
})

describe('a webhook on a full disk', () => {
  it('does not prevent play, and one instance delivers no event twice', async () => {
    await added({ cooldownSeconds: 0 })
    const write = records.write.bind(records)
    hooks.addEvent('goal', 'one')
    records.write = () => {
      throw new Error('the disk is full')
    }
    await settle()
    hooks.addEvent('goal', 'two')
    await pass(600_000)
    expect(texts()).toEqual([['one']])
    expect(faults.length).toBeGreaterThan(0)
    records.write = write
  })
})

describe('a Discord webhook', () => {
  it("receives Discord's JSON without mentions, links or markup that a player could insert", async () => {
    await added({ url: 'https://discord.com/api/webhooks/1/secret', cooldownSeconds: 0 })
    hooks.addEvent(
      'join',
      '@everyone <@1> **bold** [x](https://evil.example) `code` ~~s~~ ||s|| # head\n- list is in',
    )
    await settle()
    const { content, allowed_mentions, ...rest } = JSON.parse(delivered[0]!.body)
    expect(allowed_mentions).toEqual({ parse: [] })
    expect(rest).toEqual({})
    const [head, line] = content.split('\n')
    expect(head).toBe('**Harbor** <https://play.test/tally/harbor>')
    expect(line).toMatch(
      /^\\@everyone \\<\\@1\\> \\\*\\\*bold\\\*\\\* \\\[x\\\]\\\(https\\:\\\/\\\/evil\\\.example\\\)/,
    )
    expect(delivered[0]!.headers['webhook-signature']).toBeUndefined()
  })

  it('mentions the users of its events and nobody else, each once', async () => {
    await added({ kind: 'discord', on: ['item'], cooldownSeconds: 0 })
    const [ann, bob] = ['111111111111111111', '222222222222222222']
    commit([
      {
        kind: 'item',
        text: 'Ann found a sword for @everyone <@333333333333333333>',
        mentions: [ann, 'everyone'],
      },
      { kind: 'item', text: 'Cyd found a bow for Bob', mentions: [bob, ann, '1> @everyone'] },
    ])
    await settle()
    const { content, allowed_mentions } = JSON.parse(delivered[0]!.body)
    expect(allowed_mentions).toEqual({ parse: [], users: [ann, bob] })
    expect(content.split('\n')[1]).toBe(`<@${ann}> <@${bob}>`)
    expect(content).toContain('\\@everyone \\<\\@333333333333333333\\>')
  })

  it('receives at most the length that Discord accepts', async () => {
    await added({ kind: 'discord', cooldownSeconds: 60 })
    hooks.addEvent('join', 'first')
    await settle()
    for (let i = 0; i < 60; i++) hooks.addEvent('join', '*'.repeat(1000))
    await pass(60_000)
    for (const { body } of delivered) expect(JSON.parse(body).content.length).toBeLessThanOrEqual(2000)
  })
})

describe('a webhook URL', () => {
  it.each([
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'https://user:word@hooks.example.org/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://metadata.google.internal/',
    'https://printer/',
    'https://printer.local/',
    'https://printer.local./',
    'not a url',
    `https://hooks.example.org/${'x'.repeat(500)}`,
  ])('%s is refused', (text) => expect(urlRefusal(text, false)).toBeDefined())

  it.each([
    'https://discord.com/api/webhooks/1/abc',
    'https://hooks.example.org:8443/in?x=1',
    'https://1.1.1.1/',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
  ])('%s is allowed', (text) => expect(urlRefusal(text, false)).toBeUndefined())

  it('may have any host if the site allows it, but must be an HTTP URL', () => {
    expect(urlRefusal('http://127.0.0.1:8080/', true)).toBeUndefined()
    expect(urlRefusal('file:///etc/passwd', true)).toBeDefined()
  })

  it('imported from a site that allowed any host is not used on a site that does not', async () => {
    startInstance(true)
    await added({ url: 'http://127.0.0.1:8080/', cooldownSeconds: 0 })
    startInstance(false)
    hooks.addEvent('goal', 'Ann has reached the goal')
    await settle()
    expect([delivered, hooks.list[0]!.failure]).toEqual([[], 'the url must begin with https:'])
  })
})
