// What lists, dispatch texts, pages and readings cost the objects that they are asked of, however many ask: counts of their
// calls, over a clock that stands still.
import { expect, it } from 'vitest'
import { type CachePolicy, type EdgeCache, SwrCache, type CacheEntry } from '../../workers/context/swr-cache.ts'

const times = { fresh: 1000, stale: 5000, maxAge: 1000 }
const crowd = 1000

/** One object that is asked, the cache of a place, and the Workers there. */
class Place implements EdgeCache {
  now = 1_700_000_000_000
  calls = 0
  /** What the object says now. */
  says: string | undefined = 'first'
  fails = false
  readonly #workers: readonly SwrCache[]
  readonly #kept = new Map<string, { readonly text: string; readonly until: number }>()
  #later: Promise<unknown>[] = []

  constructor(workers = 1) {
    this.#workers = Array.from({ length: workers }, () => new SwrCache())
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const kept = this.#kept.get(key)
    return kept && this.now < kept.until ? JSON.parse(kept.text) : undefined
  }

  async put(key: string, said: CacheEntry, seconds: number): Promise<void> {
    this.#kept.set(key, { text: JSON.stringify(said), until: this.now + seconds * 1000 })
  }

  ask(worker = 0, wants: CachePolicy['freshness'] = 'recent', near: EdgeCache | undefined = this, of = times) {
    const later = (work: Promise<unknown>) => void this.#later.push(work.catch(() => {}))
    const asker = { now: this.now, wants, near, later }
    return this.#workers[worker]!.get(asker, 'page', of, async () => {
      this.calls++
      if (this.fails) throw new Error('as this test wants')
      return this.says
    })
  }

  forget(worker: number): void {
    this.#workers[worker]!.invalidate(this.now)
  }

  /** What all of a crowd are told, asking at once, spread over the Workers; and how many calls that cost. */
  async askAll(wants?: CachePolicy['freshness']): Promise<{ answers: (string | undefined)[]; calls: number }> {
    const before = this.calls
    const said = await Promise.all(
      Array.from({ length: crowd }, (_, i) => this.ask(i % this.#workers.length, wants)),
    )
    await this.settled()
    return { answers: [...new Set(said.map(({ value }) => value))], calls: this.calls - before }
  }

  async settled(): Promise<void> {
    while (this.#later.length > 0) await Promise.all(this.#later.splice(0))
  }
}

it('1,000 listings at once cost none warm and one stale, for which nobody waits', async () => {
  const place = new Place()
  await place.ask()
  await place.settled()
  place.says = 'second'
  place.now += 999
  expect(await place.askAll()).toEqual({ answers: ['first'], calls: 0 })
  place.now += 1
  expect(await place.askAll()).toEqual({ answers: ['first'], calls: 1 })
  expect(await place.askAll()).toEqual({ answers: ['second'], calls: 0 })
})

it('cold they cost one call each until the first is answered, and then no more', async () => {
  const place = new Place()
  expect((await place.askAll()).calls).toBe(crowd)
  expect((await place.askAll()).calls).toBe(0)
  place.now += 6000
  await place.ask()
  expect((await place.askAll()).calls).toBe(0)
})

it('1,000 listings a second cost a call a second', async () => {
  const place = new Place()
  for (let ms = 0; ms < 10_000; ms += 100) {
    for (let i = 0; i < crowd / 10; i++) await place.ask()
    await place.settled()
    place.now += 100
  }
  expect(place.calls).toBe(10)
})

it('ten Workers of one place cost what one does, but for those that ask in the same moment', async () => {
  const place = new Place(10)
  await place.ask()
  expect((await place.askAll()).calls).toBe(0)
  for (let second = 0; second < 60; second++) {
    place.now += 1000
    const before = place.calls
    for (let worker = 0; worker < 10; worker++) {
      await place.ask(worker)
      await place.settled()
    }
    expect(place.calls - before).toBe(1)
  }
})

it('a Worker that has nothing begins with what others near it have, and has that asked for anew', async () => {
  const place = new Place(2)
  await place.ask(0)
  place.now += 3000
  place.says = 'second'
  expect((await place.ask(1)).value).toBe('first')
  await place.settled()
  expect([(await place.ask(1)).value, (await place.ask(0)).value]).toEqual(['second', 'first'])
  await place.settled()
  expect([(await place.ask(0)).value, place.calls]).toEqual(['second', 2])
})

it('what is older than may be handed out is told to nobody, nor what a clock that was put back makes later than now', async () => {
  for (const ms of [6000, -1]) {
    const place = new Place()
    await place.ask()
    place.now += ms
    place.says = 'second'
    expect((await place.ask()).value).toBe('second')
  }
})

it('who changed something is told nothing that was asked for before, by his Worker', async () => {
  const place = new Place(2)
  await place.ask(0)
  place.says = 'second'
  place.forget(0)
  expect((await place.ask(0)).value).toBe('second')
  place.now += 1
  await place.settled()
  expect((await place.ask(0)).value).toBe('second')
})

it('who wants it as it is now is told nothing that is stale, and who shows a token nothing that was kept', async () => {
  const place = new Place()
  await place.ask()
  place.now += 999
  expect((await place.askAll('now')).calls).toBe(0)
  expect((await place.askAll('own')).calls).toBe(crowd)
  place.now += 1000
  place.says = 'second'
  expect((await place.ask(0, 'now')).value).toBe('second')
})

it('what was asked for earlier and is answered later replaces nothing', async () => {
  const recent = new SwrCache()
  const asker = { now: 1, wants: 'recent', near: undefined, later() {} } as const
  let answer = (_: string): void => {}
  const slow = recent.get(asker, 'page', times, () => new Promise<string>((resolve) => (answer = resolve)))
  const ask = (now: number) => recent.get({ ...asker, now }, 'page', times, async () => 'later')
  await ask(2)
  answer('earlier')
  await slow
  expect((await ask(3)).value).toBe('later')
})

it('no error is kept, nor that there is nothing; while it cannot be asked for anew the old is told to its end', async () => {
  const place = new Place()
  place.says = undefined
  expect([(await place.ask()).value, (await place.ask()).value, place.calls]).toEqual([
    undefined,
    undefined,
    2,
  ])
  place.fails = true
  await expect(place.ask()).rejects.toThrow('as this test wants')
  place.fails = false
  place.says = 'first'
  expect((await place.ask()).value).toBe('first')
  place.fails = true
  place.now += 5999
  expect((await place.ask()).value).toBe('first')
  await place.settled()
  place.now += 1
  await expect(place.ask()).rejects.toThrow('as this test wants')
})

it('who asks anew and is lost is followed by another', async () => {
  const recent = new SwrCache()
  const begun: Promise<unknown>[] = []
  const asker = {
    wants: 'recent',
    near: undefined,
    later: (work: Promise<unknown>) => void begun.push(work),
  } as const
  const long = { ...times, stale: 9000 }
  await recent.get({ ...asker, now: 0 }, 'page', long, async () => 'first')
  const never = () => new Promise<string>(() => {})
  for (const now of [1000, 1001, 3000, 5999]) await recent.get({ ...asker, now }, 'page', long, never)
  expect(begun).toHaveLength(1)
  await recent.get({ ...asker, now: 6000 }, 'page', long, async () => 'second')
  await begun[1]
  expect((await recent.get({ ...asker, now: 6001 }, 'page', long, never)).value).toBe('second')
})

it('where nothing is to be kept everybody asks for himself', async () => {
  const place = new Place()
  const none = { fresh: 0, stale: 0, maxAge: 0 }
  await Promise.all(Array.from({ length: 3 }, () => place.ask(0, 'recent', undefined, none)))
  expect(place.calls).toBe(3)
})

it('a Worker keeps so much and no more, and of that what was asked for last', async () => {
  const recent = new SwrCache()
  const asker = { now: 1, wants: 'recent', near: undefined, later() {} } as const
  let calls = 0
  const ask = async (key: number, weight: number) => {
    await recent.get(
      asker,
      `page ${key}`,
      times,
      async () => ++calls,
      () => weight,
    )
  }
  for (let key = 0; key < 60; key++) await ask(key, 100)
  for (let key = 59; key >= 10; key--) await ask(key, 100)
  expect(calls).toBe(60)
  await ask(9, 100)
  expect(calls).toBe(61)
  await ask(99, 5001)
  await ask(99, 5001)
  expect(calls).toBe(63)
})
