import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  emptyWireItem,
  type FromClient,
  fromClient,
  wireIdOffset,
} from '../../../../games/arcane-sector/packets.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import {
  connectAndLogIn,
  createIsland,
  createIslandWithPlayer,
  dropPacket,
  entrPacket,
  gbyePacket,
  holdPacket,
  type Island,
  join,
  logIn,
  mypcPacket,
  pingPacket,
  quietOptions,
  readAllPackets,
  readJoinPackets,
  serverErrors,
  walk,
} from '../harness/island-world.ts'

const chance = seededRandom(7)
/** One packet of every type. */
const packets = fromClient.names.map((type) => fromClient.sample(chance, type))
const but = (...types: FromClient['type'][]) => packets.filter(({ type }) => !types.includes(type))

function stored(room: Island, playerId: number): unknown {
  const record = room.harness.records.get(`game/password/${playerId}`)
  return record === undefined ? undefined : JSON.parse(record as string)
}

/** Tries to log in and hangs up. Returns the close reason if the room closed first. */
async function attempt(room: Island, passwd: string, id = 5, address = '192.0.2.1') {
  const player = await connectAndLogIn(room, id, passwd, { address })
  player.hangUp()
  return player.closed
}

let room: Island
beforeEach(async () => {
  room = await createIsland()
})

describe('a connection', () => {
  it('receives nothing before it sends a packet', async () => {
    const player = room.connect()
    room.tick(20)
    player.expectNothing()
    expect(player.closed).toBeUndefined()
    expect(room.view).toMatchObject({ players: [] })
  })

  it.each(but('ENTR'))('[AS-2.1] is closed without a message for $type before ENTR', async (packet) => {
    const player = room.connect()
    player.send(packet)
    expect(player.closed).toBe(`${packet.type} while entering`)
    player.expectNothing()
  })

  it.each(but('MYPC'))('[AS-2.3] is closed without a message for $type after NOPC', async (packet) => {
    const player = await connectAndLogIn(room, 3)
    player.expect('NOPC')
    player.send(packet)
    expect(player.closed).toBe(`${packet.type} while naming`)
    player.expectNothing()
    expect(room.view).toMatchObject({ characters: 0 })
  })

  it.each([entrPacket(3, 'secret'), mypcPacket('Again')])(
    '[AS-2.1] [AS-2.3] is closed without a message for $type in the game',
    async (packet) => {
      const { room, player } = await createIslandWithPlayer(3)
      player.send(packet)
      expect(player.closed).toBe(`${packet.type} while playing`)
      player.expectNothing()
      expect(room.view).toMatchObject({ players: [] })
    },
  )

  it('[AS-1.8] is closed after 120 s without a packet, in any phase', async () => {
    const [silent, unnamed, player] = [room.connect(), room.connect(), await join(room, 1)]
    await logIn(room, unnamed, 2)
    const talking = await join(room, 3)
    for (let n = 0; n < 3; n++) {
      room.pass(50_000)
      talking.send(pingPacket())
    }
    const ends = [silent, unnamed, player, talking].map(({ closed }) => closed)
    expect(ends).toEqual(['idle for too long', 'idle for too long', 'idle for too long', undefined])
    expect(room.view).toMatchObject({ players: [{ id: 3 }] })
  })

  it('[AS-1.8] gets PONG with number 0 for any PING', async () => {
    const { player } = await createIslandWithPlayer()
    player.send({ ...pingPacket(new Uint8Array([1, 2, 3])), packetId: 0x1122334455667788n })
    expect(player.expect('PONG')).toEqual({ type: 'PONG', packetId: 0n })
    player.expectNothing()
  })

  it('[AS-1.9] is closed without a message for any GBYE', async () => {
    const [player, other] = [await join(room, 1), await join(room, 2)]
    readAllPackets(player)
    player.send(gbyePacket(new Uint8Array(1000)))
    expect(player.closed).toBe('bye')
    player.expectNothing()
    room.tick()
    expect(other.expect('MOBS').mobs).toEqual([])
  })
})

describe('a new player', () => {
  it('[AS-2.2] [AS-2.4] must first create a character, and then gets the full state', async () => {
    const player = await connectAndLogIn(room, 7)
    player.expect('NOPC')
    player.send(mypcPacket('Tester', 1))
    expect(player.expect('GAME')).toEqual({ type: 'GAME', packetId: 0n })
    const { info, invt, posi, mobs, text } = readJoinPackets(player)
    player.expectNothing()
    const vitals = { hp: 40, hpMax: 40, mana: 10, manaMax: 60 }
    expect(info).toEqual({ type: 'INFO', packetId: 0n, ...vitals, name: 'Tester' })
    expect([...invt.inventory, ...invt.equipment]).toEqual(Array(10).fill(emptyWireItem))
    expect(posi).toEqual({ type: 'POSI', packetId: 0n, x: 185, y: 428, direction: 2 })
    expect([mobs, text]).toEqual([[], 'Welcome Tester to \x12Arcane Sector\x0f!'])
  })

  it('[AS-2.3] is shown to all players with its name, without unprintable characters', async () => {
    const watcher = await join(room, 8)
    const player = await connectAndLogIn(room, 9)
    player.expect('NOPC')
    player.send(mypcPacket('\x13Red\xff\x41\x0a'))
    player.expect('GAME')
    expect(player.expect('INFO').name).toBe('RedA')
    room.tick()
    expect(watcher.expect('MOBS').mobs).toMatchObject([{ id: 9n, name: 'RedA', gfxId: '3d_mob_drow_m' }])
  })

  it('[AS-2.3] who leaves before creating a character must create one at the next login', async () => {
    const first = await connectAndLogIn(room, 4)
    first.expect('NOPC')
    first.hangUp()
    const again = await connectAndLogIn(room, 4)
    again.expect('NOPC')
    expect(room.view).toMatchObject({ characters: 0, players: [] })
  })

  it('[AS-2.3] who creates a character just after another client has created it plays that character, and the other client is disconnected', async () => {
    const room = await createIsland({ ...quietOptions, passwords: { 4: 'secret' } })
    const [first, second] = [room.connect(), room.connect()]
    await logIn(room, first, 4)
    await logIn(room, second, 4)
    first.send(mypcPacket('First'))
    second.send(mypcPacket('Second'))
    second.expect('NOPC')
    second.expect('GAME')
    expect(second.expect('INFO').name).toBe('First')
    expect(first.closed).toBe('logged in again')
    expect(room.view).toMatchObject({ characters: 1, players: [{ id: 4, name: 'First' }] })
  })
})

describe('a password', () => {
  it('[AS-2.6] is chosen with the character, stored as a salted hash, and required from then on', async () => {
    walk(await join(room, 5), 0)
    expect(stored(room, 5)).toMatch(/^sha256\$[\w-]{22}\$[\w-]{43}$/)
    const other = await connectAndLogIn(room, 5, 'guessed')
    expect(other.closed).toBe('wrong password')
    other.expectNothing()
    room.restart()
    const again = await connectAndLogIn(room, 5)
    again.expect('GAME')
    expect(JSON.stringify(room.harness.log)).not.toMatch(/secret|guessed/)
  })

  it.each([
    ['secret', 'secret', true],
    ['se\0cret', 'se\0cret', true],
    ['se\0cret', 'se', false],
    ['secret', 'secret ', false],
    ['Secret', 'secret', false],
    ['\xe9\xff\x01', '\xe9\xff\x01', true],
    ['', '', true],
    ['p'.repeat(32), 'p'.repeat(32), true],
    ['p'.repeat(32), 'p'.repeat(31), false],
  ])('[AS-2.1] %j matches %j: %s', async (chosen, shown, met) => {
    const [first, second] = [room.connect(), room.connect()]
    await logIn(room, first, 5, chosen)
    first.send(mypcPacket('First'))
    await logIn(room, second, 5, shown)
    expect(second.closed === undefined).toBe(met)
  })

  it('[AS-2.6] does not reserve an id before the character exists', async () => {
    for (let playerId = 0; playerId < 256; playerId += 51) {
      const player = await connectAndLogIn(room, playerId, 'taken', { address: '192.0.2.1' })
      player.expect('NOPC')
      player.hangUp()
      expect(stored(room, playerId)).toBeUndefined()
      await join(room, playerId)
    }
  })

  it('[AS-2.6] is that of the first MYPC if two clients create one character, and the other client is disconnected', async () => {
    const [one, other] = [room.connect(), room.connect()]
    one.send(entrPacket(6, 'one'))
    other.send(entrPacket(6, 'other'))
    // Hashing has used up the work that the room may do at once, so the second login runs a moment later.
    room.pass(1)
    await room.passwordsChecked()
    for (const player of [one, other]) player.expect('NOPC')
    other.send(mypcPacket('Other'))
    other.expect('GAME')
    one.send(mypcPacket('One'))
    expect(one.closed).toBe('another client was first')
    for (const [passwd, isAccepted] of [
      ['one', false],
      ['other', true],
    ] as const) {
      const player = await connectAndLogIn(room, 6, passwd)
      expect(player.closed === undefined).toBe(isAccepted)
    }
  })

  it('[AS-2.6] set by the owner during character creation is required at once', async () => {
    const player = await connectAndLogIn(room, 6, 'chosen')
    player.expect('NOPC')
    await room.patch({ passwords: { 6: 'given' } })
    player.send(mypcPacket('Ann'))
    expect(player.closed).toBe('another client was first')
    const again = await connectAndLogIn(room, 6, 'given')
    again.expect('NOPC')
    await room.patch({ passwords: { 6: null } })
    again.send(mypcPacket('Ann'))
    expect(again.closed).toBe('the password has changed')
    expect(room.view).toMatchObject({ characters: 0 })
  })

  it('[AS-2.6] set by the owner overrides the player’s password, and a login with the owner’s password stores no password of the player', async () => {
    const room = await createIsland({ ...quietOptions, passwords: { 7: 'arc-pass-007' } })
    for (const [passwd, closed] of [
      ['chosen', 'wrong password'],
      ['arc-pass-007', undefined],
    ] as const) {
      const player = await connectAndLogIn(room, 7, passwd)
      expect(player.closed).toBe(closed)
    }
    expect(stored(room, 7)).toBeUndefined()
    const other = await connectAndLogIn(room, 8, 'chosen')
    other.expect('NOPC')
  })

  it('[AS-2.7] can be tried 30 times at once from an address; after that ENTR closes the connection, even with the right password', async () => {
    await join(room, 5)
    for (let n = 0; n < 30; n++) expect(await attempt(room, 'secret')).toBeUndefined()
    for (const passwd of ['secret', 'guessed'])
      expect(await attempt(room, passwd)).toBe('too many logins from this address')
    expect(await attempt(room, 'secret', 5, '192.0.2.2')).toBeUndefined()
    expect(await attempt(room, 'secret', 5, '127.0.0.1')).toBeUndefined()
    room.pass(2_000)
    expect(await attempt(room, 'secret')).toBeUndefined()
    expect(await attempt(room, 'secret')).toBe('too many logins from this address')
  })

  it('[AS-2.11] can be wrong ten times from an address, which must then wait a minute even with the right password', async () => {
    const room = await createIsland({ ...quietOptions, passwords: { 5: 'secret', 6: 'secret' } })
    const waits = (seconds: number) =>
      `Too many wrong passwords from your address. Try again in ${seconds} s.`
    for (let n = 0; n < 10; n++) expect(await attempt(room, `guessed ${n}`)).toBe('wrong password')
    for (const passwd of ['guessed', 'secret']) expect(await attempt(room, passwd)).toBe(waits(60))
    expect(await attempt(room, 'secret', 5, '198.51.100.7')).toBeUndefined()
    expect(await attempt(room, 'secret', 6)).toBeUndefined()
    // [AS-2.7] Rejected logins do not count against the address's quota of 30.
    for (let n = 0; n < 40; n++) await attempt(room, 'guessed')
    expect(await attempt(room, 'secret', 6)).toBeUndefined()
    room.pass(1000)
    room.restart()
    expect(await attempt(room, 'secret')).toBe(waits(58))
    room.pass(58_000)
    expect(await attempt(room, 'secret')).toBeUndefined()
  })
})

it('[AS-2.11] a right password never counts as a wrong one, even if the client disconnects before the comparison', async () => {
  const room = await createIsland({ ...quietOptions, passwords: { 5: 'secret' } })
  for (let n = 0; n < 12; n++) {
    const player = room.connect({ address: '192.0.2.1' })
    player.send(entrPacket(5, 'secret'))
    player.hangUp()
    await room.passwordsChecked()
  }
  const player = await connectAndLogIn(room, 5, 'secret', { address: '192.0.2.1' })
  player.expect('NOPC')
})

describe('a player id', () => {
  it('[AS-2.8] is free again when its player leaves without a step and without items', async () => {
    const idle = await join(room, 5, 'Idle')
    expect(stored(room, 5)).toBeDefined()
    idle.send(gbyePacket())
    expect(stored(room, 5)).toBeUndefined()
    expect(room.view).toMatchObject({ characters: 0 })
    const player = await connectAndLogIn(room, 5, 'mine')
    player.expect('NOPC')
    player.send(mypcPacket('Ann'))
    player.expect('GAME')
    readJoinPackets(player)
    walk(player, 0)
    player.send(gbyePacket())
    const other = await connectAndLogIn(room, 5)
    expect(other.closed).toBe('wrong password')
  })

  it('[AS-2.9] can be freed by the owner: its client is disconnected, and its items drop to the ground', async () => {
    const [player, watcher] = [await join(room, 5), await join(room, 6)]
    walk(player, 2)
    player.send(holdPacket(wireIdOffset + 2n))
    player.send(dropPacket(3))
    player.send(holdPacket(wireIdOffset + 3n))
    room.tick()
    readAllPackets(watcher)
    await room.patch({ free: [5, 77] })
    expect(player.closed).toBe('the owner has freed this id')
    room.tick()
    const received = readAllPackets(watcher)
    expect(received.findLast(({ type }) => type === 'MOBS')).toMatchObject({ mobs: [] })
    const grnd = received.findLast((packet) => packet.type === 'GRND')
    const ids = grnd?.lists.find(({ x, y }) => x === 185 && y === 429)?.items.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([wireIdOffset + 2n, wireIdOffset + 3n]))
    expect(stored(room, 5)).toBeUndefined()
    room.restart()
    const next = await connectAndLogIn(room, 5, 'another')
    next.expect('NOPC')
    expect(serverErrors(room)).toEqual([])
  })

  it('[AS-2.10] gets a new character only every ten minutes from an address that has created 16', async () => {
    const from = { address: '192.0.2.1' }
    const createCharacter = async (playerId: number, at = from) => {
      const player = await connectAndLogIn(room, playerId, 'secret', at)
      if (player.closed === undefined) player.send(mypcPacket('Ann'))
      const { closed } = player
      player.hangUp()
      return closed
    }
    for (let id = 0; id < 16; id++) expect(await createCharacter(id)).toBeUndefined()
    expect(await createCharacter(16)).toBe('too many new characters from this address')
    expect(await createCharacter(16, { address: '192.0.2.2' })).toBeUndefined()
    expect(await createCharacter(17, { address: '127.0.0.1' })).toBeUndefined()
    room.pass(600_000)
    expect(await createCharacter(18)).toBeUndefined()
    expect(await createCharacter(19)).toBe('too many new characters from this address')
  })
})

describe('a returning player', () => {
  it('[AS-2.5] replaces an older connection, and stays when the older connection ends', async () => {
    const { room, player: older } = await createIslandWithPlayer(5)
    const newer = await join(room, 5)
    expect(older.closed).toBe('logged in again')
    readAllPackets(older)
    older.hangUp()
    walk(newer, 0)
    expect(room.view).toMatchObject({ players: [{ id: 5 }] })
    older.expectNothing()
  })

  it('[AS-2.5] is not disconnected by another login with the player’s id and a wrong password', async () => {
    const { room, player } = await createIslandWithPlayer(5)
    const other = await connectAndLogIn(room, 5, 'guessed')
    expect(other.closed).toBe('wrong password')
    walk(player, 0)
  })
})

describe('names and passwords of any bytes', () => {
  it('let the player join and never break the room', async () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
    let id = 0
    await assertProperty(
      fc.asyncProperty(bytes, bytes, async (passwd, pcName) => {
        const text = (given: Uint8Array) => String.fromCharCode(...given).replace(/\0+$/, '')
        const player = room.connect()
        await logIn(room, player, id, text(passwd))
        player.expect('NOPC')
        player.send(mypcPacket(text(pcName)))
        player.expect('GAME')
        expect(player.expect('INFO').name).toMatch(/^[\x21-\x7d]([\x20-\x7d]{0,30}[\x21-\x7d])?$/)
        player.hangUp()
        id++
      }),
      { numRuns: 40 },
    )
    expect(serverErrors(room)).toEqual([])
  })
})
