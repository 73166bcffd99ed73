import {
  abortAllDurableObjects,
  evictDurableObject,
  listDurableObjectIds,
  reset,
  runInDurableObject,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import type { DirectoryObject } from '../../../durable-objects/directory/directory-object.ts'
import { nearestAddress } from '../../../durable-objects/directory/placement/listeners.ts'
import type { Platform, Socket } from '../../../durable-objects/platform/platform.ts'
import type { RoomPage } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { ListenerRequest, RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { SqlStorage } from '../../../durable-objects/storage/records.ts'
import { closeCodes, type MessageToSidecar } from '../../../wire/link/control-messages.ts'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { announcementOf } from '../../announcement.ts'
import { directoryClock } from '../../workers/fixtures/directory-clock.ts'
import { games } from '../../workers/fixtures/echo-game.ts'
import { createRoom } from '../../workers/fixtures/requests.ts'
import { connectSidecar, type TestSidecar } from '../../workers/fixtures/test-socket.ts'

const stub = () => env.DIRECTORY.getByName('directory')
const directory = () => directoryStub(env)
const evict = () => evictDurableObject(stub())
const harbor = () => directory().getRoom('echo/harbor')

const announcement = (listen: readonly ListenerRequest[], change: Partial<RoomAnnouncement> = {}) =>
  announcementOf({ game: 'echo', listen, ...change })

const anyTcp: ListenerRequest = { transport: 'tcp', port: 0 }
const dispatch: ListenerRequest = { transport: 'dispatch', port: 80 }
const opened = (port: number) => ({ transport: 'tcp', asked: 0, port }) as const

/** The message of a sidecar that has opened listeners. */
const openedMessage = (doors: unknown, name = 'echo/harbor') =>
  JSON.stringify({ type: 'opened', name, generation: 1, doors })

/** Connects a sidecar and reads its first message. */
async function connected(...to: Parameters<typeof connectSidecar>): Promise<TestSidecar> {
  const sidecar = await connectSidecar(...to)
  await sidecar.message()
  return sidecar
}

async function addressOf(room: string, transport: 'tcp' | 'udp') {
  const listed = await directory().getRoom(`echo/${room}`)
  return listed && nearestAddress(transport, listed)
}

/** The socket of a sidecar that has reported. */
const connectedSocket = (id: string): Socket => ({
  send() {},
  close() {},
  serializeAttachment() {},
  deserializeAttachment: () => ({ id, advertise: `${id}.test`, since: 1, hasReported: true }),
  readyState: 1,
})

/** A second Directory on an object's storage, with a clock and sockets of the test. */
function directoryIn(
  storage: DurableObjectStorage,
  now: () => number,
  {
    sql = storage.sql as unknown as SqlStorage,
    sockets = [] as readonly Socket[],
    lastPing = (_socket: object): number | undefined => undefined,
    askRoom = async (_name: string) => false,
  },
): Directory {
  const platform = {
    clock: { now },
    disk: { sql, transaction: storage.transactionSync.bind(storage) },
    sockets: (tag?: string) => (tag === undefined ? sockets : []),
    lastPing,
  } as unknown as Platform
  return new Directory({ games, platform, askRoom })
}

/** Resolves when the Directory has processed all messages that were sent before this call. */
async function settled(sidecar: TestSidecar, listen: ListenerRequest): Promise<void> {
  const room = `probe-${probes++}`
  await directory().announce(announcement([listen], { room }))
  expect(await sidecar.assignment()).toMatchObject({ name: `echo/${room}` })
  await directory().removeRoom(`echo/${room}`, 1)
  expect(await sidecar.message()).toEqual({ type: 'gone', name: `echo/${room}` })
}
let probes = 0

/** Reports open listeners, and waits until the Directory lists them. */
async function reports(sidecar: TestSidecar, doors: Parameters<TestSidecar['report']>[1]): Promise<void> {
  const { port } = doors[0]!
  sidecar.report('echo/harbor', doors)
  await expect.poll(async () => (await harbor())?.addresses.map((address) => address.port)).toContain(port)
}

const bodyOf = (base64: string | undefined) => atob(base64 ?? '').split('\r\n\r\n')[1]

afterEach(async () => {
  await reset()
})

describe('[LINK-16] public lists of servers', () => {
  const listEntry = { fields: [{ name: 'players', value: '0' }], isAnnounced: true }
  const announced = {
    ...{ urls: ['http://lists.example/update'], transport: 'tcp' },
    fields: listEntry.fields,
  }

  it('a sidecar gets the list entry of a room that is announced, open and assigned to it, and each change of the entry', async () => {
    const sidecar = await connected('east')
    await directory().announce(announcement([anyTcp], { listEntry }))
    expect((await sidecar.assignment()).listEntry).toEqual(announced)
    const fields = [{ name: 'players', value: '1' }]
    await directory().announce(announcement([anyTcp], { players: 1, listEntry: { ...listEntry, fields } }))
    expect((await sidecar.assignment()).listEntry).toEqual({ ...announced, fields })
    await directory().announce(announcement([anyTcp], { status: 'closed', listEntry }))
    expect((await sidecar.assignment()).listEntry).toBeUndefined()
  })

  it('a sidecar gets no player counts of a room that is not announced in public lists', async () => {
    const sidecar = await connected('east')
    const quiet = (players: number) => ({
      players,
      listEntry: { fields: [{ name: 'players', value: String(players) }], isAnnounced: false },
    })
    await directory().announce(announcement([anyTcp], quiet(0)))
    expect((await sidecar.assignment()).listEntry).toBeUndefined()
    await directory().announce(announcement([anyTcp], quiet(1)))
    await settled(sidecar, anyTcp)
    expect((await harbor())?.listEntry?.fields).toEqual([{ name: 'players', value: '1' }])
  })

  it("each list's answer is part of the room's address until the sidecar's report no longer contains it", async () => {
    const sidecar = await connected('east')
    await directory().announce(announcement([anyTcp], { listEntry }))
    await sidecar.assignment()
    const lists = [
      { list: 'lists.example', error: 'Your hostname does not match.' },
      { list: 'other.example' },
    ]
    const listsOf = async () => (await harbor())?.addresses[0]?.lists
    await reports(sidecar, [{ ...opened(40_000), lists }])
    expect(await listsOf()).toEqual(lists)
    await evict()
    expect(await listsOf()).toEqual(lists)
    sidecar.report('echo/harbor', [opened(40_000)])
    await expect.poll(listsOf).toBeUndefined()
  })
})

describe('the names of a Directory', () => {
  it.each([
    ['', false],
    [', also after an eviction', true],
  ])('a reserved name is held for 60 s and no longer%s', async (_, evicts) => {
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(0)
    if (evicts) await evict()
    directoryClock.advance(59_999)
    expect(await directory().reserveName('echo/harbor')).toBeUndefined()
    directoryClock.advance(1)
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(0)
    directoryClock.advance(-3_600_000)
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(0)
  })

  it('each renewal of a reservation by its own generation extends it to 60 s from the renewal', async () => {
    const generation = (await directory().reserveName('echo/harbor'))!
    for (let times = 0; times < 3; times++) {
      directoryClock.advance(59_999)
      await directory().extendReservation('echo/harbor', generation)
    }
    directoryClock.advance(59_999)
    await directory().extendReservation('echo/harbor', generation - 1)
    expect(await directory().reservedGeneration('echo/harbor')).toBe(generation)
    expect(await directory().reserveName('echo/harbor')).toBeUndefined()
    directoryClock.advance(1)
    expect(await directory().reservedGeneration('echo/harbor')).toBeUndefined()
    await directory().releaseName('echo/harbor', generation)
    await directory().extendReservation('echo/harbor', generation)
    expect(await directory().reservedGeneration('echo/harbor')).toBeUndefined()
  })

  it('a released name can be reserved again', async () => {
    const generation = await directory().reserveName('echo/harbor')
    await directory().releaseName('echo/harbor', generation!)
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(0)
  })

  it('the name of a room cannot be reserved, and the release of its earlier reservation does not delete the room', async () => {
    await directory().reserveName('echo/harbor')
    await directory().announce(announcement([]))
    await directory().releaseName('echo/harbor', directoryClock.now())
    directoryClock.advance(100_000)
    expect(await directory().reserveName('echo/harbor')).toBeUndefined()
  })

  it('rooms are listed by name, also after an eviction, without deleted rooms and rooms of deleted games', async () => {
    await directory().announce(announcement([], { room: 'pier' }))
    await directory().announce(announcement([], { room: 'attic', players: 3 }))
    await directory().announce(announcement([], { room: 'cellar' }))
    await directory().announce(announcement([], { game: 'forgotten' }))
    await directory().removeRoom('echo/cellar', 1)
    await evict()
    expect((await directory().listRooms()).map(({ room, players }) => [room, players])).toEqual([
      ['attic', 3],
      ['pier', 0],
    ])
    expect(await directory().getRoom('echo/cellar')).toBeUndefined()
    expect(await directory().getRoom('forgotten/harbor')).toBeUndefined()
    expect(await directory().getRoom('echo/pier')).toEqual({
      ...announcement([], { room: 'pier' }),
      addresses: [],
    })
  })
})

describe('the connection of a sidecar', () => {
  it('[LINK-9] is polled with texts that the platform answers without waking the object', async () => {
    const east = await connected('east')
    const asked = () =>
      runInDurableObject(stub(), (_: DirectoryObject, state) =>
        state.getWebSockets('east').map((socket) => state.getWebSocketAutoResponseTimestamp(socket)),
      )
    expect(await asked()).toEqual([null])
    east.send('ping')
    expect(await east.text()).toBe('pong')
    expect(await asked()).toEqual([expect.any(Date)])
    expect((await directory().listRooms()).length).toBe(0)
  })

  it('[LINK-9] is closed 75 s after the last poll, but not if the sidecar has never polled', async () => {
    const closed: number[] = []
    const addresses = await runInDurableObject(stub(), async (_: DirectoryObject, { storage }) => {
      let now = 1_000_000
      const of = (id: string, asked: number | undefined) => ({
        ...connectedSocket(id),
        ...{ id, asked, close: (code: number) => void closed.push(code) },
      })
      const sockets = [of('east', now), of('west', now + 1), of('older', undefined)]
      const lastPing = (socket: object) => (socket as (typeof sockets)[number]).asked
      const counted = directoryIn(storage, () => now, { sockets, lastPing })
      await counted.announce(announcement(sockets.map(({ id: sidecar }) => ({ ...anyTcp, sidecar }))))
      for (const socket of sockets) counted.socketMessage(socket, openedMessage([opened(40_000)]))
      const seen = async () =>
        (await counted.getRoom('echo/harbor'))?.addresses.map(({ sidecar }) => sidecar).sort()
      const before = await seen()
      now += 75_000
      return [before, await seen()]
    })
    expect(addresses).toEqual([
      ['east', 'older', 'west'],
      ['older', 'west'],
    ])
    expect(new Set(closed)).toEqual(new Set([closeCodes.silent]))
  })
})

describe('the list of rooms', () => {
  const named = (room: string, change: Partial<RoomAnnouncement> = {}) =>
    announcement([anyTcp], { room, ...change })

  it('costs one SQL statement for any number of rooms and sidecars, and none if it was read in the last second', async () => {
    const seen = await runInDurableObject(stub(), async (_: DirectoryObject, { storage }) => {
      const statements: string[] = []
      const sql: SqlStorage = {
        exec: (query, ...bindings) => {
          statements.push(query)
          return (storage.sql as unknown as SqlStorage).exec(query, ...bindings)
        },
      }
      const sockets = ['east', 'west'].map((id) => connectedSocket(id))
      let now = 1_000
      const counted = directoryIn(storage, () => now, { sql, sockets })
      for (let i = 0; i < 30; i++) await counted.announce(named(`room-${i}`))
      for (const socket of sockets)
        for (let i = 0; i < 30; i++)
          counted.socketMessage(socket, openedMessage([opened(40_000 + i)], `echo/room-${i}`))
      const count = async (act: () => Promise<unknown> = async () => {}) => {
        await act()
        statements.length = 0
        const rooms = await counted.listRooms()
        expect(rooms.every(({ addresses }) => addresses.length === 2)).toBe(true)
        return statements.length
      }
      const counts = [await count(), await count()]
      counts.push(await count(() => counted.announce(named('room-7', { players: 3 }))))
      now += 1_000
      counts.push(await count(), await count())
      expect((await counted.listRooms()).find(({ room }) => room === 'room-7')).toMatchObject({ players: 3 })
      statements.length = 0
      await counted.announce(named('room-7', { players: 3 }))
      // An unchanged announcement costs one read and no write.
      expect(statements).toEqual([expect.stringMatching(/^SELECT announcement/)])
      counts.push(await count(() => counted.announce(named('room-7', { title: 'Other' }))))
      counts.push(await count(() => counted.removeRoom('echo/room-8', 1)))
      expect(await counted.listRooms()).toHaveLength(29)
      return counts
    })
    expect(seen).toEqual([1, 0, 0, 1, 0, 1, 1])
  })
})

describe('a name that the Directory does not know', () => {
  it('is looked up in the room for callers with a token: each name once a minute, and ten names a minute for room tokens', async () => {
    const asked: string[] = []
    const answers = await runInDurableObject(stub(), async (_: DirectoryObject, { storage }) => {
      let now = 1_000
      const directory: Directory = directoryIn(storage, () => now, {
        async askRoom(name) {
          asked.push(name)
          if (name !== 'echo/lost') return false
          // The Directory tells a deleted room that it was deleted.
          return (await directory.announce(announcement([], { room: 'lost' }))) !== 'removed'
        },
      })
      const answers = [
        await directory.hasRoom('echo/lost', 'guest'),
        await directory.hasRoom('echo/lost', 'site'),
      ]
      answers.push(await directory.hasRoom('echo/lost', 'guest'))
      for (let i = 0; i < 3; i++) answers.push(await directory.hasRoom('echo/nowhere', 'site'))
      now += 60_000
      answers.push(await directory.hasRoom('echo/nowhere', 'site'))
      now -= 600_000
      answers.push(await directory.hasRoom('echo/nowhere', 'site'))
      await directory.removeRoom('echo/lost', 1)
      answers.push(await directory.hasRoom('echo/lost', 'site'))
      for (let i = 0; i < 40; i++) await directory.hasRoom(`echo/guess-${i}`, 'host')
      return answers
    })
    expect(answers).toEqual([false, true, true, false, false, false, false, false, false])
    expect(asked.filter((name) => !name.includes('guess'))).toEqual([
      'echo/lost',
      'echo/nowhere',
      'echo/nowhere',
      'echo/nowhere',
      'echo/lost',
    ])
    expect(asked.filter((name) => name.includes('guess'))).toHaveLength(10)
  })
})

describe('the generations of rooms', () => {
  const named = (generation: number, title: string) =>
    directory().announce(announcement([], { generation, title }))

  it('increase with every later room of a name', async () => {
    const first = await directory().reserveName('echo/harbor')
    await directory().announce(announcement([], { generation: first! }))
    await directory().removeRoom('echo/harbor', first!)
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(first!)
  })

  it('prevent late announcements, deletions and releases of an older room from affecting a newer one', async () => {
    await named(2, 'Second')
    await named(1, 'First')
    await directory().removeRoom('echo/harbor', 1)
    expect(await harbor()).toMatchObject({ title: 'Second' })
    const generation = await directory().reserveName('echo/pier')
    await directory().releaseName('echo/pier', generation! - 1)
    expect(await directory().reserveName('echo/pier')).toBeUndefined()
  })

  it.each([
    ['was deleted', undefined],
    ['is listed', 'Second'],
  ])(
    'let a room that announces itself late get a new generation if a newer room of its name %s',
    async (_, listed) => {
      await named(2, 'Second')
      if (!listed) await directory().removeRoom('echo/harbor', 2)
      const answer = await named(1, 'First')
      expect((await harbor())?.title).toBe(listed)
      expect(answer).toEqual({ generation: expect.any(Number) })
      const { generation } = answer as { generation: number }
      expect(generation).toBeGreaterThan(2)
      expect(await named(generation, 'First')).toBeUndefined()
      expect(await harbor()).toMatchObject({ title: 'First' })
    },
  )

  it('of deleted rooms are not forgotten when an older room is deleted late or repeatedly', async () => {
    await directory().removeRoom('echo/harbor', 2)
    await directory().removeRoom('echo/harbor', 1)
    expect(await named(2, 'Second')).toBe('removed')
    expect(await harbor()).toBeUndefined()
  })

  it('do not suffice for announcements of one room: an older one is rejected until the newest is a minute old', async () => {
    const said = (title: string, at: number) => directory().announce(announcement([], { title }), at)
    expect([await said('First', 1000), await said('Second', 2000)]).toEqual([undefined, undefined])
    expect(await said('First', 1000)).toBe('stale')
    expect(await harbor()).toMatchObject({ title: 'Second' })
    // A room whose clock was set back can announce again after a minute.
    directoryClock.advance(60_000)
    expect(await said('Third', 500)).toBeUndefined()
    expect(await harbor()).toMatchObject({ title: 'Third' })
  })

  it('do not suffice after an eviction: announcements that were in transit for seconds are rejected as stale', async () => {
    const said = (title: string, ago: number) =>
      directory().announce(announcement([], { title }), directoryClock.now() - ago)
    expect([await said('First', 30_000), await said('Second', 20_000)]).toEqual([undefined, undefined])
    await evict()
    expect(await said('First', 30_000)).toBe('stale')
    // Unchanged announcements are not stored, so an announcement newer than the stored one may have arrived before the
    // eviction.
    expect(await said('Third', 10_000)).toBe('stale')
    expect(await harbor()).toMatchObject({ title: 'Second' })
    expect(await said('Third', 1000)).toBeUndefined()
    expect(await harbor()).toMatchObject({ title: 'Third' })
    // After a minute the Directory accepts an older announcement: none is in transit that long, so the clock was set
    // back.
    directoryClock.advance(60_000)
    expect(await said('Fourth', 90_000)).toBeUndefined()
    await evict()
    directoryClock.advance(-3_600_000)
    expect(await said('Fifth', 0)).toBeUndefined()
    directoryClock.advance(-3_600_000)
    expect(await said('Sixth', 0)).toBeUndefined()
  })

  it('let the Directory inform a deleted room that it is deleted, and leave its name free', async () => {
    await named(1, 'First')
    await directory().removeRoom('echo/harbor', 1)
    expect(await named(1, 'First')).toBe('removed')
    expect(await harbor()).toBeUndefined()
    expect(await directory().reserveName('echo/harbor')).toBeGreaterThan(1)
  })
})

describe('the limit of new rooms', () => {
  it('allows one address ten rooms at once, then one a minute, independent of other addresses', async () => {
    for (let i = 0; i < 10; i++) expect(await directory().admitRoomCreation('192.0.2.1')).toBe(0)
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(60_000)
    expect(await directory().admitRoomCreation('192.0.2.2')).toBe(0)
    directoryClock.advance(45_000)
    await evict()
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(15_000)
    directoryClock.advance(15_000)
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(0)
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(60_000)
    // After the clock was set back by a day, the next room has to wait for a minute and not for a day.
    directoryClock.advance(-86_400_000)
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(60_000)
    directoryClock.advance(60_000)
    expect(await directory().admitRoomCreation('192.0.2.1')).toBe(0)
  })

  it('never allows more than ten rooms at once, and forgets addresses that may create ten again', async () => {
    await directory().admitRoomCreation('192.0.2.1')
    directoryClock.advance(3_600_000)
    for (let i = 0; i < 10; i++) expect(await directory().admitRoomCreation('192.0.2.2')).toBe(0)
    expect(await directory().admitRoomCreation('192.0.2.2')).toBe(60_000)
    await runInDurableObject(stub(), (_: DirectoryObject, state) => {
      const rows = state.storage.sql.exec('SELECT key FROM creation_rate').toArray()
      expect(rows).toEqual([{ key: '192.0.2.2' }])
    })
  })
})

describe('assignments', () => {
  it('list for a sidecar all rooms with a listener that names this sidecar or none, with the data to open the listeners', async () => {
    await directory().announce(
      announcement([
        { transport: 'tcp', port: 1002 },
        { transport: 'udp', port: 0, sidecar: 'east' },
        { transport: 'websocket', port: 0, sidecar: 'west' },
      ]),
    )
    await directory().announce(announcement([], { room: 'unreachable' }))
    await directory().announce(
      announcement([{ transport: 'tcp', port: 0, sidecar: 'west' }], { room: 'western' }),
    )
    const east = await connectSidecar('east')
    expect(await east.message()).toEqual({
      type: 'all',
      assignments: [
        {
          name: 'echo/harbor',
          generation: 1,
          windowBytes: 65_536,
          frameBytes: 1000,
          peersPerAddress: 4,
          ticks: false,
          idleMs: 0,
          doors: [
            { transport: 'tcp', port: 1002, framing: { at: 0, length: 'u16be', plus: 2, max: 1000 } },
            { transport: 'udp', port: 0, supersede: 'AQL/' },
          ],
        },
      ],
    })
  })

  it('are pushed before `announce` returns, but not for changes of players, title, options or status', async () => {
    const east = await connectSidecar('east')
    expect(await east.message()).toEqual({ type: 'all', assignments: [] })
    await directory().announce(announcement([anyTcp]))
    expect(await east.assignment()).toMatchObject({
      name: 'echo/harbor',
      doors: [{ transport: 'tcp', port: 0 }],
    })
    await directory().announce(
      announcement([anyTcp], { players: 5, title: 'Other', options: { colour: 'red' } }),
    )
    await directory().announce(announcement([anyTcp], { status: 'closed' }))
    await settled(east, anyTcp)
    expect(east.unreadCount).toBe(0)
  })

  it('are pushed when limits or listeners change, and as `gone` when the sidecar loses its last listener or the room is deleted', async () => {
    const east = await connected('east')
    await directory().announce(announcement([anyTcp]))
    await east.message()
    const limits = {
      windowBytes: 1,
      maxFrameBytes: 2,
      maxSessionsPerAddress: 3,
      ticks: true,
      idleTimeoutMs: 0,
    }
    await directory().announce(announcement([anyTcp], { limits }))
    const sent = { windowBytes: 1, frameBytes: 2, peersPerAddress: 3, ticks: true, idleMs: 0 }
    expect(await east.assignment()).toMatchObject(sent)
    await directory().announce(announcement([{ transport: 'tcp', port: 0, sidecar: 'west' }]))
    expect(await east.message()).toEqual({ type: 'gone', name: 'echo/harbor' })
    await directory().announce(announcement([anyTcp]))
    await east.message()
    await directory().removeRoom('echo/harbor', 1)
    expect(await east.message()).toEqual({ type: 'gone', name: 'echo/harbor' })
  })

  it('are pushed to a socket that hibernated', async () => {
    const east = await connected('east')
    await evict()
    await directory().announce(announcement([anyTcp]))
    expect(await east.assignment()).toMatchObject({ name: 'echo/harbor' })
  })

  it('skip listeners that the game no longer has, and rooms of deleted games', async () => {
    await directory().announce(announcement([anyTcp], { game: 'quiet' }))
    await directory().announce(announcement([anyTcp], { game: 'forgotten' }))
    const east = await connectSidecar('east')
    expect(await east.message()).toEqual({ type: 'all', assignments: [] })
  })
})

describe('sidecars', () => {
  it('the newest socket of an id replaces the older one, which closes with 4001', async () => {
    await directory().announce(announcement([anyTcp]))
    const older = await connected('east', 'old.test')
    const newer = await connected('east', 'new.test')
    expect(await older.closed).toMatchObject({ code: closeCodes.fenced })
    await reports(newer, [opened(40_001)])
    expect((await harbor())?.addresses).toEqual([
      { transport: 'tcp', host: 'new.test', port: 40_001, sidecar: 'east' },
    ])
    await directory().announce(
      announcement([anyTcp], { limits: { ...announcement([]).limits, windowBytes: 1 } }),
    )
    expect(await newer.assignment()).toMatchObject({ windowBytes: 1 })
    expect(older.unreadCount).toBe(0)
  })

  it('the newest socket replaces the older one after an eviction, too', async () => {
    const older = await connectSidecar('east')
    await evict()
    await connectSidecar('east')
    expect(await older.closed).toMatchObject({ code: closeCodes.fenced })
  })

  it.each([
    ['no JSON', '{', 'message: must be an object'],
    ['no object', 'null', 'message: must be an object'],
    ['no type', '{"name":"echo/harbor"}', 'message.type: must be text of 1 to 20 characters'],
    ['no name', '{"type":"opened","doors":[]}', 'message.name: must be text of 0 to 200 characters'],
    [
      'no generation',
      '{"type":"opened","name":"echo/harbor","doors":[]}',
      'message.generation: must be a whole number from 0 to 9007199254740991',
    ],
    ['no list', openedMessage({}), 'message.doors: must be a list of at most 64 listeners'],
    [
      'too many listeners',
      openedMessage(new Array(65).fill(opened(1))),
      'message.doors: must be a list of at most 64 listeners',
    ],
    [
      'a port out of range',
      openedMessage([opened(1), opened(65_536)]),
      'message.doors[1].port: must be a whole number from 0 to 65535',
    ],
    [
      'no transport',
      openedMessage([{ ...opened(1), transport: 6 }]),
      'message.doors[0].transport: must be text of 1 to 20 characters',
    ],
    [
      'a long error',
      openedMessage([{ ...opened(1), error: 'x'.repeat(201) }]),
      'message.doors[0].error: must be text of 0 to 200 characters',
    ],
    ['bytes', new Uint8Array([1]), 'message: must be an object'],
  ])(
    'a sidecar that sends %s is closed with 4002, and the reason names the field',
    async (_, message, reason) => {
      const east = await connectSidecar('east')
      east.send(message)
      expect(await east.closed).toEqual({ code: closeCodes.protocol, reason })
    },
  )

  it('[LINK-15] unknown message types and transports of a newer sidecar are skipped', async () => {
    await directory().announce(announcement([anyTcp]))
    const east = await connectSidecar('east')
    east.send('{"type":"load","share":0.4}')
    await reports(east, [opened(40_000), { ...opened(1), transport: 'sctp' as 'tcp' }])
    expect((await harbor())?.addresses).toEqual([
      { transport: 'tcp', host: 'east.test', port: 40_000, sidecar: 'east' },
    ])
  })
})

describe('the addresses of rooms', () => {
  it('are only those that sidecars have reported, including errors, also after an eviction', async () => {
    await directory().announce(
      announcement([{ transport: 'tcp', port: 1002 }, anyTcp, { transport: 'udp', port: 7 }]),
    )
    const east = await connectSidecar('east')
    await reports(east, [
      { transport: 'tcp', asked: 1002, port: 1002, error: 'EACCES' },
      { transport: 'tcp', asked: 0, port: 40_000 },
    ])
    await evict()
    expect((await harbor())?.addresses).toEqual([
      { transport: 'tcp', port: 1002, sidecar: 'east', error: 'EACCES' },
      { transport: 'tcp', host: 'east.test', port: 40_000, sidecar: 'east' },
    ])
  })

  it('drop a listener that a later report omits', async () => {
    await directory().announce(announcement([anyTcp, { transport: 'udp', port: 7 }]))
    const east = await connectSidecar('east')
    await reports(east, [opened(40_000), { transport: 'udp', asked: 7, port: 7 }])
    await reports(east, [{ transport: 'tcp', asked: 0, port: 40_009 }])
    expect((await harbor())?.addresses.map(({ port }) => port)).toEqual([40_009])
  })

  it('are only those of connected sidecars, and those of a reconnected sidecar only after its next report', async () => {
    await directory().announce(announcement([anyTcp]))
    const east = await connectSidecar('east')
    await reports(east, [opened(40_000)])
    east.close()
    await expect.poll(async () => (await harbor())?.addresses).toEqual([])
    expect(await addressOf('harbor', 'tcp')).toBeUndefined()
    await connectSidecar('east')
    expect((await harbor())?.addresses).toEqual([])
  })

  it('name the longest-connected sidecar that has the transport open', async () => {
    await directory().announce(announcement([anyTcp, { transport: 'udp', port: 7, sidecar: 'west' }]))
    const east = await connectSidecar('east')
    directoryClock.advance(1000)
    const west = await connectSidecar('west')
    expect(await addressOf('harbor', 'tcp')).toBeUndefined()
    await reports(west, [opened(40_002), { transport: 'udp', asked: 7, port: 7 }])
    expect(await addressOf('harbor', 'tcp')).toEqual({ host: 'west.test', port: 40_002 })
    await reports(east, [opened(40_001)])
    await evict()
    expect(await addressOf('harbor', 'tcp')).toEqual({ host: 'east.test', port: 40_001 })
    expect(await addressOf('harbor', 'udp')).toEqual({ host: 'west.test', port: 7 })
    expect((await harbor())?.addresses.map(({ sidecar }) => sidecar)).toEqual(['east', 'west', 'west'])
    await reports(east, [{ transport: 'tcp', asked: 0, port: 0, error: 'no free port' }])
    expect(await addressOf('harbor', 'tcp')).toEqual({ host: 'west.test', port: 40_002 })
    expect(await addressOf('nowhere', 'tcp')).toBeUndefined()
  })

  it('do not change when a sidecar reports a deleted room, and the sidecar is informed', async () => {
    const east = await connected('east')
    await directory().announce(announcement([anyTcp], { room: 'removed' }))
    await east.assignment()
    await directory().removeRoom('echo/removed', 1)
    expect(await east.message()).toEqual({ type: 'gone', name: 'echo/removed' })
    const objects = (await listDurableObjectIds(env.ROOM)).length
    for (const name of ['echo/removed', 'forgotten/harbor', 'echo/Harbor', 'echo', 'echo/a/b', '']) {
      east.report(name, [opened(40_000)])
      expect(await east.message()).toEqual({ type: 'gone', name })
    }
    expect((await listDurableObjectIds(env.ROOM)).length).toBe(objects)
    east.report('echo/never', [opened(40_000)])
    expect(await east.message()).toEqual({ type: 'gone', name: 'echo/never' })
  })

  it('do not change when a sidecar reports a room that is assigned to another sidecar', async () => {
    await directory().announce(announcement([{ transport: 'tcp', port: 0, sidecar: 'west' }]))
    const east = await connected('east')
    east.report('echo/harbor', [opened(40_000)])
    expect(await east.message()).toEqual({ type: 'gone', name: 'echo/harbor' })
  })

  it('include a room that the Directory has lost and a sidecar reports, once the room confirms that it exists', async () => {
    await createRoom({ listen: JSON.stringify([anyTcp]) })
    const east = await connected('east')
    await reports(east, [opened(40_000)])
    await runInDurableObject(stub(), (_: DirectoryObject, { storage }) => {
      storage.sql.exec('DELETE FROM room')
      storage.sql.exec('DELETE FROM listener')
    })
    await evict()
    const again = await connectSidecar('east')
    expect(await again.message()).toEqual({ type: 'all', assignments: [] })
    again.report('echo/harbor', [opened(40_000)])
    expect(await again.assignment()).toMatchObject({ name: 'echo/harbor' })
    await reports(again, [opened(40_000)])
    expect((await directory().listRooms()).map(({ room }) => room)).toEqual(['harbor'])
  })
})

describe('a sidecar that reconnects', () => {
  const both = [anyTcp, { transport: 'udp', port: 7 }] as const
  const open = [opened(40_000), { transport: 'udp', asked: 7, port: 7 }] as const

  it('costs one message and no row for all rooms that are still open', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `echo/room-${i}`)
    for (const name of names) await directory().announce(announcement(both, { room: name.slice(5) }))
    const rooms = names.map((name, i) => ({ name, generation: 1, doors: [opened(40_000 + i), open[1]] }))
    const first = await connected('east')
    first.send(JSON.stringify({ type: 'all', rooms }))
    await expect
      .poll(async () => (await directory().listRooms()).map(({ addresses }) => addresses.length))
      .toEqual(names.map(() => 2))
    const written = await runInDurableObject(stub(), (_: DirectoryObject, { storage: { sql } }) => {
      const exec = vi.spyOn(sql, 'exec')
      return () => {
        const rows = exec.mock.results.map(({ value }) => (value as SqlStorageCursor<never>).rowsWritten)
        exec.mockRestore()
        return rows.reduce((sum, each) => sum + each, 0)
      }
    })
    const again = await connected('east')
    expect((await directory().listRooms()).flatMap(({ addresses }) => addresses)).toEqual([])
    again.send(JSON.stringify({ type: 'all', rooms }))
    await expect.poll(async () => (await directory().getRoom(names[39]!))?.addresses).toHaveLength(2)
    expect([written(), again.unreadCount]).toEqual([0, 0])
  })

  it('is shown without the listeners that its report omits, and their ports stay reserved for it', async () => {
    await directory().announce(announcement([anyTcp]))
    await directory().announce(announcement([anyTcp], { room: 'pier' }))
    const east = await connected('east')
    const pier = { name: 'echo/pier', generation: 1, doors: [opened(40_002)] }
    east.send(
      JSON.stringify({
        type: 'all',
        rooms: [{ name: 'echo/harbor', generation: 1, doors: [opened(40_001)] }, pier],
      }),
    )
    await expect.poll(async () => (await harbor())?.addresses).toHaveLength(1)
    const again = await connected('east')
    again.send(JSON.stringify({ type: 'all', rooms: [pier] }))
    await expect.poll(async () => (await directory().getRoom('echo/pier'))?.addresses).toHaveLength(1)
    expect((await harbor())?.addresses).toEqual([])
    const { assignments } = (await (await connectSidecar('east')).message()) as Extract<
      MessageToSidecar,
      { type: 'all' }
    >
    expect(assignments.map(({ doors }) => doors[0]!.remembered)).toEqual([40_001, 40_002])
  })

  it('is closed if its report is invalid', async () => {
    const east = await connected('east')
    east.send(
      JSON.stringify({
        type: 'all',
        rooms: [{ name: 'echo/harbor', generation: 1, doors: [opened(70_000)] }],
      }),
    )
    expect(await east.closed).toEqual({
      code: closeCodes.protocol,
      reason: 'message.rooms[0].doors[0].port: must be a whole number from 0 to 65535',
    })
  })
})

describe('a page of rooms', () => {
  const announceRooms = async (count: number) => {
    for (let i = 0; i < count; i++)
      await directory().announce(announcement([anyTcp], { room: `room-${String(i).padStart(3, '0')}` }))
  }

  it('continues after the last room of the previous page, and indicates whether more rooms follow', async () => {
    await announceRooms(25)
    const names: string[] = []
    let after: string | undefined = ''
    const sizes: number[] = []
    while (after !== undefined) {
      const page: RoomPage = await directory().listRoomPage({ after, limit: 10 })
      names.push(...page.rooms.map(({ room }) => room))
      sizes.push(page.rooms.length)
      after = page.next
    }
    expect([sizes, names]).toEqual([[10, 10, 5], (await directory().listRooms()).map(({ room }) => room)])
    expect(await directory().listRoomPage({ after: 'echo/room-0', limit: 2 })).toMatchObject({
      rooms: [{ room: 'room-000' }, { room: 'room-001' }],
      next: 'echo/room-001',
    })
    expect(await directory().listRoomPage({ after: 'echo/zzz', limit: 2 })).toEqual({ rooms: [] })
  })

  it('is evicted from the cache when other pages need the space, even if the page is empty', async () => {
    const asked = await runInDurableObject(stub(), async (object: DirectoryObject, { storage: { sql } }) => {
      for (let i = 0; i <= 10_000; i++) await object.listRoomPage({ after: `echo/z${i}`, limit: 1 })
      const exec = vi.spyOn(sql, 'exec')
      await object.listRoomPage({ after: 'echo/z10000', limit: 1 })
      const last = exec.mock.calls.length
      await object.listRoomPage({ after: 'echo/z0', limit: 1 })
      const both = exec.mock.calls.length
      exec.mockRestore()
      return [last, both]
    })
    expect(asked).toEqual([0, 1])
  })

  it('reads only the rows of its rooms, and at most once a second', async () => {
    await announceRooms(60)
    const east = await connected('east')
    const rooms = Array.from({ length: 60 }, (_, i) => ({
      name: `echo/room-${String(i).padStart(3, '0')}`,
      generation: 1,
      doors: [opened(40_000 + i)],
    }))
    east.send(JSON.stringify({ type: 'all', rooms }))
    await expect.poll(async () => (await directory().getRoom('echo/room-059'))?.addresses).toHaveLength(1)
    const read = await runInDurableObject(stub(), async (object: DirectoryObject, { storage: { sql } }) => {
      const exec = vi.spyOn(sql, 'exec')
      const counts: number[] = []
      for (let times = 0; times < 2; times++) {
        const { rooms: page } = await object.listRoomPage({ after: 'echo/room-020', limit: 20 })
        expect(page.every(({ addresses }) => addresses.length === 1)).toBe(true)
        const cursors = exec.mock.results.map(({ value }) => value as SqlStorageCursor<never>)
        counts.push(cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0))
        exec.mockClear()
      }
      exec.mockRestore()
      return counts
    })
    expect(read[1]).toBe(0)
    expect(read[0]).toBeLessThanOrEqual(3 * 20)
  })
})

describe('a report without changes', () => {
  it('writes no row', async () => {
    await directory().announce(announcement([anyTcp]))
    const east = await connected('east')
    await reports(east, [opened(40_000)])
    const written = await runInDurableObject(stub(), (object: DirectoryObject, state) => {
      const { sql } = state.storage
      const write = vi.spyOn(sql, 'exec')
      const report = openedMessage([opened(40_000)])
      object.webSocketMessage(state.getWebSockets('east')[0]!, report)
      const rows = write.mock.results.map(({ value }) => (value as { rowsWritten: number }).rowsWritten)
      write.mockRestore()
      return rows
    })
    expect(written.length).toBeGreaterThan(0)
    expect(Math.max(...written)).toBe(0)
  })
})

describe('remembered ports', () => {
  const rememberedIn = async (sidecar: TestSidecar) => {
    const { assignments } = (await sidecar.message()) as Extract<MessageToSidecar, { type: 'all' }>
    return assignments.flatMap(({ doors }) => doors.map((door) => door.remembered))
  }

  it('are assigned again to the same sidecar, after evictions and crashes, and to sidecars without remembered ports', async () => {
    await directory().announce(announcement([anyTcp, anyTcp]))
    const east = await connectSidecar('east')
    await reports(east, [opened(40_001), opened(40_002)])
    await evict()
    await abortAllDurableObjects()
    expect(await rememberedIn(await connectSidecar('east'))).toEqual([40_001, 40_002])
    const west = await connectSidecar('west')
    expect(await rememberedIn(west)).toEqual([40_001, 40_002])
    await reports(west, [opened(40_001), opened(40_007)])
    expect(await rememberedIn(await connectSidecar('west'))).toEqual([40_001, 40_007])
    expect(await rememberedIn(await connectSidecar('east'))).toEqual([40_001, 40_002])
  })

  it('are kept even if the sidecar fails to open the port later', async () => {
    await directory().announce(announcement([anyTcp]))
    await reports(await connectSidecar('east'), [opened(40_001)])
    const again = await connected('east')
    await reports(again, [{ transport: 'tcp', asked: 0, port: 0, error: 'EADDRINUSE' }])
    expect(await rememberedIn(await connectSidecar('east'))).toEqual([40_001])
  })

  it('are kept when other listeners are removed, and dropped with their own listener', async () => {
    await directory().announce(announcement([{ transport: 'udp', port: 7 }, anyTcp]))
    await reports(await connectSidecar('east'), [{ transport: 'udp', asked: 7, port: 7 }, opened(40_001)])
    await directory().announce(announcement([anyTcp]))
    expect(await rememberedIn(await connectSidecar('east'))).toEqual([40_001])
    await directory().announce(announcement([{ transport: 'udp', port: 7 }]))
    await directory().announce(announcement([anyTcp]))
    expect(await rememberedIn(await connectSidecar('east'))).not.toContain(40_001)
  })

  it('are dropped with a deleted room', async () => {
    await directory().announce(announcement([anyTcp]))
    await reports(await connectSidecar('east'), [opened(40_001)])
    await directory().removeRoom('echo/harbor', 1)
    await directory().announce(announcement([anyTcp], { generation: 2 }))
    expect(await rememberedIn(await connectSidecar('east'))).not.toContain(40_001)
  })

  it('do not include ports that were requested by number', async () => {
    await directory().announce(announcement([{ transport: 'tcp', port: 1002 }]))
    await reports(await connectSidecar('east'), [{ transport: 'tcp', asked: 1002, port: 1002 }])
    expect(await rememberedIn(await connectSidecar('east'))).toEqual([undefined])
  })

  it('are not pushed to the sidecar that has just reported them', async () => {
    const east = await connected('east')
    await directory().announce(announcement([{ transport: 'tcp', port: 1002 }, anyTcp]))
    await east.message()
    await reports(east, [{ transport: 'tcp', asked: 1002, port: 1002 }, opened(40_001)])
    await settled(east, anyTcp)
    expect(east.unreadCount).toBe(0)
  })
})

describe('a dispatch response', () => {
  it("names the sidecar's own host and port once the sidecar reports them, and is pushed on every change", async () => {
    const east = await connected('east')
    await directory().announce(announcement([{ transport: 'tcp', port: 1002 }, dispatch]))
    const answer = async () => (await east.assignment()).doors[1]?.answer
    expect(bodyOf((await answer())?.here)).toBe('harbor|Harbor|open|nowhere')
    east.report('echo/harbor', [
      { transport: 'tcp', asked: 1002, port: 1002 },
      { transport: 'dispatch', asked: 80, port: 80 },
    ])
    const { here, away } = (await answer())!
    expect(bodyOf(here)).toBe('harbor|Harbor|open|east.test 1002')
    expect(bodyOf(away)).toBe('harbor|Harbor|closed|nowhere')
    const listen = [{ transport: 'tcp', port: 1002 } as const, dispatch]
    await directory().announce(announcement(listen, { comments: ['back soon'] }))
    expect(bodyOf((await answer())?.here)).toBe('harbor|Harbor|open|east.test 1002|back soon')
    await directory().announce(announcement(listen, { status: 'closed' }))
    expect(bodyOf((await answer())?.here)).toBe('harbor|Harbor|closed|nowhere')
    await directory().announce(announcement(listen, { status: 'open', title: 'Pier' }))
    await answer()
    await directory().announce(announcement(listen, { status: 'needs-upgrade', title: 'Pier' }))
    expect(bodyOf((await answer())?.here)).toBe('harbor|Pier|closed|nowhere')
  })

  it('is one complete HTTP response under 1,000 bytes with its length', async () => {
    await directory().announce(announcement([dispatch]))
    const east = await connectSidecar('east')
    const message = await east.message()
    const answer = message.type === 'all' ? atob(message.assignments[0]?.doors[0]?.answer?.here ?? '') : ''
    expect(answer).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/)
    expect(answer).toContain(`Content-Length: ${'harbor|Harbor|open|nowhere'.length}\r\n`)
    expect(answer.length).toBeLessThan(1000)
  })

  it('does not name a port that could not be opened', async () => {
    await directory().announce(announcement([{ transport: 'tcp', port: 1002 }, dispatch]))
    const east = await connected('east')
    await reports(east, [{ transport: 'tcp', asked: 1002, port: 1002, error: 'EACCES' }])
    await directory().announce(
      announcement([{ transport: 'tcp', port: 1002 }, dispatch], { comments: ['x'] }),
    )
    expect(bodyOf((await east.assignment()).doors[1]?.answer?.here)).toBe('harbor|Harbor|open|nowhere|x')
  })
})
