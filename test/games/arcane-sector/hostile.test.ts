// Hostile clients: the room answers each packet, ignores it or closes the connection, without server errors or effects
// on other players.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerBytes, maxPayloadBytes } from '../../../games/arcane-sector/framing.ts'
import {
  emptyWireItem,
  type FromClient,
  fromClient,
  wireIdOffset,
} from '../../../games/arcane-sector/packets.ts'
import { assertProperty } from '../../property.ts'
import {
  castPacket,
  createIsland,
  entrPacket,
  holdPacket,
  join,
  movePacket,
  mypcPacket,
  pingPacket,
  readAllPackets,
  readTexts,
  saysPacket,
  serverErrors,
} from './harness/island-world.ts'

/** `expectUnharmed`: expects that hostile clients have not affected a player out of their sight and reach. */
async function withBystander() {
  const room = await createIsland()
  const bystander = await join(room, 250, 'Bystander')
  for (let n = 0; n < 14; n++) {
    room.pass(150)
    bystander.send(movePacket(1))
  }
  readAllPackets(bystander)
  const expectUnharmed = () => {
    room.pass(200)
    readAllPackets(bystander)
    bystander.send(pingPacket())
    bystander.expect('PONG')
    bystander.send(movePacket(4))
    bystander.expectNothing()
    expect(bystander.closed).toBeUndefined()
    expect(serverErrors(room)).toEqual([])
  }
  return { room, expectUnharmed }
}

const header = (letters: string, size: number, packetId = 0n) => {
  const bytes = new Uint8Array(headerBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, size, true)
  for (let i = 0; i < 4; i++) bytes[4 + i] = letters.charCodeAt(i)
  view.setBigUint64(8, packetId, true)
  return bytes
}

describe('a client in the game', () => {
  it.each([
    ['an unknown packet', header('XYZW', 0)],
    ['a packet in lower case', new Uint8Array([...header('move', 1), 0])],
    ['a server packet', new Uint8Array([...header('POSI', 5), 0, 0, 0, 0, 0])],
    ['ANIM, which nobody sends', new Uint8Array([...header('ANIM', 10), ...new Uint8Array(10)])],
    ['a packet with a byte too many', new Uint8Array([...header('MOVE', 2), 0, 0])],
    ['a packet without its last byte', header('MOVE', 0)],
    ['a packet shorter than its header says', new Uint8Array([...header('MOVE', 2), 0])],
    ['an incomplete header', header('PING', 0).subarray(0, 15)],
    ['an empty frame', new Uint8Array(0)],
    ['an oversized payload', new Uint8Array(headerBytes + maxPayloadBytes + 1)],
  ])('[AS-1.2] [AS-1.3] [AS-1.10] is disconnected without a message for %s', async (_, frame) => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1)
    readAllPackets(player)
    player.sendFrame(frame)
    expect(player.closed).toBeDefined()
    player.expectNothing()
    expect(room.view).toMatchObject({ players: [{ id: 250 }] })
    expectUnharmed()
  })

  it('[AS-1.11] is not disconnected for unknown values, which the room answers or ignores', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1)
    const ids = fc.oneof(
      fc.bigInt({ min: 0n, max: emptyWireItem.id }),
      fc.bigInt({ min: wireIdOffset, max: wireIdOffset + 40n }),
      fc.constantFrom(0n, 2n ** 63n, emptyWireItem.id, wireIdOffset - 1n),
    )
    const byte = fc.nat(255)
    const packet = fc.oneof(
      fc.record({ type: fc.constantFrom('MOVE' as const, 'DIRE' as const), packetId: ids, direction: byte }),
      fc.record({ type: fc.constantFrom('HOLD' as const, 'USEI' as const), packetId: ids, itemId: ids }),
      fc.record({ type: fc.constant('DROP' as const), packetId: ids, dst: byte }),
      fc.record({
        type: fc.constant('THIS' as const),
        packetId: ids,
        kind: fc.constantFrom('item' as const, 'mob' as const, 'ground' as const, 'slot' as const, 4, 255),
        selectedId: ids,
      }),
      fc.record({
        type: fc.constant('CAST' as const),
        packetId: ids,
        spell: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      }),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => ({ ...saysPacket(String.fromCharCode(...bytes)) })),
    )
    await assertProperty(
      fc.asyncProperty(fc.array(packet, { minLength: 1, maxLength: 8 }), async (packets: FromClient[]) => {
        for (const each of packets) player.send(each)
        room.pass(5000)
        await room.settled()
        readAllPackets(player)
        expect(player.closed).toBeUndefined()
        expectUnharmed()
      }),
      { numRuns: 500 },
    )
  })

  it('[AS-9.1] is not disconnected for 1 MiB of speech', async () => {
    const { room, expectUnharmed } = await withBystander()
    const [player, near] = [await join(room, 1), await join(room, 2)]
    readAllPackets(player)
    player.send(saysPacket(`${'\x01'.repeat(maxPayloadBytes - 300)}${'a'.repeat(300)}`))
    room.pass(1000)
    expect(readTexts(near)).toEqual([`\x13Player 1 says: \x17${'a'.repeat(256)}`])
    expect(player.closed).toBeUndefined()
    expectUnharmed()
  })

  it('[AS-13.9] is slowed down if it floods the room, but loses no packets and does not affect other players', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1)
    readAllPackets(player)
    for (let n = 0; n < 150; n++) player.send(pingPacket())
    const pongs = () => readAllPackets(player).filter(({ type }) => type === 'PONG').length
    const first = pongs()
    expect(first).toBeLessThanOrEqual(100)
    expectUnharmed()
    room.pass(2_000)
    expect(first + pongs()).toBe(150)
    expect(player.closed).toBeUndefined()
    expectUnharmed()
  })

  it('[AS-13.9] is disconnected if more than 1 MiB of its frames wait', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1, 'Ann', { transport: 'websocket' })
    for (let n = 0; n < 120; n++) player.send(pingPacket())
    for (let n = 0; n < 20; n++) player.send(saysPacket('a'.repeat(60_000)))
    expect(player.closed).toBe('over 1048576 bytes waiting')
    expectUnharmed()
  })

  it('[AS-3.6] that sends 30 moves at once takes ten steps at once and ten later, and its other packets are not delayed', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1)
    room.pass(1000)
    readAllPackets(player)
    for (let n = 0; n < 30; n++) player.send(movePacket(n % 2))
    const made = () => readAllPackets(player).filter(({ type }) => type === 'POSI').length
    expect(made()).toBe(10)
    player.send(pingPacket())
    player.send(castPacket(0x41))
    player.send(holdPacket(wireIdOffset - 1n))
    expect(readAllPackets(player).map(({ type }) => type)).toEqual(['PONG', 'INFO', 'TEXT', 'TEXT'])
    room.pass(900)
    expect(made()).toBe(0)
    room.pass(200)
    expect(made()).toBe(10)
    room.pass(5000)
    expect([made(), player.closed]).toEqual([0, undefined])
    expectUnharmed()
  })
})

describe('a client that has not logged in', () => {
  it('is disconnected for random bytes, which do not affect other players', async () => {
    const { room, expectUnharmed } = await withBystander()
    assertProperty(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.constantFrom(...fromClient.names, 'XXXX'),
        fc.boolean(),
        (bytes, letters, framed) => {
          const player = room.connect()
          player.sendFrame(framed ? new Uint8Array([...header(letters, bytes.length), ...bytes]) : bytes)
          const honest = framed && letters === 'ENTR' && bytes.length === 33
          if (!honest) expect(player.closed).toBeDefined()
          player.expectNothing()
          player.hangUp()
        },
      ),
      { numRuns: 500 },
    )
    expectUnharmed()
  })

  it('can send frames that wait until its password is hashed', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = room.connect()
    for (const packet of [entrPacket(1, 'secret'), mypcPacket('Ann'), movePacket(0), entrPacket(1, 'secret')])
      player.send(packet)
    player.expectNothing()
    await room.passwordsChecked()
    player.expect('NOPC')
    player.expect('GAME')
    const types = readAllPackets(player).map(({ type }) => type)
    expect(types.join(' ')).toBe('INFO INVT POSI GRND MOBS TEXT POSI GRND MOBS')
    expect(player.closed).toBe('ENTR while playing')
    expectUnharmed()
  })

  it('does not join if it disconnects while its password is hashed', async () => {
    const { room, expectUnharmed } = await withBystander()
    const player = await join(room, 1)
    player.hangUp()
    const gone = room.connect()
    gone.send(entrPacket(1, 'secret'))
    gone.hangUp()
    // Hashing has used up the work that the room may do at once, so the next login needs a later time.
    room.pass(1)
    const later = await join(room, 1)
    await room.passwordsChecked()
    expect(later.closed).toBeUndefined()
    expect(room.view).toMatchObject({ players: [{ id: 250 }, { id: 1 }] })
    expectUnharmed()
  })
})
