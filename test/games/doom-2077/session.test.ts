import { beforeEach, describe, expect, it } from 'vitest'
import type { FromClient } from '../../../games/doom-2077/packets.ts'
import { createRoomWithPlayers, DoomTestRoom, positionOf, slotMs, type TestClient } from './test-client.ts'

const katc: FromClient = { type: 'KATC' }
const ping = (text = '12345678'): FromClient => ({ type: 'PING', data: new TextEncoder().encode(text) })
const somewhere = { x: 0, y: 0, z: 41_000, angle: 0 }
const kicks = (testClient: TestClient) => testClient.takeMessagesOf('KICK').map(({ reason }) => reason)

let room: DoomTestRoom
beforeEach(async () => {
  room = await DoomTestRoom.create()
})

describe('[DM-2.1] JOIN', () => {
  it('is answered at once by ACPT and LMAP in one datagram, and the first id follows the ids of doors and lifts', async () => {
    const ann = room.knock('ann')
    expect(ann.takeDatagrams().map(({ at, messages }) => ({ at, messages }))).toEqual([
      {
        at: 0,
        messages: [
          { type: 'ACPT', playerId: 4 },
          { type: 'LMAP', mapName: 'MAP01' },
        ],
      },
    ])
  })

  it('lets nobody into the game from an unvalidated address', async () => {
    const [room, bob] = await createRoomWithPlayers('bob')
    bob.takeDatagrams()
    const ann = room.knock('ann')
    room.advance(5000)
    expect(ann.types()).toBe('ACPT LMAP')
    expect(bob.takeMessagesOf('JOIN')).toEqual([])
    expect(room.names).toEqual(['bob'])
  })

  it('is answered after more bytes have arrived, if ACPT and LMAP exceed three times the JOIN', async () => {
    const ann = room.knock('A')
    room.advance(1000)
    expect(ann.types()).toBe('')
    ann.send(katc)
    expect(ann.types()).toBe('ACPT LMAP')
    ann.answersPositions = true
    ann.move(somewhere)
    room.advanceSlots(2)
    expect(room.names).toEqual(['A'])
    const bob = room.connectFrom()
    for (let times = 0; times < 2; times++) {
      bob.join('B')
      room.advance(2000)
    }
    expect(bob.types()).toBe('ACPT LMAP')
  })

  it("may be followed by its player's actions", async () => {
    const [room, bob] = await createRoomWithPlayers('bob')
    const ann = room.connectFrom('192.0.2.9', 'websocket')
    bob.takeDatagrams()
    ann.send({ type: 'JOIN', name: 'ann' }, { type: 'CHAT', msg: 'hello' })
    room.advanceSlots(2)
    expect(bob.takeMessagesOf('CHAT')).toEqual([{ type: 'CHAT', playerId: 5, msg: 'hello' }])
  })

  it('is refused if it is a text frame', async () => {
    const ann = room.harness.client('websocket')
    ann.call.sendFrame('JOIN')
    room.advance(1)
    expect(ann.closedFor).toContain('text')
  })

  it('over WebSocket needs no validation: the full state arrives within three slots', async () => {
    room.joinPlayer('bob')
    const ann = room.knock('ann', '192.0.2.9', 'websocket')
    room.advanceSlots(3)
    expect(ann.types()).toMatch(/^ACPT LMAP JOIN TELL MOVE HLTH DOST L_ST SCOR JOIN HLTH.* MOVE/)
    expect(ann.isAddressValidated).toBe(false)
  })
})

describe('[DM-2.8] an address', () => {
  it('is validated by an echo of its first probe, which a client with a name of 34 letters receives at once', async () => {
    const ann = room.knock('a'.repeat(34))
    room.advanceSlots(2)
    const [accepted, shown] = ann.takeDatagrams()
    expect(accepted!.messages.map(({ type }) => type)).toEqual(['ACPT', 'LMAP'])
    expect(shown!.messages.map(({ type }) => type)).toEqual(['JOIN', 'MOVE'])
    const move = shown!.messages[1]!
    if (move.type !== 'MOVE') throw new Error('no MOVE')
    ann.move({ ...positionOf(move), x: move.x + 1, angle: move.angle - 1 })
    expect([ann.isAddressValidated, room.names]).toEqual([true, ['a'.repeat(34)]])
    room.advanceSlots(3)
    const types = ann.types()
    expect(types).toMatch(/^TELL MOVE HLTH DOST L_ST SCOR/)
    expect(types).not.toContain('JOIN')
  })

  it('is not validated by a position that differs from the probe by 2 thousandths', async () => {
    const ann = room.knock('a'.repeat(34))
    room.advanceSlots(2)
    const [move] = ann.takeMessagesOf('MOVE')
    ann.move({ ...positionOf(move!), x: move!.x + 2 })
    expect(room.names).toEqual([])
  })

  it('is not validated by any other message, however late or often, because a forger can send without receiving', async () => {
    const forged = room.knock('ab')
    for (let seconds = 0; seconds < 120; seconds++) {
      room.advance(1000)
      forged.send(katc, { type: 'FIRE', weapon: 0 }, { type: 'MOVE', ...somewhere, x: seconds })
    }
    expect([room.names, forged.isAddressValidated]).toEqual([[], false])
    // The test client asserts that it never receives more than three times the bytes that it sent.
    expect(forged.receivedBytes).toBeLessThan(3 * forged.sentBytes)
  })

  it('[DM-2.14] receives a new probe each second, within three times the bytes that it sent', async () => {
    const ann = room.knock('ann')
    const places = new Set<number>()
    for (let seconds = 0; seconds < 5; seconds++) {
      ann.move({ ...somewhere, x: seconds })
      room.advance(1000)
      for (const { x } of ann.takeMessagesOf('MOVE')) places.add(x)
    }
    expect(places.size).toBe(5)
  })

  it('is validated and receives its own state as soon as the limit allows', async () => {
    const ann = room.knock('ann')
    room.advanceSlots(3)
    expect(ann.types()).toBe('ACPT LMAP')
    ann.answersPositions = true
    ann.move(somewhere)
    room.advanceSlots()
    expect(ann.types()).toBe('JOIN MOVE')
    room.advanceSlots(3)
    expect(ann.takeMessagesOf('JOIN')).toEqual([])
    expect(room.names).toEqual(['ann'])
  })

  it('stays validated after QUIT, so after the next JOIN any message makes the client a player', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.send({ type: 'QUIT' }, { type: 'JOIN', name: 'ann' })
    expect(room.names).toEqual([])
    ann.takeDatagrams()
    ann.send(katc)
    expect(room.names).toEqual(['ann'])
  })
})

describe('[DM-2.9] ACPT and LMAP', () => {
  it('are repeated each second without an answer, within three times the bytes received', async () => {
    for (const [name, times] of [
      ['ann', 1],
      ['a'.repeat(11), 2],
      ['b'.repeat(20), 3],
    ] as const) {
      const testClient = room.knock(name)
      room.advance(10_000)
      expect([name, testClient.takeMessagesOf('LMAP').length]).toEqual([name, times])
    }
  })

  it('are repeated at most three times', async () => {
    const ann = room.connectFrom()
    // The datagram has more answers than the address may receive.
    ann.send({ type: 'JOIN', name: 'ann' }, ...Array<FromClient>(30).fill({ type: 'QUIT' }), {
      type: 'JOIN',
      name: 'ann',
    })
    ann.takeDatagrams()
    room.advance(10_000)
    const again = ann.takeDatagrams().filter(({ messages }) => messages[0]?.type === 'ACPT')
    expect(again.map(({ at }) => Math.round(at / 1000))).toEqual([1, 2, 3])
  })

  it('are not repeated to a client that received them', async () => {
    const ann = room.knock('a'.repeat(20))
    room.advance(100)
    ann.send(katc)
    room.advance(5000)
    expect(ann.takeMessagesOf('LMAP')).toHaveLength(1)
  })
})

describe('[DM-2.11] JOIN from an address that has joined', () => {
  it('with the same name before a MOVE is answered like the first JOIN', async () => {
    const ann = room.connectFrom()
    for (let times = 0; times < 3; times++) {
      ann.join('ann')
      expect(ann.takeMessages()).toEqual([
        { type: 'ACPT', playerId: 4 },
        { type: 'LMAP', mapName: 'MAP01' },
      ])
      room.advance(100)
    }
  })

  it('with the same name after a MOVE is ignored', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.move({ x: 0, y: 0, z: 0, angle: 0 })
    room.advanceSlots(5)
    ann.takeDatagrams()
    ann.join('ann')
    room.advanceSlots()
    expect(ann.takeMessagesOf('ACPT')).toEqual([])
    expect(room.names).toEqual(['ann'])
  })

  it('with another name acts as QUIT and JOIN: other players receive QUIT and then JOIN', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    bob.takeDatagrams()
    ann.takeDatagrams()
    ann.join('cid')
    expect(ann.types()).toBe('ACPT LMAP')
    room.advanceSlots(2)
    expect(bob.takeMessagesOf('QUIT')).toEqual([{ type: 'QUIT', playerId: 4 }])
    ann.send(katc)
    room.advanceSlots(2)
    expect(bob.takeMessagesOf('JOIN')).toEqual([{ type: 'JOIN', playerId: 6, name: 'cid' }])
    expect(room.names).toEqual(['bob', 'cid'])
  })
})

describe('[DM-2.2] a JOIN', () => {
  it('of a player reaches each client once, in whatever order players come and go', async () => {
    const announcedIds = new Map<TestClient, number[]>()
    const all: TestClient[] = []
    for (let round = 0; round < 3; round++) {
      for (let each = 0; each < 5; each++) {
        const testClient = room.joinPlayer(`p${round}-${each}`)
        all.push(testClient)
        announcedIds.set(testClient, [])
      }
      for (const gone of all.slice(round * 5, round * 5 + 3)) gone.send({ type: 'QUIT' })
      room.advance(3000)
      for (const testClient of all)
        for (const message of testClient.takeMessages()) {
          // After another map is loaded, the client knows no other players.
          if (message.type === 'LMAP') announcedIds.set(testClient, [])
          if (message.type === 'JOIN') announcedIds.get(testClient)!.push(message.playerId)
        }
    }
    for (const ids of announcedIds.values()) {
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(0)
    }
  })

  it('precedes all other messages about that player', async () => {
    room.joinPlayer('ann')
    const bob = room.connectFrom()
    bob.answersPositions = true
    bob.join('bob')
    bob.move(somewhere)
    room.advanceSlots(3)
    const [accepted, own, first] = bob.takeDatagrams()
    expect(accepted!.messages.map(({ type }) => type)).toEqual(['ACPT', 'LMAP'])
    expect(own!.messages).toMatchObject([{ type: 'JOIN', playerId: 5, name: 'bob' }, { type: 'MOVE' }])
    expect(first!.messages.map(({ type }) => type).join(' ')).toMatch(
      /^TELL (TELL )?MOVE HLTH DOST L_ST SCOR JOIN HLTH.* MOVE/,
    )
    expect(first!.messages.filter(({ type }) => type === 'JOIN')).toEqual([
      { type: 'JOIN', playerId: 4, name: 'ann' },
    ])
  })
})

describe('[DM-2.3] QUIT', () => {
  it('is announced to the other players with a text, and its sender receives nothing more', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    room.advanceSlots(2)
    bob.takeDatagrams()
    ann.takeDatagrams()
    ann.send({ type: 'QUIT' })
    room.advanceSlots(3)
    const heard = bob.takeMessages().filter(({ type }) => type === 'QUIT' || type === 'TELL')
    expect(heard.slice(0, 2)).toEqual([
      { type: 'QUIT', playerId: 4 },
      { type: 'TELL', flags: 1, msg: 'ann left the server.' },
    ])
    room.advance(3000)
    expect(ann.types()).toBe('')
  })

  it('does not cause a KICK if an earlier MOVE arrives after it', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.send({ type: 'QUIT' })
    ann.takeDatagrams()
    ann.move({ x: 0, y: 0, z: 41_000, angle: 0 })
    room.advance(3000)
    expect(ann.types()).toBe('')
  })

  it('is ignored if it is the second one or comes from an unjoined address', async () => {
    const [ann, bob, unjoined] = [room.joinPlayer('ann'), room.joinPlayer('bob'), room.connectFrom()]
    bob.takeDatagrams()
    for (const testClient of [ann, ann, unjoined]) {
      testClient.send({ type: 'QUIT' }, { type: 'QUIT' })
      room.advanceSlots(2)
    }
    expect(bob.takeMessagesOf('QUIT')).toHaveLength(1)
    expect(room.names).toEqual(['bob'])
  })
})

describe('[DM-2.4] silence', () => {
  it.each([katc, ping()])('of 20 s disconnects a client that has sent $type', async (message) => {
    const bob = room.knock('bob', '192.0.2.7', 'websocket')
    const ann = room.joinPlayer('ann')
    ann.answersPositions = false
    ann.send(message)
    ann.takeDatagrams()
    room.advance(19_900)
    bob.takeDatagrams()
    expect(ann.closeReason).toBeUndefined()
    bob.send(katc)
    room.advance(200)
    expect(kicks(ann)).toEqual(['Timed out.'])
    expect(ann.closeReason).toBeDefined()
    expect(bob.takeMessages().filter(({ type }) => type === 'QUIT' || type === 'TELL')).toMatchObject([
      { type: 'QUIT', playerId: 5 },
      { msg: 'ann left the server.' },
      {},
    ])
  })

  it('of 120 s disconnects a client that has never sent a KATC or a PING', async () => {
    const ann = room.joinQuietPlayer('ann')
    ann.answersPositions = false
    ann.move(somewhere)
    room.advance(120_000 - 100)
    expect([room.names, kicks(ann)]).toEqual([['ann'], []])
    room.advance(200)
    expect([room.names, kicks(ann)]).toEqual([[], ['Timed out.']])
  })

  it('[DM-2.14] of an idle player does not occur, because the client answers probes automatically', async () => {
    const ann = room.joinQuietPlayer('ann')
    ann.takeDatagrams()
    room.advance(10 * 60_000)
    expect([room.names, ann.closeReason]).toEqual([['ann'], undefined])
    const places = ann.takeMessagesOf('MOVE')
    expect(places.length).toBeGreaterThan(150)
    // The probes move the player by so little that players do not see it.
    for (const [at, { x, angle }] of places.slice(1).entries())
      expect([Math.abs(x - places[at]!.x) <= 60, Math.abs(angle - places[at]!.angle) <= 60]).toEqual([
        true,
        true,
      ])
  })

  it('of 20 s ends sessions that have no player, without a message', async () => {
    const [unjoined, ann] = [room.connectFrom(), room.connectFrom()]
    unjoined.send(ping())
    ann.join('ann')
    room.advance(20_100)
    expect([unjoined.closeReason, ann.closeReason]).toEqual(['idle for too long', 'idle for too long'])
    expect([unjoined.types(), ann.types()]).toEqual(['PONG', 'ACPT LMAP'])
  })

  it('[DM-2.10] [DM-2.13] is not caused by a clock set forward', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    room.harness.clock.setForward(180_000)
    const [namesake, unjoined] = [room.connectFrom(), room.connectFrom()]
    namesake.join('ann')
    unjoined.move(positionOf(ann.takeMessagesOf('MOVE').at(-1)!))
    room.advanceSlots(2)
    expect([room.names, ann.closeReason, kicks(ann)]).toEqual([['ann'], undefined, []])
    expect([kicks(namesake), unjoined.types()]).toEqual([['Name already in use.'], ''])
  })

  it('ends with any datagram', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    for (let times = 0; times < 5; times++) {
      room.advance(19_000)
      ann.sendBytes(Buffer.from('what?'))
    }
    expect(room.names).toEqual(['ann'])
  })
})

describe('[DM-2.13] a crashed client', () => {
  it('can return by its name from another port of its IP address after 4 s of silence', async () => {
    const bob = room.knock('bob', '192.0.2.7', 'websocket')
    const ann = room.joinQuietPlayer('ann')
    ann.answersPositions = false
    ann.move(somewhere)
    room.advance(3900)
    const soon = room.knock('ann')
    expect(kicks(soon)).toEqual(['Name already in use.'])
    room.advance(200)
    const unjoined = room.knock('ann', '192.0.2.9')
    expect(kicks(unjoined)).toEqual(['Name already in use.'])
    bob.takeDatagrams()
    const again = room.joinPlayer('ann')
    expect(again.takeMessagesOf('ACPT')).toEqual([{ type: 'ACPT', playerId: 6 }])
    expect([kicks(ann), ann.closeReason]).toEqual([['Timed out.'], 'the player rejoined from another port'])
    expect(bob.takeMessages().filter(({ type }) => type === 'QUIT' || type === 'JOIN')).toEqual([
      { type: 'QUIT', playerId: 5 },
      { type: 'JOIN', playerId: 6, name: 'ann' },
    ])
    expect(room.names).toEqual(['bob', 'ann'])
  })
})

describe('[DM-2.5] KICK', () => {
  it('contains the reason', async () => {
    const room = await DoomTestRoom.create({ maxPlayers: 2 })
    room.joinPlayer('ann')
    const late = room.knock('carol')
    late.move(somewhere)
    room.advance(200)
    const [asked] = late.takeMessagesOf('MOVE')
    const [bad, same] = [room.connectFrom(), room.connectFrom()]
    bad.join('')
    expect(kicks(bad)).toEqual(['Bad name.'])
    same.join('ann')
    expect(kicks(same)).toEqual(['Name already in use.'])
    const bob = room.joinPlayer('bob')
    bob.takeDatagrams()
    const full = room.knock('dora')
    expect(kicks(full)).toEqual(['Server full.'])
    // Another client takes the last place while this client joins.
    late.takeDatagrams()
    late.move(positionOf(asked!))
    expect(kicks(late)).toEqual(['Server full.'])
    expect(room.names).toEqual(['ann', 'bob'])
  })

  it('may be followed by another JOIN from the same address', async () => {
    const ann = room.knock('')
    expect(kicks(ann)).toEqual(['Bad name.'])
    room.advance(10)
    ann.join('ann')
    expect(ann.types()).toBe('ACPT LMAP')
  })

  it('answers MOVEs from an unjoined address every 5 s', async () => {
    const unjoined = room.connectFrom()
    for (let second = 0; second < 11; second++) {
      unjoined.move({ x: second, y: 0, z: 0, angle: 0 })
      room.advance(1000)
    }
    expect(unjoined.takeDatagrams().map(({ at, messages }) => [at, ...messages])).toEqual(
      [0, 5000, 10_000].map((at) => [
        at,
        { type: 'TELL', flags: 0, msg: 'Your session has ended. Join again.' },
        { type: 'KICK', reason: 'Unknown session' },
      ]),
    )
  })

  it('rejects joins while the room is closed', async () => {
    room.harness.status = 'closed'
    const turned = room.harness.client('udp')
    expect(Buffer.from(turned.received[0] as Uint8Array).toString('latin1')).toContain(
      'Server shutting down.',
    )
    expect(turned.closedFor).toBe('closed')
  })
})

describe('[DM-2.6] [DM-8.4] PING', () => {
  it('is answered at once, also to an unjoined address, and two PINGs in one datagram get one datagram', async () => {
    const [ann, unjoined] = [room.joinPlayer('ann'), room.connectFrom()]
    room.advance(5)
    ann.takeDatagrams()
    const before = room.now
    for (const testClient of [ann, unjoined]) {
      testClient.send(ping('first...'), ping('second..'))
      const [answer, ...more] = testClient.takeDatagrams()
      expect([more, answer!.at]).toEqual([[], before])
      const pongs = answer!.messages.filter(({ type }) => type === 'PONG')
      expect(pongs.map((pong) => pong.type === 'PONG' && Buffer.from(pong.data).toString())).toEqual([
        'first...',
        'second..',
      ])
    }
  })

  it('whose data is not 8 bytes long is not answered', async () => {
    const unjoined = room.connectFrom()
    for (const hex of [
      '50494e47 0002 6162 0a',
      '50494e47 0000 0a',
      '50494e47 0010 30313233343536373839414243444546 0a',
    ])
      unjoined.sendBytes(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
    expect(unjoined.takeDatagrams()).toEqual([])
  })

  it('is answered at most ten times a second', async () => {
    const [ann, unjoined] = [room.joinPlayer('ann'), room.connectFrom()]
    for (const testClient of [ann, unjoined]) {
      testClient.takeDatagrams()
      for (let number = 0; number < 60; number++) {
        testClient.send(ping(String(number).padStart(8)))
        room.advance(50)
      }
      const pongs = testClient.takeMessagesOf('PONG').length
      expect([pongs >= 38, pongs <= 41]).toEqual([true, true])
    }
  })

  it("of a player costs no extra datagram: the datagram with PONG replaces the next tick's datagram", async () => {
    const [ann, bob] = [room.joinPlayer('ann'), room.connectFrom('192.0.2.5', 'websocket')]
    bob.join('bob')
    room.advanceSlots(4)
    bob.send({ type: 'CHAT', msg: 'hi' })
    ann.takeDatagrams()
    ann.send(ping())
    expect(ann.types()).toMatch(/^PONG .*CHAT/)
    let quick = 0
    for (let times = 0; times < 20; times++) {
      for (let each = 0; each < 10; each++) {
        bob.send({ type: 'OPEN', doorId: 0 })
        ann.send(ping(String(quick++).padStart(8)))
        room.advance(20)
      }
    }
    const datagrams = ann.takeDatagrams()
    for (const { at } of datagrams)
      expect(datagrams.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(
        33,
      )
    expect(datagrams.length).toBeLessThanOrEqual((4000 / slotMs) * 1.05)
  })
})

describe('[DM-8.9] a JOIN that may have been lost', () => {
  it('is followed by a probe, and a client that answers the probe receives no further messages', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.takeDatagrams()
    room.joinPlayer('bob')
    const [joined] = ann
      .takeDatagrams()
      .filter(({ messages }) => messages.some(({ type }) => type === 'JOIN'))
    expect(joined!.messages.filter(({ type }) => type === 'MOVE')[0]).toMatchObject({ playerId: 4 })
    room.advance(4000)
    expect(ann.takeMessagesOf('LMAP')).toEqual([])
  })

  it('makes a client that does not answer reload the map after 2 s and receive all players again', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    const lost = room.now
    ann.answersPositions = false
    for (const testClient of [ann, bob]) testClient.takeDatagrams()
    room.joinPlayer('carol')
    room.advance(3000)
    const again = ann.takeDatagrams().filter(({ messages }) => messages.some(({ type }) => type === 'LMAP'))
    expect(again).toHaveLength(1)
    expect(again[0]!.at - lost).toBeGreaterThan(2000)
    const types = again[0]!.messages.map(({ type }) => type).join(' ')
    expect(types).toMatch(/LMAP MOVE$/)
    ann.answersPositions = true
    ann.move(somewhere)
    room.advance(4000)
    expect(ann.takeMessagesOf('JOIN').map(({ playerId }) => playerId)).toEqual([5, 6])
    expect(bob.takeMessagesOf('LMAP')).toEqual([])
  })

  it('is not sent twice, even if the LMAP that follows is lost and the client keeps moving', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    const { x, y, z, angle } = ann.takeOwnPosition()
    ann.answersPositions = false
    ann.takeDatagrams()
    room.joinPlayer('bob')
    // The client receives the JOIN. Its echo of the probe is lost, and so is the LMAP that the room then sends.
    for (let times = 0; times < 50; times++) {
      ann.move({ x: x + 200 * times, y, z, angle })
      room.advance(100)
    }
    const heard = ann.takeMessages()
    expect(heard.some(({ type }) => type === 'LMAP')).toBe(true)
    expect(heard.filter(({ type }) => type === 'JOIN')).toHaveLength(1)
  })

  it('causes a reload of the map at most every 10 s', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.losesAnnouncements = true
    ann.takeDatagrams()
    for (let each = 0; each < 10; each++) {
      room.connectFrom('192.0.2.50', 'websocket').join(`player ${each}`)
      room.advance(5000)
    }
    const times = ann.takeDatagrams().filter(({ messages }) => messages.some(({ type }) => type === 'LMAP'))
    expect(times.length).toBeGreaterThan(3)
    for (const [at, { at: later }] of times.slice(1).entries())
      expect(later - times[at]!.at).toBeGreaterThanOrEqual(10_000)
  })

  it('and a QUIT that may have been lost cause only one reload, at the start of the match', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    bob.send({ type: 'QUIT' })
    room.advance(7000)
    ann.takeDatagrams()
    room.joinPlayer('carol')
    room.advance(7000)
    const heard = ann.takeMessages()
    const start = heard.findIndex((one) => one.type === 'GSTR' && one.seconds === 0)
    const map = heard.findIndex(({ type }) => type === 'LMAP')
    expect([start > 0, map > start]).toEqual([true, true])
    expect(heard.slice(map).filter(({ type }) => type === 'JOIN')).toEqual([
      { type: 'JOIN', playerId: 6, name: 'carol' },
    ])
    expect(heard.filter(({ type }) => type === 'LMAP')).toHaveLength(1)
  })

  it('does not exist over WebSocket', async () => {
    const ann = room.knock('ann', '192.0.2.9', 'websocket')
    room.advanceSlots(3)
    ann.takeDatagrams()
    room.joinPlayer('bob')
    room.advance(9000)
    const heard = ann.takeMessages()
    expect(heard.filter(({ type }) => type === 'LMAP')).toEqual([])
    const own = heard.filter((one) => one.type === 'MOVE' && one.playerId === 4)
    // Over WebSocket the room repeats only the position at the match's start, until the client answers.
    expect(new Set(own.map((one) => one.type === 'MOVE' && one.x)).size).toBeLessThanOrEqual(2)
  })
})
