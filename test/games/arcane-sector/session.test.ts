import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemSecrets } from '../../../durable-objects/platform/secrets.ts'
import { gameContext } from '../../../durable-objects/room/world/game-context.ts'
import { TransactionStore } from '../../../durable-objects/storage/records.ts'
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import { emptyWireItem, type FromServer, wireIdOffset } from '../../../games/arcane-sector/packets.ts'
import {
  decodeResumeState,
  encodeResumeState,
  type SessionState,
} from '../../../games/arcane-sector/protocol/resume-state.ts'
import type { GameContext, Peer, RecordStore } from '../../../games/game.ts'
import { WireError } from '../../../wire/index.ts'
import { assertProperty } from '../../property.ts'
import {
  castPacket,
  createIsland,
  createIslandWithPlayer,
  direPacket,
  dropPacket,
  entrPacket,
  holdPacket,
  type Island,
  type IslandPlayer,
  join,
  logIn,
  movePacket,
  mypcPacket,
  quietOptions,
  readAllPackets,
  type readView,
  type ServerPacket,
  serverErrors,
  thisPacket,
  useiPacket,
  walk,
} from './harness/island-world.ts'

const item = (n: number) => wireIdOffset + BigInt(n)
const [scroll, mint, ring] = [item(2), item(6), item(10)]

/** An empty flask and a herb are two steps west of the start. */
async function withFlask(...args: Parameters<typeof join>): Promise<IslandPlayer> {
  const player = await join(...args)
  walk(player, 0, 0)
  return player
}
const flask = item(4)

describe('ids', () => {
  it('[AS-1.5] start at 0x4472676e53656374', async () => {
    const { player } = await createIslandWithPlayer()
    const [{ grnd }] = walk(player, 2) as [ReturnType<typeof readView>]
    const here = grnd.lists.find(({ x, y }) => x === 185 && y === 429)
    const named = { movable: true, gfxId: 'scroll', name: 'Scroll of Unnamed' }
    expect(here?.items).toEqual([2n, 3n].map((n) => ({ id: 0x4472676e53656374n + n, ...named })))
  })

  it.each([0n, 2n, wireIdOffset - 1n, wireIdOffset + 1_000_000n, 2n ** 63n, emptyWireItem.id - 1n])(
    '[AS-5.1] [AS-5.3] such as %d are out of reach, whether the item exists or not',
    async (id) => {
      const { player } = await createIslandWithPlayer()
      for (const packet of [holdPacket(id), useiPacket(id)]) {
        player.send(packet)
        expect(player.expect('TEXT').text).toBe('Out of reach.')
        player.expectNothing()
      }
    },
  )

  it('[AS-1.11] of empty slots, which mean no item, are ignored', async () => {
    const { player } = await createIslandWithPlayer()
    player.send(holdPacket(emptyWireItem.id))
    player.send(useiPacket(emptyWireItem.id))
    player.expectNothing()
  })

  it('[AS-8.1] of selections come from the item counter, and are unique', async () => {
    const room = await createIsland()
    const player = await withFlask(room, 1)
    player.send(useiPacket(flask))
    player.expect('TEXT')
    const first = player.expect('SLCT').packetId
    // The map has 18 items, and the spawners have created nine.
    expect(first).toBe(wireIdOffset + 27n)
    player.send(thisPacket(first, 4, 0n))
    player.send(useiPacket(flask))
    player.expect('TEXT')
    expect(player.expect('SLCT').packetId).toBe(first + 1n)
  })
})

describe('over WebSocket', () => {
  it('[AS-1.1] a message is a packet with its header, and text is refused', async () => {
    const room = await createIsland()
    const player = await join(room, 1, 'Ann', { transport: 'websocket' })
    walk(player, 0)
    player.sendFrame('MOVE')
    expect(player.closed).toBe('received text instead of a packet')
    player.expectNothing()
  })
})

describe('a restart', () => {
  it('[AS-13.4] is invisible to players, who keep their position and state', async () => {
    const room = await createIsland()
    const [ann, bob] = [await join(room, 1, 'Ann'), await join(room, 2, 'Bob')]
    walk(ann, 2)
    ann.send(holdPacket(scroll))
    ann.send(dropPacket(3))
    ann.send(direPacket(0))
    walk(bob, 0, 0, 0)
    readAllPackets(ann)
    readAllPackets(bob)
    room.restart()
    expect([ann.closed, bob.closed, room.view]).toEqual([
      undefined,
      undefined,
      expect.objectContaining({
        players: [
          { id: 1, name: 'Ann' },
          { id: 2, name: 'Bob' },
        ],
      }),
    ])
    const shown = readAllPackets(ann)
    const last = <T extends FromServer['type']>(type: T) =>
      shown.findLast((packet): packet is ServerPacket<T> => packet.type === type)
    expect(last('POSI')).toMatchObject({ x: 185, y: 429, direction: 0 })
    expect(last('MOBS')?.mobs).toMatchObject([{ id: 2n, x: 182, y: 428, name: 'Bob' }])
    expect(last('INVT')?.inventory[3]).toMatchObject({ id: scroll })
    expect(last('HLDI')?.item).toEqual(emptyWireItem)
    expect(shown.map(({ type }) => type)).not.toContain('TEXT')
    ann.send(holdPacket(scroll))
    readAllPackets(ann)
    ann.send(dropPacket(255))
    readAllPackets(ann)
    expect(serverErrors(room)).toEqual([])
  })

  it('[AS-2.2] before ENTR, or between NOPC and MYPC, is invisible to the client', async () => {
    const room = await createIsland()
    const [silent, unnamed] = [room.connect(), room.connect()]
    await logIn(room, unnamed, 3)
    unnamed.expect('NOPC')
    room.restart()
    unnamed.expectNothing()
    unnamed.send(mypcPacket('Cleo'))
    unnamed.expect('GAME')
    await logIn(room, silent, 4)
    silent.expect('NOPC')
  })

  it('[AS-2.6] during the hashing of a password hashes the password again', async () => {
    const room = await createIsland()
    const player = room.connect()
    player.send(entrPacket(3, 'secret'))
    room.restart()
    await room.passwordsChecked()
    player.expect('NOPC')
    player.expectNothing()
  })

  it.each([
    { first: 'the older', sinces: [1000, 2000] },
    { first: 'the newer', sinces: [2000, 1000] },
  ])(
    '[AS-2.5] after a second login keeps the newer session, even if $first resumes first',
    async ({ sinces }) => {
      const room = await createIsland()
      await join(room, 5)
      room.harness.host.timers.save()
      const world = arcaneSector.openWorld(...opening(room), quietOptions, 1)
      const closeReasons = sinces.map(() => [] as string[])
      sinces.forEach((since, n) => {
        const remembered = { place: { x: 185, y: 428 }, facing: 2, positionChanges: 0, selection: undefined }
        const note = encodeResumeState({ phase: 'playing', playerId: 5, since, remembered })
        arcaneSector.openSession(world, opening(room)[1], peer(closeReasons[n]!), note)
      })
      expect(closeReasons).toEqual(sinces.map((since) => (since === 1000 ? ['logged in again'] : [])))
      expect(world.players).toBe(1)
    },
  )

  it('[AS-13.5] after picking up or putting down an item, but before the reply, neither loses nor repeats the action', async () => {
    const room = await createIsland()
    const [ann, bob] = [await join(room, 1), await join(room, 2)]
    walk(ann, 2)
    walk(bob, 2)
    for (const [packet, held, lying] of [
      [holdPacket(scroll), scroll, [item(3)]],
      [dropPacket(255), emptyWireItem.id, [item(3), scroll]],
    ] as const) {
      room.pass(200)
      readAllPackets(ann)
      readAllPackets(bob)
      room.harness.afterUpward = () => {
        room.harness.afterUpward = undefined
        room.harness.kill()
      }
      ann.send(packet)
      ann.expectNothing()
      room.pass(1_000)
      const receivedPackets = readAllPackets(ann)
      expect(receivedPackets.slice(0, 2)).toMatchObject([
        { type: 'GRND' },
        { type: 'HLDI', item: { id: held } },
      ])
      for (const packets of [receivedPackets, readAllPackets(bob)]) {
        const ground = packets.findLast((each) => each.type === 'GRND')
        const here = ground?.lists.find(({ x, y }) => x === 185 && y === 429)
        expect(here?.items.map(({ id }) => id)).toEqual(lying)
      }
    }
  })
})

describe('a link outage', () => {
  it('[AS-13.4] is followed by the full state, because frames may be lost', async () => {
    const room = await createIsland()
    const ann = await join(room, 1)
    walk(ann, 2)
    ann.send(holdPacket(scroll))
    readAllPackets(ann)
    room.harness.cut()
    room.pass(1_000)
    const shown = readAllPackets(ann)
    expect(shown.map(({ type }) => type)).toEqual(['POSI', 'GRND', 'MOBS', 'INFO', 'INVT', 'HLDI'])
    expect(shown.at(-1)).toMatchObject({ item: { id: scroll } })
  })

  it('[AS-13.5] at every tenth message loses no packet and no item', async () => {
    const room = await createIsland()
    const ann = await join(room, 1)
    walk(ann, 2)
    readAllPackets(ann)
    ann.hangUp()
    const far = room.connect({ lossy: 0.1 })
    far.send(entrPacket(1, 'secret'))
    const answered = async (type: FromServer['type']) => {
      const receivedPackets: FromServer[] = []
      while (!receivedPackets.some((packet) => packet.type === type)) {
        await room.passwordsChecked()
        room.pass(500)
        expect(far.closed).toBeUndefined()
        receivedPackets.push(...readAllPackets(far))
      }
      return receivedPackets
    }
    await answered('GAME')
    for (let n = 0; n < 30; n++) {
      far.send(n % 2 === 0 ? holdPacket(scroll) : dropPacket(255))
      const held = (await answered('HLDI')).filter((packet) => packet.type === 'HLDI')
      expect(held.at(-1)?.item.id).toBe(n % 2 === 0 ? scroll : emptyWireItem.id)
    }
    expect(room.view).toMatchObject({ items: 27 })
    expect(serverErrors(room)).toEqual([])
  })
})

function opening(room: Island): [RecordStore, GameContext] {
  const { clock, records } = room.harness
  return [
    new TransactionStore(records, 'game/', new Map()),
    gameContext({ platform: { clock, secrets: systemSecrets } }, 'sessions'),
  ]
}

function peer(closeReasons: string[]): Peer {
  const about = { id: 1, address: '127.0.0.1', transport: 'tcp', compressed: false } as const
  return { ...about, send() {}, close: (reason) => void closeReasons.push(reason), markAddressValidated() {} }
}

describe('packets to clients', () => {
  it('[AS-1.4] have the packet number 0, except SLCT', async () => {
    const room = await createIsland()
    const player = await withFlask(room, 1)
    const said = [
      useiPacket(flask),
      movePacket(1),
      holdPacket(flask),
      castPacket(0x41),
      direPacket(1),
      dropPacket(255),
      useiPacket(ring),
      useiPacket(mint),
    ]
    for (const packet of said) player.send({ ...packet, packetId: 77n })
    for (const { type, packetId } of readAllPackets(player))
      expect([type, packetId === 0n]).toEqual([type, type !== 'SLCT'])
  })

  it('[AS-4.3] show the current position of a mob to every receiver', async () => {
    const room = await createIsland()
    const [ann, bob, cleo] = [await join(room, 1), await join(room, 2), await join(room, 3)]
    for (const direction of [0, 0, 1, 2]) {
      const { posi } = walk(ann, direction)[0]!
      room.tick()
      for (const other of [bob, cleo]) {
        const [seen] = readAllPackets(other)
          .flatMap((packet) => (packet.type === 'MOBS' ? packet.mobs : []))
          .filter(({ id }) => id === 1n)
          .slice(-1)
        expect(seen).toMatchObject({ x: posi.x, y: posi.y })
      }
    }
  })
})

describe('the resume state', () => {
  const password = fc.string({ maxLength: 96 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))
  const state: fc.Arbitrary<SessionState> = fc.oneof(
    fc.constant({ phase: 'entering' } as const),
    fc.record({
      phase: fc.constant('naming' as const),
      playerId: fc.nat(255),
      password: fc.option(password, { nil: undefined }),
    }),
    fc.record({
      phase: fc.constant('playing' as const),
      playerId: fc.nat(255),
      since: fc.nat(2 ** 31).map((ms) => ms * 1000),
      remembered: fc.record({
        place: fc.record({ x: fc.nat(511), y: fc.nat(767) }),
        facing: fc.nat(3),
        positionChanges: fc.nat(),
        selection: fc.option(
          fc.record(
            {
              id: fc.maxSafeNat(),
              purpose: fc.constantFrom('herb' as const, 'ram' as const, 'ring' as const),
              item: fc.maxSafeNat(),
              until: fc.nat(),
            },
            { requiredKeys: ['id', 'purpose', 'until'] },
          ),
          { nil: undefined },
        ),
      }),
    }),
  )

  it('[AS-13.4] decodes to the same value and has at most 150 bytes', () => {
    assertProperty(
      fc.property(state, (given) => {
        const note = encodeResumeState(given)
        expect(note.length).toBeLessThanOrEqual(150)
        expect(decodeResumeState(note)).toEqual(given)
      }),
    )
  })

  it('decodes to a session state or throws a WireError, for any bytes', () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        try {
          expect(encodeResumeState(decodeResumeState(bytes))).toEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
