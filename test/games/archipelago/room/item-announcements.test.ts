import { describe, expect, test } from 'vitest'
import { archipelago } from '../../../../games/archipelago/index.ts'
import { announceFoundItems } from '../../../../games/archipelago/room/item-announcements.ts'
import type { GameEvent } from '../../../../games/game.ts'
import { TestRoom } from '../test-client.ts'

const [ann, bo] = ['111111111111111111', '222222222222222222'] as const

async function roomWithNews(name = 'tiny-2p'): Promise<{ room: TestRoom; news: GameEvent[] }> {
  const room = await TestRoom.createFrom(name, { hint_cost: 0 })
  room.open()
  const news: GameEvent[] = []
  const announce = (event: GameEvent) => void news.push(event)
  Object.assign(room.world, { context: { ...room.world.context, announce } })
  return { room, news }
}

function claim(
  room: TestRoom,
  slot: number,
  discord: string,
  ping: 'none' | 'hint' | 'progression' | 'all',
): void {
  room.world.claims.put(slot, {
    ...{ called: 'x', discord, ping, note: '', state: 'playing', owner: 'x', since: 0 },
  })
}

const placed = (receiver: number, flags: number, n = 1) =>
  Array.from({ length: n }, (_, i) => ({ item: i, receiver, flags, finder: 1, location: 81_000 + i }))

describe('found items', () => {
  test('[AP-15.1] are announced in one event for each receiver and class, with names for filters', async () => {
    const { room, news } = await roomWithNews()
    room.world.checkLocations(1, [...room.world.checks.missing(1)])
    expect(news.length).toBeLessThanOrEqual(8)
    expect(news.map(({ kind }) => kind)).toEqual(news.map(() => 'item'))
    const forBob = news.find(({ labels }) => labels?.receiver === 'Bob')
    expect(forBob?.text).toMatch(/^Alice found .+ for Bob$/)
    expect(forBob?.labels).toEqual({ class: expect.any(String), receiver: 'Bob', finder: 'Alice' })
    expect(news.find(({ labels }) => labels?.receiver === 'Alice')?.text).not.toContain(' for ')
  })

  test.each([
    [1, 'none', []],
    [1, 'hint', []],
    [1, 'progression', [bo]],
    [2, 'progression', []],
    [4, 'progression', []],
    [5, 'progression', [bo]],
    [0, 'all', [bo]],
  ] as const)(
    '[AP-15.3] with the flags %i, for a receiver whose claim asks for %s, mention %j',
    async (flags, ping, mentions) => {
      const { room, news } = await roomWithNews()
      claim(room, 1, ann, 'all')
      claim(room, 2, bo, ping)
      announceFoundItems(room.world, 1, placed(2, flags))
      expect(news).toMatchObject([{ mentions }])
    },
  )

  test('[AP-15.3] mention neither players who find their own items nor players without a Discord id', async () => {
    const { room, news } = await roomWithNews()
    claim(room, 1, ann, 'all')
    claim(room, 2, '', 'all')
    announceFoundItems(room.world, 1, [...placed(1, 1), ...placed(2, 1)])
    expect(news.map(({ mentions }) => mentions)).toEqual([[], []])
  })

  test('[AP-15.1] of one batch are announced in at most 51 events, and each event names at most eight items', async () => {
    const { room, news } = await roomWithNews()
    announceFoundItems(room.world, 1, placed(2, 1, 1000))
    expect(news).toHaveLength(1)
    expect(news[0]!.text).toContain('and 992 more for Bob')
    news.length = 0
    const many = Array.from({ length: 300 }, (_, i) => ({ ...placed(1, 1)[0]!, finder: i }))
    announceFoundItems(room.world, 1, many)
    expect([news.length, news.at(-1)?.text]).toEqual([51, '… and 250 more items'])
  })
})

test('[AP-15.4] are filtered for webhooks by class, receiver and finder; by default, webhooks get only progression items', () => {
  const { byDefault, filters } = archipelago.webhooks!
  expect(byDefault).not.toContain('join')
  expect(Object.keys(filters)).toEqual(['class', 'receiver', 'finder'])
  expect(filters.class?.byDefault).toEqual(['progression'])
})

describe('hints', () => {
  test('[AP-15.2] are announced once, when they are new and not found, and mention the finder', async () => {
    const { room, news } = await roomWithNews()
    claim(room, 1, ann, 'hint')
    const alice = room.join('Alice', 'ChecksFinder')
    const locations = room.world.checks.missing(1)
    const own = locations.filter((at) => room.world.seed.locations(1).get(at)!.receiver === 1)[0]!
    const others = locations.filter((at) => room.world.seed.locations(1).get(at)!.receiver === 2)[0]!
    alice.send({ cmd: 'CreateHints', locations: [own, others] })
    alice.send({ cmd: 'LocationScouts', locations: [others], create_as_hint: 1 })
    const hints = news.filter(({ kind }) => kind === 'hint')
    expect(hints.map(({ labels, mentions }) => [labels?.receiver, mentions]).sort()).toEqual([
      ['Alice', []],
      ['Bob', [ann]],
    ])
    expect(hints.find(({ labels }) => labels?.receiver === 'Bob')?.text).toMatch(
      /^Hint for Bob in the world of Alice: .+ \(Tile \d+\)$/,
    )
  })
})
