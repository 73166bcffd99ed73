// The room is lost and another instance takes over: who was in is in, and nobody is told twice of anybody.
import { describe, expect, it } from 'vitest'
import { decodeNote, encodeNote } from '../../../../games/doom-2077/talk/note.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { placeOf, Room, type Talker } from '../conversation.ts'

const katc = { type: 'KATC' } as const

/** The ids of whom it was told, for each map that it loaded. */
function toldOf(talker: Talker): number[][] {
  const maps: number[][] = [[]]
  for (const message of talker.heard()) {
    if (message.type === 'LMAP') maps.push([])
    else if (message.type === 'JOIN') maps.at(-1)!.push(message.playerId)
  }
  return maps
}

function coming(talker: Talker) {
  return talker.heard().filter(({ type }) => /JOIN|QUIT|ACPT|LMAP|KICK/.test(type))
}

describe('[DM-2.12] after a restart', () => {
  it('players are in, where they were, and are told all but who is there', async () => {
    const room = await Room.founded()
    const [ann, bob] = [room.player('ann'), room.player('bob')]
    const place = placeOf(
      ann
        .heardOf('MOVE')
        .filter(({ playerId }) => playerId === 4)
        .at(-1)!,
    )
    ann.move(place)
    ann.move({ ...place, x: place.x + 4000 })
    room.slots(2)
    bob.take()
    room.restart()
    room.pass(3000)
    expect(room.names).toEqual(['ann', 'bob'])
    const heard = bob.heard()
    for (const type of ['DOST', 'L_ST', 'SCOR'] as const)
      expect(heard.some((one) => one.type === type)).toBe(true)
    expect(heard.filter(({ type }) => /JOIN|QUIT|ACPT|LMAP|KICK/.test(type))).toEqual([])
    bob.take()
    ann.say({ type: 'MOVE', ...place, x: place.x + 8000 }, { type: 'CHAT', msg: 'as before' })
    room.slots(2)
    const after = bob.heard()
    expect(after).toContainEqual({ type: 'CHAT', playerId: 4, msg: 'as before' })
    expect(after).toContainEqual({ type: 'MOVE', playerId: 4, ...place, x: place.x + 8000 })
  })

  it('a player who was told of another while it said nothing is not told again', async () => {
    const room = await Room.founded()
    const ann = room.player('ann')
    room.pass(1000)
    room.player('bob')
    expect(ann.heardOf('JOIN').map(({ playerId }) => playerId)).toEqual([4, 5])
    room.restart()
    room.player('carol')
    room.pass(5000)
    expect(coming(ann)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
  })

  it('who comes while others are not back yet is told of them, and they of him, once', async () => {
    const room = await Room.founded()
    const [ann, bob] = [room.player('ann'), room.player('bob')]
    for (const talker of [ann, bob]) talker.take()
    room.harness.kill()
    const carol = room.player('carol')
    room.pass(3000)
    expect(coming(ann)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
    expect(coming(bob)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
    expect(coming(carol)).toEqual([
      { type: 'ACPT', playerId: 6 },
      { type: 'LMAP', mapName: 'MAP01' },
      { type: 'JOIN', playerId: 6, name: 'carol' },
      { type: 'JOIN', playerId: 4, name: 'ann' },
      { type: 'JOIN', playerId: 5, name: 'bob' },
    ])
  })

  it('who left meanwhile has left', async () => {
    const room = await Room.founded()
    const [ann, bob] = [room.player('ann'), room.player('bob')]
    bob.take()
    room.harness.kill()
    ann.vanish()
    room.pass(10_000)
    bob.say(katc)
    room.pass(10_000)
    expect(coming(bob)).toEqual([{ type: 'QUIT', playerId: 4 }])
    expect(room.names).toEqual(['bob'])
  })

  it('[DM-10.4] who is waited for is waited for though a clock is set forward', async () => {
    const room = await Room.founded()
    room.player('ann')
    const bob = room.address('192.0.2.9')
    room.harness.kill()
    expect(room.names).toEqual(['ann'])
    room.harness.clock.setForward(60_000)
    bob.join('bob')
    room.slots(3)
    expect(room.names).toContain('ann')
  })

  it('who was about to come in still is', async () => {
    const room = await Room.founded()
    const [bob, ann] = [room.player('bob'), room.address()]
    ann.join('a'.repeat(34))
    room.slots(2)
    const [move] = ann.heardOf('MOVE')
    room.restart()
    expect(coming(ann)).toEqual([])
    bob.take()
    ann.move(placeOf(move!))
    expect(ann.isProven).toBe(true)
    room.slots(3)
    expect(coming(ann)).toEqual([{ type: 'JOIN', playerId: 4, name: 'bob' }])
    expect(coming(bob)).toEqual([{ type: 'JOIN', playerId: 5, name: 'a'.repeat(34) }])
  })

  it('ids are not given again', async () => {
    const room = await Room.founded()
    room.player('ann').say({ type: 'QUIT' })
    room.restart()
    const bob = room.player('bob')
    expect(bob.heardOf('ACPT')).toEqual([{ type: 'ACPT', playerId: 5 }])
  })

  it('silence counts from the restart', async () => {
    const room = await Room.founded()
    const ann = room.player('ann')
    ann.answers = false
    ann.say(katc)
    room.pass(15_000)
    room.restart()
    room.pass(18_500)
    expect([ann.closedFor, room.names]).toEqual([undefined, ['ann']])
    room.pass(2000)
    expect(ann.heardOf('KICK')).toEqual([{ type: 'KICK', reason: 'Timed out.' }])
  })

  it('and again and again, at any moment, nobody is told twice of anybody', async () => {
    const room = await Room.founded()
    const all: Talker[] = []
    for (let round = 0; round < 12; round++) {
      const talker = room.address()
      all.push(talker)
      talker.answers = true
      talker.join(`player ${round}`)
      talker.move({ x: 0, y: 0, z: 41_000, angle: 0 })
      room.pass(round * 37)
      room.harness.kill()
      for (let times = 0; times < 30; times++) {
        room.pass(100)
        for (const one of all) one.say(katc)
      }
    }
    expect(room.names).toHaveLength(12)
    for (const [index, talker] of all.entries()) {
      // Of each map that it loaded; from the last one it knows all.
      const maps = toldOf(talker)
      for (const ids of maps) expect(new Set(ids).size).toBe(ids.length)
      expect(maps.at(-1)!.filter((id) => id !== 4 + index)).toHaveLength(11)
    }
  })

  it.each(['udp', 'websocket'] as const)(
    'who may not have been told of another loads the map, by %s',
    async (by) => {
      for (const heardIt of [false, true]) {
        const room = await Room.founded()
        const ann = room.address('192.0.2.1', by)
        ann.answers = true
        ann.join('a'.repeat(34))
        room.pass(500)
        const bob = room.address()
        bob.join('b'.repeat(34))
        room.slots(2)
        if (heardIt) bob.answers = true
        bob.move(placeOf(bob.heardOf('MOVE').at(-1)!))
        expect(room.names).toHaveLength(2)
        if (heardIt) room.pass(1000)
        if (heardIt) ann.say(katc)
        ann.take()
        room.harness.kill()
        room.pass(5000)
        const maps = toldOf(ann)
        expect(maps).toEqual(heardIt ? [[]] : [[], [5]])
      }
    },
  )

  it('whose client knows of somebody who is not there any more loads the map', async () => {
    const room = await Room.founded()
    const [ann, bob] = [room.player('ann'), room.player('bob')]
    room.pass(1000)
    ann.say(katc)
    // He goes, and what ann is told of it is lost with the room.
    bob.say({ type: 'QUIT' })
    ann.take()
    room.harness.kill()
    room.pass(5000)
    expect(coming(ann).map(({ type }) => type)).toEqual(['LMAP'])
  })
})

describe('when the link was away', () => {
  it('the address is proven to the sidecar again, and all is told that may be missing', async () => {
    const room = await Room.founded()
    const ann = room.player('ann')
    room.pass(500)
    ann.take()
    ann.isProven = false
    ann.bytesSaid = Number.POSITIVE_INFINITY
    room.harness.cut()
    room.pass(300)
    expect(ann.isProven).toBe(true)
    expect(ann.types()).toBe('DOST L_ST SCOR HLTH')
  })
})

describe('a note', () => {
  const player = {
    id: 7,
    name: 'n\u00e4me',
    entered: true,
    place: { x: -1, y: 2 ** 53 - 1, z: 41_000, angle: 5 },
  }
  const conversation = {
    proven: true,
    keepsAlive: false,
    moved: true,
    accepted: true,
    introduced: false,
    told: [1, 2 ** 40],
    player,
  }

  it('[DM-10.5] comes back as it was, and is small', () => {
    for (const one of [
      conversation,
      { ...conversation, keepsAlive: true, introduced: true, player: { ...player, entered: false } },
    ]) {
      const note = encodeNote(one)
      expect(decodeNote(note)).toEqual(one)
      expect(note.length).toBeLessThan(200)
    }
  })

  it('of 32 who know each other is under 500 bytes, and one of before has nothing of that', () => {
    const told = Array.from({ length: 31 }, (_, id) => id)
    expect(encodeNote({ ...conversation, told }).length).toBeLessThan(500)
    expect(decodeNote(encodeNote({ ...conversation, told: undefined }))).toEqual({
      ...conversation,
      told: undefined,
    })
  })

  it('of who was only greeted is empty', () => {
    expect(decodeNote(new Uint8Array(0)).player).toBeUndefined()
    expect(() => decodeNote(new Uint8Array(3))).toThrow(WireError)
  })
})
