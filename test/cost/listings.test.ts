// Counts the calls of Durable Objects that the cache of lists, documents, pages and endpoints causes under load, with a
// simulated clock.
import { expect, it } from 'vitest'
import {
  type CacheEntry,
  type CachePolicy,
  type EdgeCache,
  SwrCache,
} from '../../workers/context/swr-cache.ts'

const times = { fresh: 1000, stale: 5000, maxAge: 1000 }
const requestCount = 1000
const policy = { now: 1, freshness: 'stale-ok', edge: undefined, waitUntil() {} } as const

/** One Durable Object, the edge cache of one location, and the Workers at this location. */
class Location implements EdgeCache {
  now = 1_700_000_000_000
  calls = 0
  answer: string | undefined = 'first'
  fails = false
  readonly #workers: readonly SwrCache[]
  readonly #edgeEntries = new Map<string, { readonly text: string; readonly until: number }>()
  #pending: Promise<unknown>[] = []

  constructor(workers = 1) {
    this.#workers = Array.from({ length: workers }, () => new SwrCache())
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const cached = this.#edgeEntries.get(key)
    return cached && this.now < cached.until ? JSON.parse(cached.text) : undefined
  }

  async put(key: string, entry: CacheEntry, seconds: number): Promise<void> {
    this.#edgeEntries.set(key, { text: JSON.stringify(entry), until: this.now + seconds * 1000 })
  }

  read(
    worker = 0,
    freshness: CachePolicy['freshness'] = 'stale-ok',
    edge: EdgeCache | undefined = this,
    ttl = times,
  ) {
    const waitUntil = (work: Promise<unknown>) => void this.#pending.push(work.catch(() => {}))
    const policy = { now: this.now, freshness, edge, waitUntil }
    return this.#workers[worker]!.get(policy, 'page', ttl, async () => {
      this.calls++
      if (this.fails) throw new Error('simulated')
      return this.answer
    })
  }

  invalidate(worker: number): void {
    this.#workers[worker]!.invalidate(this.now)
  }

  /** Sends concurrent requests to all Workers. Returns the distinct answers and the number of calls. */
  async readAll(
    freshness?: CachePolicy['freshness'],
  ): Promise<{ answers: (string | undefined)[]; calls: number }> {
    const before = this.calls
    const entries = await Promise.all(
      Array.from({ length: requestCount }, (_, i) => this.read(i % this.#workers.length, freshness)),
    )
    await this.settled()
    return { answers: [...new Set(entries.map(({ value }) => value))], calls: this.calls - before }
  }

  async settled(): Promise<void> {
    while (this.#pending.length > 0) await Promise.all(this.#pending.splice(0))
  }
}

it('1,000 concurrent reads cause no call if the entry is fresh, and one call in the background if the entry is stale', async () => {
  const location = new Location()
  await location.read()
  await location.settled()
  location.answer = 'second'
  location.now += 999
  expect(await location.readAll()).toEqual({ answers: ['first'], calls: 0 })
  location.now += 1
  expect(await location.readAll()).toEqual({ answers: ['first'], calls: 1 })
  expect(await location.readAll()).toEqual({ answers: ['second'], calls: 0 })
})

it('without an entry each concurrent read causes a call, and later reads cause none', async () => {
  const location = new Location()
  expect((await location.readAll()).calls).toBe(requestCount)
  expect((await location.readAll()).calls).toBe(0)
  location.now += 6000
  await location.read()
  expect((await location.readAll()).calls).toBe(0)
})

it('1,000 reads a second cause one call a second', async () => {
  const location = new Location()
  for (let ms = 0; ms < 10_000; ms += 100) {
    for (let i = 0; i < requestCount / 10; i++) await location.read()
    await location.settled()
    location.now += 100
  }
  expect(location.calls).toBe(10)
})

it('ten Workers of one location cause as many calls as one Worker', async () => {
  const location = new Location(10)
  await location.read()
  expect((await location.readAll()).calls).toBe(0)
  for (let second = 0; second < 60; second++) {
    location.now += 1000
    const before = location.calls
    for (let worker = 0; worker < 10; worker++) {
      await location.read(worker)
      await location.settled()
    }
    expect(location.calls - before).toBe(1)
  }
})

it('a Worker without an entry serves the stale entry of the edge cache, and one call refreshes it for all Workers', async () => {
  const location = new Location(2)
  await location.read(0)
  location.now += 3000
  location.answer = 'second'
  expect((await location.read(1)).value).toBe('first')
  await location.settled()
  expect([(await location.read(1)).value, (await location.read(0)).value]).toEqual(['second', 'first'])
  await location.settled()
  expect([(await location.read(0)).value, location.calls]).toEqual(['second', 2])
})

it('entries past their stale time, and entries from the future, are not served', async () => {
  for (const ms of [6000, -1]) {
    const location = new Location()
    await location.read()
    location.now += ms
    location.answer = 'second'
    expect((await location.read()).value).toBe('second')
  }
})

it('after an invalidation a Worker serves no entry that was loaded before it', async () => {
  const location = new Location(2)
  await location.read(0)
  location.answer = 'second'
  location.invalidate(0)
  expect((await location.read(0)).value).toBe('second')
  location.now += 1
  await location.settled()
  expect((await location.read(0)).value).toBe('second')
})

it('`current` serves no stale entry, and `bypass` serves no cached entry', async () => {
  const location = new Location()
  await location.read()
  location.now += 999
  expect((await location.readAll('current')).calls).toBe(0)
  expect((await location.readAll('bypass')).calls).toBe(requestCount)
  location.now += 1000
  location.answer = 'second'
  expect((await location.read(0, 'current')).value).toBe('second')
})

it('the answer to an earlier request does not replace the answer to a later one', async () => {
  const cache = new SwrCache()
  let answer = (_: string): void => {}
  const slow = cache.get(policy, 'page', times, () => new Promise<string>((resolve) => (answer = resolve)))
  const read = (now: number) => cache.get({ ...policy, now }, 'page', times, async () => 'later')
  await read(2)
  answer('earlier')
  await slow
  expect((await read(3)).value).toBe('later')
})

it('the cache does not store errors or undefined, and serves a stale entry while refreshes fail', async () => {
  const location = new Location()
  location.answer = undefined
  expect([(await location.read()).value, (await location.read()).value, location.calls]).toEqual([
    undefined,
    undefined,
    2,
  ])
  location.fails = true
  await expect(location.read()).rejects.toThrow('simulated')
  location.fails = false
  location.answer = 'first'
  expect((await location.read()).value).toBe('first')
  location.fails = true
  location.now += 5999
  expect((await location.read()).value).toBe('first')
  await location.settled()
  location.now += 1
  await expect(location.read()).rejects.toThrow('simulated')
})

it('a refresh that never ends is followed by another refresh', async () => {
  const cache = new SwrCache()
  const refreshes: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void refreshes.push(work)
  const long = { ...times, stale: 9000 }
  await cache.get({ ...policy, waitUntil, now: 0 }, 'page', long, async () => 'first')
  const never = () => new Promise<string>(() => {})
  for (const now of [1000, 1001, 3000, 5999])
    await cache.get({ ...policy, waitUntil, now }, 'page', long, never)
  expect(refreshes).toHaveLength(1)
  await cache.get({ ...policy, waitUntil, now: 6000 }, 'page', long, async () => 'second')
  await refreshes[1]
  expect((await cache.get({ ...policy, waitUntil, now: 6001 }, 'page', long, never)).value).toBe('second')
})

it('with a TTL of 0 every read causes a call', async () => {
  const location = new Location()
  const none = { fresh: 0, stale: 0, maxAge: 0 }
  await Promise.all(Array.from({ length: 3 }, () => location.read(0, 'stale-ok', undefined, none)))
  expect(location.calls).toBe(3)
})

it('a Worker evicts the least recently used entries over its memory limit', async () => {
  const cache = new SwrCache()
  let calls = 0
  const read = async (key: number, weight: number) => {
    await cache.get(
      policy,
      `page ${key}`,
      times,
      async () => ++calls,
      () => weight,
    )
  }
  for (let key = 0; key < 60; key++) await read(key, 100)
  for (let key = 59; key >= 10; key--) await read(key, 100)
  expect(calls).toBe(60)
  await read(9, 100)
  expect(calls).toBe(61)
  await read(99, 5001)
  await read(99, 5001)
  expect(calls).toBe(63)
})
