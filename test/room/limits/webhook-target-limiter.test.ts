import { beforeEach, describe, expect, it } from 'vitest'
import { maxKeys } from '../../../durable-objects/directory/storage/stored-rate-limit.ts'
import { WebhookTargetLimiter } from '../../../durable-objects/directory/storage/webhook-target-limiter.ts'
import { SqliteDisk } from '../../simulator/platform/sqlite-disk.ts'

const minuteMs = 60_000
let disk: SqliteDisk
let limiter: WebhookTargetLimiter
let now: number

beforeEach(() => {
  disk = new SqliteDisk()
  limiter = new WebhookTargetLimiter(disk)
  now = 1_000_000
})

const admit = (host: string, url: string) => limiter.admit({ host, url }, now)
/** Makes a number of attempts (`tries`), each with another URL. Returns the number of accepted attempts. */
const admitted = (host: string, tries: number) =>
  Array.from({ length: tries }, (_, i) => admit(host, `${now} ${i}`)).filter((wait) => wait === 0).length
const rows = () => [...disk.exec<{ n: number }>('SELECT count(*) AS n FROM webhook_rate')][0]!.n

describe('the limiter of webhook targets', () => {
  it('allows 20 webhooks to one host at once, then one per three minutes, for any number of rooms', () => {
    expect(admitted('victim.example.org', 195)).toBe(20)
    expect(admit('victim.example.org', 'another')).toBe(3 * minuteMs)
    expect(admit('victim.example.org.', 'another')).toBe(3 * minuteMs)
    expect(admit('elsewhere.example.org', 'another')).toBe(0)
    now += 3 * minuteMs
    expect(admitted('victim.example.org', 5)).toBe(1)
  })

  it('allows four webhooks to one URL at once, then one per 15 minutes', () => {
    expect(Array.from({ length: 5 }, () => admit('a.example.org', 'one'))).toEqual([
      0,
      0,
      0,
      0,
      15 * minuteMs,
    ])
    now += 15 * minuteMs
    expect([admit('a.example.org', 'one'), admit('a.example.org', 'one')]).toEqual([0, 15 * minuteMs])
  })

  it('does not count refused webhooks', () => {
    for (let i = 0; i < 100; i++) admit('a.example.org', 'one')
    expect(admitted('a.example.org', 30)).toBe(16)
  })

  it("allows a hundred webhooks to Discord at once, because everyone's channels share that host", () => {
    expect(admitted('discord.com', 195)).toBe(100)
    expect(admitted('notdiscord.com', 195)).toBe(20)
  })

  it('keeps its counters over a restart, and adds nothing if the clock was set back', () => {
    expect(admitted('a.example.org', 20)).toBe(20)
    limiter = new WebhookTargetLimiter(disk)
    now -= 600 * minuteMs
    expect(admit('a.example.org', 'x')).toBe(3 * minuteMs)
  })

  it('remembers a bounded number of targets for an hour', () => {
    for (let i = 0; i < 2 * maxKeys; i++)
      disk.exec('INSERT INTO webhook_rate VALUES (?, 1, ?)', `url ${i}`, now)
    expect(admit('a.example.org', 'w')).toBe(0)
    expect(rows()).toBe(maxKeys)
    now += 61 * minuteMs
    admit('a.example.org', 'x')
    expect(rows()).toBe(2)
  })
})
