import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchPhase } from '../../../games/doom-2077/match/match.ts'
import type { WorldEvent } from '../../../games/doom-2077/state/world-events.ts'
import { assertProperty, type Drawn, weighted } from '../../property.ts'
import { corridor, things as thingsOf } from './map/level/small-maps.ts'
import { MatchHarness, type TestPlayer } from './match-harness.ts'

const who = fc.nat(7)
const integer = fc.oneof(fc.nat(1), fc.integer({ min: -2, max: 6 }), fc.maxSafeInteger())
const coordinate = fc.oneof(fc.integer({ min: -100_000, max: 900_000 }), fc.maxSafeInteger())
const name = fc.oneof(fc.constantFrom('ann', 'bob', 'cy', 'dan', ''), fc.string({ maxLength: 120 }))
const step = fc.integer({ min: -60, max: 60 })

const act = fc.oneof(
  weighted(4, ['join', 'guest'], { name }),
  weighted(6, ['enter', 'leave', 'answer', 'answer', 'deaf', 'state'], { who }),
  weighted(4, ['pass'], { ms: fc.oneof(fc.nat(100), fc.nat(3000)) }),
  weighted(6, ['walk'], { who, dx: step, dy: step }),
  weighted(1, ['move'], {
    who,
    place: fc.record({ x: coordinate, y: coordinate, z: coordinate, angle: coordinate }),
  }),
  weighted(8, ['fight'], { who, whom: who, weapon: fc.nat(3), shots: fc.constantFrom(1, 1, 8) }),
  weighted(1, ['fire'], { who, weapon: integer }),
  weighted(2, ['claim'], {
    who,
    id: integer,
    weapon: integer,
    amount: fc.oneof(fc.constantFrom(50_000, 35_000), integer),
  }),
  weighted(3, ['door', 'lift'], { who, id: integer, to: fc.boolean() }),
  weighted(1, ['chat'], { who, text: fc.string({ unit: 'binary', maxLength: 140 }) }),
  weighted(1, ['save']),
  weighted(1, ['restart'], { back: fc.nat(0xff) }),
  weighted(1, ['configure'], {
    maxPlayers: fc.integer({ min: 1, max: 8 }),
    maps: fc.constantFrom(['MAP01'], ['MAP02', 'MAP01'], ['MAP01', 'MAP02', 'MAP02']),
  }),
)

type Act = Drawn<typeof act>

const things = thingsOf('60,60,0,11 200,60,90,11 60,200,180,11 100,100,0,2013 150,100,0,2012')
const maps = {
  MAP01: {
    ...corridor(
      [{}, { width: 32, ceiling: 0 }, {}, { tag: 3, floor: 64 }],
      [{ special: 1 }, { special: 1 }, { special: 88, tag: 3 }],
    ),
    things,
  },
  MAP02: { ...corridor([{}, {}]), things },
}

/**
 * The players that a client knows, from the announcements that it has received. A second JOIN, or a message about an
 * unknown player, would crash the original client.
 */
class ClientModel {
  #known = new Set<number>()

  hear(client: TestPlayer, present: readonly { readonly id: number }[], resumed: boolean): void {
    for (const event of client.takeEvents()) this.#take(client.player.id, event)
    // After a restart, sessions send lost messages again.
    if (resumed) this.#known = new Set(present.map(({ id }) => id))
    expect([...this.#known].sort()).toEqual(present.map(({ id }) => id).sort())
  }

  #take(self: number, event: WorldEvent): void {
    if (event.kind === 'map') this.#known.clear()
    if (!('id' in event) || event.id === self || event.kind === 'door' || event.kind === 'lift') return
    if (event.kind === 'joined') {
      if (this.#known.has(event.id)) expect.fail(`a second JOIN of ${event.id}`)
      this.#known.add(event.id)
    } else {
      if (!this.#known.has(event.id)) expect.fail(`${event.kind} of ${event.id}, who is unknown`)
      if (event.kind === 'left') this.#known.delete(event.id)
    }
  }
}

interface Seen {
  readonly ids: Set<number>
  readonly beliefs: Map<TestPlayer, ClientModel>
}

function take(room: MatchHarness, act: Act, seen: Seen): void {
  const { world, clients } = room
  const client = 'who' in act ? clients[act.who % Math.max(1, clients.length)] : undefined
  switch (act.type) {
    case 'pass':
      return room.advance(act.ms)
    case 'join':
    case 'guest':
      return come(room, act, seen)
    case 'save':
      return world.save()
    case 'restart':
      return room.restart(clients.filter((_, index) => (act.back >> (index % 8)) & 1))
    case 'configure':
      room.options = { ...room.options, maxPlayers: act.maxPlayers, maps: act.maps }
      return world.applyOptions(room.options)
  }
  if (client) takeOf(room, client, act)
}

function come(
  room: MatchHarness,
  { type, name }: Extract<Act, { type: 'join' | 'guest' }>,
  { ids, beliefs }: Seen,
): void {
  try {
    const client = room.accept(name)
    expect(ids.has(client.player.id)).toBe(false)
    ids.add(client.player.id)
    beliefs.set(client, new ClientModel())
    if (type === 'join') expect(room.world.enter(client.player)).toBeUndefined()
  } catch (error) {
    expect(['Bad name.', 'Name already in use.', 'Server full.']).toContain((error as Error).message)
  }
}

function takeOf(room: MatchHarness, client: TestPlayer, act: Extract<Act, { who: number }>): void {
  const { world, clients } = room
  const { player } = client
  switch (act.type) {
    case 'enter':
      if (world.enter(player)) room.leave(client)
      return
    case 'leave':
      return room.leave(client)
    case 'answer':
      return client.confirmPosition()
    case 'deaf':
      client.answersPositions = !client.answersPositions
      return
    case 'state':
      expect(world.repeatableState(player)).toEqual(world.repeatableState(player))
      return
    case 'walk':
      return client.walk(act.dx, act.dy)
    case 'move':
      return client.move(act.place)
    case 'fight': {
      const whom = clients[act.whom % clients.length]!
      for (let shot = 0; shot < act.shots; shot++) {
        room.advance(510)
        client.shoot(whom, act.weapon)
      }
      return
    }
    case 'fire':
      return client.fire(act.weapon)
    case 'claim':
      return world.damage(player, act.id, act.weapon, act.amount)
    case 'door':
      return world.door(player, act.id, act.to)
    case 'lift':
      return world.lift(player, act.id, act.to)
    case 'chat':
      return void world.chat(player, act.text)
  }
}

function check(room: MatchHarness, { beliefs }: Seen, resumed: boolean): void {
  const { world, clients } = room
  const entered = clients.filter(({ player }) => player.hasEntered)
  expect(world.players).toBe(entered.length)
  const view = world.publicState() as unknown as {
    readonly phase: MatchPhase
    readonly players: readonly { readonly id: number; readonly name: string }[]
  }
  expect(new Set(view.players.map(({ id }) => id)).size).toBe(view.players.length)
  expect(new Set(view.players.map(({ name }) => name)).size).toBe(view.players.length)
  const saved = room.store.get('match') as { readonly tally: readonly [string, number, number][] } | undefined
  const sum = (column: 1 | 2) => (saved?.tally ?? []).reduce((total, row) => total + row[column], 0)
  expect(sum(1)).toBe(sum(2))
  for (const client of entered) {
    const { health, position } = client.player
    expect(health >= 0 && health <= 200_000).toBe(true)
    expect(room.level.sectorAt(position.x / 1000, position.y / 1000)).toBeDefined()
    beliefs.get(client)!.hear(client, world.otherPlayers(client.player), resumed)
    expect(world.repeatableState(client.player).filter((event) => !isRight(event, room))).toEqual([])
  }
}

function isRight(event: WorldEvent, { level: { doors, lifts } }: MatchHarness): boolean {
  if (event.kind === 'doors') return event.open.length === doors.length
  if (event.kind === 'lifts') return event.high.length === lifts.length
  return event.kind !== 'health' || event.health <= event.max
}

describe('a world', () => {
  it('keeps its invariants under any client messages at any time', () => {
    assertProperty(
      fc.property(fc.array(act, { minLength: 60, maxLength: 120, size: 'max' }), (acts) => {
        const room = new MatchHarness({ maps, options: { matchSeconds: 7, pauseSeconds: 2, maxPlayers: 5 } })
        const seen: Seen = { ids: new Set(), beliefs: new Map() }
        for (const one of acts) {
          take(room, one, seen)
          check(room, seen, one.type === 'restart')
        }
      }),
      { numRuns: 100 },
    )
  }, 120_000)

  it('is deterministic: equal seed, clock and messages give equal results', () => {
    assertProperty(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const runs = [0, 1].map(() => {
          const room = new MatchHarness({ maps, options: { matchSeconds: 7, pauseSeconds: 2 } })
          const seen: Seen = { ids: new Set(), beliefs: new Map() }
          const received: unknown[] = []
          for (const one of acts) {
            take(room, one, seen)
            for (const client of room.clients) received.push(client.takeEvents())
          }
          return JSON.stringify([received, [...room.store.records].filter(([key]) => !key.startsWith('map'))])
        })
        expect(runs[0]).toBe(runs[1])
      }),
      { numRuns: 30 },
    )
  })

  it('always starts another match while two players stay and answer', () => {
    assertProperty(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const room = new MatchHarness({ maps, options: { matchSeconds: 7, pauseSeconds: 2 } })
        const seen: Seen = { ids: new Set(), beliefs: new Map() }
        for (const one of acts) take(room, one, seen)
        room.options = { ...room.options, maxPlayers: 8 }
        room.world.applyOptions(room.options)
        for (const client of [...room.clients]) room.leave(client)
        room.advance(16_000)
        const stay = [room.join('one'), room.join('two')]
        room.advance(40_000)
        for (const client of stay) {
          const texts = client.takeTexts()
          expect(texts.filter((text) => text === 'Game starts!').length).toBeGreaterThan(1)
          expect(client.player.hasLoadedMap).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})
