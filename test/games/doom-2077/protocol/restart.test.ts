import { describe, expect, it } from 'vitest'
import { decodeResumeState, encodeResumeState } from '../../../../games/doom-2077/protocol/resume-state.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { createRoomWithPlayers, DoomTestRoom, positionOf, type TestClient } from '../test-client.ts'

const katc = { type: 'KATC' } as const

function announcedIdsPerMap(testClient: TestClient): number[][] {
  const maps: number[][] = [[]]
  for (const message of testClient.takeMessages()) {
    if (message.type === 'LMAP') maps.push([])
    else if (message.type === 'JOIN') maps.at(-1)!.push(message.playerId)
  }
  return maps
}

function membershipMessages(testClient: TestClient) {
  return testClient.takeMessages().filter(({ type }) => /JOIN|QUIT|ACPT|LMAP|KICK/.test(type))
}

describe('[DM-2.12] after a restart', () => {
  it('players are connected at their positions and receive the whole state except the list of players', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    const place = ann.takeOwnPosition()
    ann.move(place)
    ann.move({ ...place, x: place.x + 4000 })
    room.advanceSlots(2)
    bob.takeDatagrams()
    room.restart()
    room.advance(3000)
    expect(room.names).toEqual(['ann', 'bob'])
    const received = bob.takeMessages()
    for (const type of ['DOST', 'L_ST', 'SCOR'] as const)
      expect(received.some((one) => one.type === type)).toBe(true)
    expect(received.filter(({ type }) => /JOIN|QUIT|ACPT|LMAP|KICK/.test(type))).toEqual([])
    bob.takeDatagrams()
    ann.send({ type: 'MOVE', ...place, x: place.x + 8000 }, { type: 'CHAT', msg: 'as before' })
    room.advanceSlots(2)
    const after = bob.takeMessages()
    expect(after).toContainEqual({ type: 'CHAT', playerId: 4, msg: 'as before' })
    expect(after).toContainEqual({ type: 'MOVE', playerId: 4, ...place, x: place.x + 8000 })
  })

  it('a silent player does not receive the JOIN of a known player again', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    room.advance(1000)
    room.joinPlayer('bob')
    expect(ann.takeMessagesOf('JOIN').map(({ playerId }) => playerId)).toEqual([4, 5])
    room.restart()
    room.joinPlayer('carol')
    room.advance(5000)
    expect(membershipMessages(ann)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
  })

  it('a new player and the players who are still absent are announced to each other once', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    for (const testClient of [ann, bob]) testClient.takeDatagrams()
    room.harness.kill()
    const carol = room.joinPlayer('carol')
    room.advance(3000)
    expect(membershipMessages(ann)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
    expect(membershipMessages(bob)).toEqual([{ type: 'JOIN', playerId: 6, name: 'carol' }])
    expect(membershipMessages(carol)).toEqual([
      { type: 'ACPT', playerId: 6 },
      { type: 'LMAP', mapName: 'MAP01' },
      { type: 'JOIN', playerId: 6, name: 'carol' },
      { type: 'JOIN', playerId: 4, name: 'ann' },
      { type: 'JOIN', playerId: 5, name: 'bob' },
    ])
  })

  it('a player who disconnects during the restart is removed, and the other players receive QUIT', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    bob.takeDatagrams()
    room.harness.kill()
    ann.disconnect()
    room.advance(10_000)
    bob.send(katc)
    room.advance(10_000)
    expect(membershipMessages(bob)).toEqual([{ type: 'QUIT', playerId: 4 }])
    expect(room.names).toEqual(['bob'])
  })

  it('[DM-10.4] a clock set forward does not shorten the wait for absent players', async () => {
    const room = await DoomTestRoom.create()
    room.joinPlayer('ann')
    const bob = room.connectFrom('192.0.2.9')
    room.harness.kill()
    expect(room.names).toEqual(['ann'])
    room.harness.clock.setForward(60_000)
    bob.join('bob')
    room.advanceSlots(3)
    expect(room.names).toContain('ann')
  })

  it('a joining player continues to join', async () => {
    const room = await DoomTestRoom.create()
    const [bob, ann] = [room.joinPlayer('bob'), room.connectFrom()]
    ann.join('a'.repeat(34))
    room.advanceSlots(2)
    const [move] = ann.takeMessagesOf('MOVE')
    room.restart()
    expect(membershipMessages(ann)).toEqual([])
    bob.takeDatagrams()
    ann.move(positionOf(move!))
    expect(ann.isAddressValidated).toBe(true)
    room.advanceSlots(3)
    expect(membershipMessages(ann)).toEqual([{ type: 'JOIN', playerId: 4, name: 'bob' }])
    expect(membershipMessages(bob)).toEqual([{ type: 'JOIN', playerId: 5, name: 'a'.repeat(34) }])
  })

  it('ids are not reused', async () => {
    const room = await DoomTestRoom.create()
    room.joinPlayer('ann').send({ type: 'QUIT' })
    room.restart()
    const bob = room.joinPlayer('bob')
    expect(bob.takeMessagesOf('ACPT')).toEqual([{ type: 'ACPT', playerId: 5 }])
  })

  it('idle time counts from the restart', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.answersPositions = false
    ann.send(katc)
    room.advance(15_000)
    room.restart()
    room.advance(18_500)
    expect([ann.closeReason, room.names]).toEqual([undefined, ['ann']])
    room.advance(2000)
    expect(ann.takeMessagesOf('KICK')).toEqual([{ type: 'KICK', reason: 'Timed out.' }])
  })

  it('no player is announced twice, even if more restarts follow at any moment', async () => {
    const room = await DoomTestRoom.create()
    const all: TestClient[] = []
    for (let round = 0; round < 12; round++) {
      const testClient = room.connectFrom()
      all.push(testClient)
      testClient.answersPositions = true
      testClient.join(`player ${round}`)
      testClient.move({ x: 0, y: 0, z: 41_000, angle: 0 })
      room.advance(round * 37)
      room.harness.kill()
      for (let times = 0; times < 30; times++) {
        room.advance(100)
        for (const one of all) one.send(katc)
      }
    }
    expect(room.names).toHaveLength(12)
    for (const [index, testClient] of all.entries()) {
      // The announcements after the last loaded map contain every player.
      const maps = announcedIdsPerMap(testClient)
      for (const ids of maps) expect(new Set(ids).size).toBe(ids.length)
      expect(maps.at(-1)!.filter((id) => id !== 4 + index)).toHaveLength(11)
    }
  })

  it.each(['udp', 'websocket'] as const)(
    'a client that may have missed the JOIN of another player reloads the map, over %s',
    async (by) => {
      for (const heardIt of [false, true]) {
        const room = await DoomTestRoom.create()
        const ann = room.connectFrom('192.0.2.1', by)
        ann.answersPositions = true
        ann.join('a'.repeat(34))
        room.advance(500)
        const bob = room.knock('b'.repeat(34))
        room.advanceSlots(2)
        if (heardIt) bob.answersPositions = true
        bob.move(positionOf(bob.takeMessagesOf('MOVE').at(-1)!))
        expect(room.names).toHaveLength(2)
        if (heardIt) room.advance(1000)
        if (heardIt) ann.send(katc)
        ann.takeDatagrams()
        room.harness.kill()
        room.advance(5000)
        const maps = announcedIdsPerMap(ann)
        expect(maps).toEqual(heardIt ? [[]] : [[], [5]])
      }
    },
  )

  it('a client that may still show a departed player reloads the map', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    room.advance(1000)
    ann.send(katc)
    // Bob leaves, and the datagram that announces the departure is lost with the room.
    bob.send({ type: 'QUIT' })
    ann.takeDatagrams()
    room.harness.kill()
    room.advance(5000)
    expect(membershipMessages(ann).map(({ type }) => type)).toEqual(['LMAP'])
  })
})

describe('after an interrupted link', () => {
  it('the room reports the address as validated to the sidecar again, and sends state that may be missing', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    room.advance(500)
    ann.takeDatagrams()
    ann.isAddressValidated = false
    ann.sentBytes = Number.POSITIVE_INFINITY
    room.harness.cut()
    room.advance(300)
    expect(ann.isAddressValidated).toBe(true)
    expect(ann.types()).toBe('DOST L_ST SCOR HLTH')
  })
})

describe('a resume state', () => {
  const player = {
    id: 7,
    name: 'n\u00e4me',
    hasEntered: true,
    position: { x: -1, y: 2 ** 53 - 1, z: 41_000, angle: 5 },
  }
  const conversation = {
    addressValidated: true,
    sendsKeepAlive: false,
    hasMoved: true,
    isAccepted: true,
    isIntroduced: false,
    knownPlayerIds: [1, 2 ** 40],
    player,
  }

  const otherPlayersOfFullRoom = Array.from({ length: 31 }, (_, id) => id)

  it('[DM-10.5] is unchanged after encoding and decoding, and has under 500 bytes', () => {
    const guest = { ...player, hasEntered: false }
    for (const [one, most] of [
      [conversation, 200],
      [{ ...conversation, sendsKeepAlive: true, isIntroduced: true, player: guest }, 200],
      [{ ...conversation, knownPlayerIds: otherPlayersOfFullRoom }, 500],
    ] as const) {
      const bytes = encodeResumeState(one)
      expect(decodeResumeState(bytes)).toEqual(one)
      expect(bytes.length).toBeLessThan(most)
    }
  })

  it('of an unjoined session is empty', () => {
    expect(decodeResumeState(new Uint8Array(0)).player).toBeUndefined()
    expect(() => decodeResumeState(new Uint8Array(4))).toThrow(WireError)
  })
})
