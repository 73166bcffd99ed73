// [DM-2] [DM-7] [DM-8.6] Joining and leaving, names, chat, and the state that is sent to clients again.
import { describe, expect, it } from 'vitest'
import type { WorldEvent } from '../../../games/doom-2077/state/world-events.ts'
import { arenaLevel, MatchHarness, matchOf, TestPlayer } from './match-harness.ts'
import { recordedMessages } from './transcripts.ts'

const kinds = (events: readonly WorldEvent[]) => events.map(({ kind }) => kind)
const join = (room: MatchHarness, name: string) => room.world.join(name, new TestPlayer(room))
const commands: { readonly [kind in WorldEvent['kind']]?: string } = {
  joined: 'JOIN',
  'server-text': 'TELL',
  moved: 'MOVE',
  health: 'HLTH',
  doors: 'DOST',
  lifts: 'L_ST',
  scores: 'SCOR',
  starts: 'GSTR',
  weapons: 'WEAP',
}

describe('[DM-2.1] a session that has not entered the game', () => {
  it('is invisible to others and can do nothing', () => {
    const [room, ann] = matchOf(['ann'])
    ann.takeEvents()
    const guest = room.accept('bob')
    const { position } = guest.player
    guest.walk(10, 0)
    guest.shoot(ann)
    room.world.chat(guest.player, 'hello')
    room.world.door(guest.player, 0, true)
    room.world.leave(guest.player)
    expect(ann.takeEvents()).toEqual([])
    expect(guest.takeEvents()).toEqual([])
    expect(guest.player.position).toEqual(position)
    expect(room.world.players).toBe(1)
  })

  it('gets a new id, which follows the ids of doors and lifts', () => {
    const room = new MatchHarness()
    expect(room.accept('ann').player.id).toBe(arenaLevel.doors.length + arenaLevel.lifts.length + 1)
    const ids = [0, 1, 2].map(() => {
      const client = room.join('bob')
      room.leave(client)
      room.restart()
      return client.player.id
    })
    expect(new Set(ids).size).toBe(3)
    expect(Math.min(...ids)).toBeGreaterThan(arenaLevel.doors.length + arenaLevel.lifts.length + 1)
  })

  it('[DM-3.7] gets a start position with random digits, with which its client proves that it received the position', () => {
    const room = new MatchHarness()
    const places = Array.from({ length: 8 }, (_, index) => room.accept(`g${index}`).player.position)
    for (const place of places) {
      const start = arenaLevel.spawns.find(
        ({ x, y }) => Math.abs(x * 1000 - place.x) <= 2000 && Math.abs(y * 1000 - place.y) <= 2000,
      )!
      expect(place.z).toBe(start.z * 1000)
      const turned = (place.angle - start.angle * 1000 + 540_000) % 360_000
      expect(Math.abs(turned - 180_000)).toBeLessThanOrEqual(2000)
    }
    expect(new Set(places.map(({ x }) => x % 1000)).size).toBeGreaterThan(6)
    expect(places.every(({ angle }) => angle >= 0 && angle < 360_000)).toBe(true)
  })
})

describe('[DM-2.2] a joining player', () => {
  it('is announced to everybody and receives the whole state, in the recorded order', () => {
    const [room, ann] = matchOf(['alice'])
    ann.takeEvents()
    const bob = room.accept('bob')
    room.world.enter(bob.player)
    const events = bob
      .takeEvents()
      .filter(({ kind }, at, all) => kind !== 'server-text' || at < all.length - 1)
    const recorded = recordedMessages('match-start', { before: 170 }).get('B')!
    const bobs = recorded.map(({ type }) => type).slice(2)
    expect(events.map(({ kind }) => commands[kind])).toEqual(bobs)
    expect(ann.takeEvents()).toEqual(events.slice(0, 7))
    expect(events.slice(0, 4)).toEqual([
      { kind: 'joined', id: bob.player.id, name: 'bob' },
      { kind: 'server-text', flags: 1, text: 'bob joined the server.' },
      { kind: 'moved', id: bob.player.id, place: bob.player.position },
      { kind: 'health', id: bob.player.id, health: 100_000, max: 100_000 },
    ])
    expect(events[7]).toEqual({ kind: 'joined', id: ann.player.id, name: 'alice' })
  })

  it('[DM-5.4] alone receives the text about the range of fists', () => {
    const [room, ann] = matchOf(['ann'])
    ann.takeEvents()
    const bob = room.join('bob')
    const reach = { kind: 'server-text', flags: 0, text: 'In this room fists hit only up to 64 units away.' }
    expect(bob.takeEvents()).toContainEqual(reach)
    expect(ann.takeEvents()).not.toContainEqual(reach)
  })

  it('receives the same message objects as others, so that each object is encoded once', () => {
    const [room, ann] = matchOf(['ann'])
    ann.takeEvents()
    const bob = room.accept('bob')
    room.world.enter(bob.player)
    const [first, second] = [ann.takeEvents(), bob.takeEvents()]
    for (const [index, event] of first.entries()) expect(second[index]).toBe(event)
  })

  it('enters the game once, even if the room requests it again', () => {
    const [room, ann] = matchOf(['ann'])
    ann.takeEvents()
    expect(room.world.enter(ann.player)).toBeUndefined()
    expect(ann.takeEvents()).toEqual([])
    room.leave(ann)
    expect(room.world.enter(ann.player)).toEqual({ kick: 'Timed out.' })
  })

  it('starts at a distance from all other players, while there is space', () => {
    const room = new MatchHarness({ options: { maxPlayers: 32 } })
    const clients = arenaLevel.spawns.map((_, index) => room.join(`p${index}`))
    for (const a of clients)
      for (const b of clients) {
        const [p, q] = [a.player.position, b.player.position]
        if (a !== b) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(60_000)
      }
    for (let index = clients.length; index < 32; index++) room.join(`p${index}`)
    expect(room.world.players).toBe(32)
  })
})

describe('[DM-2.5] a refused player', () => {
  it('[DM-7.2] receives the reason if the name is invalid', () => {
    const room = new MatchHarness()
    for (const bad of ['', '   ', 'a\nb', 'a\x7f', 'x'.repeat(101), '\u0100'])
      expect(join(room, bad), JSON.stringify(bad)).toEqual({ kick: 'Bad name.' })
    for (const good of ['x'.repeat(100), 'caf\xc3\xa9', 'a b', '~'])
      expect(join(room, good), JSON.stringify(good)).toHaveProperty('id')
    expect(join(room, '  ann ')).toHaveProperty('name', 'ann')
  })

  it('receives the reason if the name is in use', () => {
    const room = new MatchHarness()
    const first = room.accept('ann')
    const second = room.accept('ann')
    expect(room.world.enter(first.player)).toBeUndefined()
    expect(room.world.enter(second.player)).toEqual({ kick: 'Name already in use.' })
    expect(join(room, 'ann ')).toEqual({ kick: 'Name already in use.' })
    room.leave(first)
    expect(join(room, 'ann')).toHaveProperty('id')
  })

  it('receives the reason if the room is full, not counting sessions that have not entered the game', () => {
    const room = new MatchHarness({ options: { maxPlayers: 2 } })
    const guests = ['a', 'b', 'c'].map((name) => room.accept(name))
    expect(guests.map(({ player }) => room.world.enter(player))).toEqual([
      undefined,
      undefined,
      { kick: 'Server full.' },
    ])
    expect(join(room, 'd')).toEqual({ kick: 'Server full.' })
    room.world.applyOptions({ ...room.options, maxPlayers: 3 })
    expect(join(room, 'd')).toHaveProperty('id')
  })
})

describe('[DM-2.3] a leaving player', () => {
  it('is announced to the others once and receives nothing', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    ann.takeEvents()
    bob.takeEvents()
    room.leave(bob)
    room.world.leave(bob.player)
    expect(ann.takeEvents()).toEqual([
      { kind: 'left', id: bob.player.id },
      { kind: 'server-text', flags: 1, text: 'bob left the server.' },
    ])
    bob.walk(10, 0)
    room.world.chat(bob.player, 'still here')
    expect([...ann.takeEvents(), ...bob.takeEvents()]).toEqual([])
  })
})

describe('[DM-7.1] chat', () => {
  it('reaches everybody including the sender and the dead, even if the text is empty or has odd bytes', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    bob.player.health = 0
    for (const text of ['hello', '', 'line1\nline2', 'caf\xc3\xa9', 'x'.repeat(127)]) {
      ann.takeEvents()
      room.world.chat(bob.player, text)
      expect(ann.takeEvents()).toEqual([{ kind: 'chat', id: bob.player.id, text }])
    }
    expect(bob.takeEventsOf('chat')).toHaveLength(5)
  })

  it('is dropped if it is too long, contains NUL or has characters that are no bytes', () => {
    const [room, ann] = matchOf(['ann'])
    ann.takeEvents()
    for (const text of ['x'.repeat(128), 'a\0b', '\u2603']) room.world.chat(ann.player, text)
    expect(ann.takeEvents()).toEqual([])
  })
})

describe('[DM-8.6] repeatable state', () => {
  it('does not include the list of players, which `otherPlayers` returns', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    room.world.door(ann.player, 0, true)
    bob.player.health = 40_000
    expect(room.world.repeatableState(ann.player)).toEqual([
      { kind: 'doors', open: arenaLevel.doors.map((_, id) => id === 0) },
      { kind: 'lifts', high: arenaLevel.lifts.map(({ startsHigh }) => startsHigh) },
      { kind: 'scores', rows: ['ann', 'bob'].map((name) => ({ name, kills: 0, deaths: 0 })) },
      { kind: 'health', id: ann.player.id, health: 100_000, max: 100_000 },
      { kind: 'health', id: bob.player.id, health: 40_000, max: 100_000 },
      { kind: 'moved', id: bob.player.id, place: bob.player.position },
    ])
    expect(room.world.otherPlayers(ann.player)).toEqual([{ id: bob.player.id, name: 'bob' }])
  })

  it('does not include dead players, and is empty for a session that has not entered the game', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    bob.player.health = 0
    expect(kinds(room.world.repeatableState(ann.player))).toEqual(['doors', 'lifts', 'scores', 'health'])
    const guest = room.accept('cy')
    expect(room.world.repeatableState(guest.player)).toEqual([])
    expect(room.world.otherPlayers(guest.player)).toEqual([])
  })
})

describe('the page', () => {
  it('shows the map and the players', () => {
    const [room, ann] = matchOf(['ann'])
    expect(room.world.publicState()).toEqual({
      phase: 'waiting',
      map: 'MAP01',
      players: [{ id: ann.player.id, name: 'ann', kills: 0, deaths: 0 }],
      results: [],
      leaders: [],
    })
  })
})
