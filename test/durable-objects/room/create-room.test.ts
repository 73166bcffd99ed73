import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import { createPlatform } from '../../../durable-objects/platform/object-platform.ts'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { Room, type RoomSettings } from '../../../durable-objects/room/room.ts'
import type { RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { pollOptions } from '../../timeouts.ts'
import { clearFaults, failAt } from '../../workers/fixtures/faulty-game.ts'
import { roomClock } from '../../workers/fixtures/room-clock.ts'
import { Client, SidecarEnd } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

afterEach(resetStorage)

const mapFile = (text: string) => ({ field: 'file', name: 'map.txt', body: new Blob([text]).stream() })
const listed = (name = 'tally/harbor') => directoryStub(env).getRoom(name)

describe('a room that was not created', () => {
  it('answers every call without data, and stores nothing', async () => {
    const room = new TimedRoom()
    const { calls } = room
    expect(await calls.describe()).toBeUndefined()
    expect(await calls.patch({ title: 'mine' })).toBeUndefined()
    expect(await calls.renewToken()).toBeUndefined()
    expect(await calls.checkToken('')).toBe(false)
    expect(await calls.listFiles()).toEqual([])
    expect(await calls.picture()).toBeUndefined()
    expect(await calls.readFile('totals.txt', true)).toBeUndefined()
    expect(await calls.deleteRoom()).toBe(false)
    for (const path of ['play', 'link'] as const) await expect(room.upgrade(path)).rejects.toThrow('404')
    expect(await room.runAlarm()).toBe(false)
    expect(await room.tables()).toEqual([])
    expect(await listed()).toBeUndefined()
  })
})

describe('creating a room', () => {
  it("stores the game's records, and informs the owner, the world and the Directory", async () => {
    const room = new TimedRoom()
    const createdAt = new Date(roomClock.now()).toISOString()
    const answer = await room.createRoom({
      title: 'The harbor',
      options: { peers: 3, password: 'hush' },
      listen: [{ transport: 'tcp', port: 4001 }],
      files: [mapFile('x')],
    })
    expect(answer).toEqual({
      adminToken: expect.stringMatching(/^[\w-]{43}$/),
      warnings: ['kept map.txt'],
    })
    const shown = {
      game: 'tally',
      room: 'harbor',
      title: 'The harbor',
      status: 'open',
      comments: [],
      join: 'password',
      createdAt,
      players: 0,
      options: { peers: 3, password: true },
      listen: [{ transport: 'tcp', port: 4001 }],
    }
    expect(await listed()).toMatchObject(shown)
    await room.evict()
    expect(await room.state()).toEqual({
      ...shown,
      capacity: 100,
      view: { totals: {}, soft: 0, ticks: 0, shows: 0 },
    })
    expect((await room.records()).get('game/file')).toBe('"map.txt"')
  })

  it('under an existing name changes nothing, also after an eviction', async () => {
    const room = await TimedRoom.create()
    const before = await room.records()
    expect(await room.createRoom({ title: 'Mine' })).toBeUndefined()
    await room.evict()
    expect(await room.createRoom({ title: 'Mine' })).toBeUndefined()
    expect(await room.records()).toEqual(before)
  })

  it('in three concurrent calls succeeds in one of them', async () => {
    const room = new TimedRoom('brittle/harbor')
    const answers = await Promise.all([room.createRoom(), room.createRoom(), room.createRoom()])
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  })

  it('refuses a game that does not exist, and stores nothing', async () => {
    const room = new TimedRoom()
    expect(await room.createRoom({ game: 'chess' })).toMatchObject({ refused: { field: 'game' } })
    expect(await room.tables()).toEqual([])
    expect(await room.createRoom()).toMatchObject({ warnings: [] })
  })

  it.each(['createRoom', 'records'] as const)(
    'that throws at %s leaves no records and can be tried again',
    async (place) => {
      const room = new TimedRoom('brittle/harbor')
      failAt(place)
      await expect(room.createRoom()).rejects.toThrow('on purpose')
      expect(await room.tables()).toEqual([])
      expect(await room.calls.describe()).toBeUndefined()
      expect(await listed('brittle/harbor')).toBeUndefined()
      clearFaults()
      expect(await room.createRoom()).toMatchObject({ warnings: [] })
      expect(await room.view()).toMatchObject({ soft: 1 })
    },
  )

  it('does not store fields that only a newer Worker sends', async () => {
    const room = new TimedRoom()
    await room.createRoom({ theme: 'dark' } as object)
    const [record] = await room.inside(({ storage }) =>
      storage.sql.exec("SELECT value FROM record WHERE key = 'room'").toArray(),
    )
    expect(Object.keys(JSON.parse(String(record!.value)))).not.toContain('theme')
  })

  it('leaves no room if the write fails', async () => {
    const room = new TimedRoom()
    await room.calls.describe()
    await room.inside(({ storage }) => void storage.sql.exec('CREATE TABLE record (other TEXT)'))
    await expect(room.createRoom()).rejects.toThrow('exists')
    await room.inside(({ storage }) => void storage.sql.exec('DROP TABLE record'))
    expect(await room.calls.describe()).toBeUndefined()
    expect(await room.tables()).toEqual([])
    expect(await room.createRoom()).toMatchObject({ warnings: [] })
  })

  it('keeps no uploaded files, whether the game accepts or refuses them', async () => {
    const room = new TimedRoom()
    const large = () => [mapFile('x'.repeat(2_000_000))]
    const refused = await room.createRoom({ options: { tickMs: -1 }, files: large() })
    expect(refused).toMatchObject({ refused: { field: 'options.tickMs' } })
    expect([await room.tables(), await room.alarmAt()]).toEqual([[], null])
    expect(await room.createRoom({ files: large() })).toMatchObject({ warnings: ['kept map.txt'] })
    expect(await room.keys('creation')).toEqual([])
    expect(await room.alarmAt()).toBeNull()
  })

  it('leaves the name free and deletes the uploaded parts if the instance is lost during the upload', async () => {
    const room = new TimedRoom()
    const platform = (state: DurableObjectState) => createPlatform(state, roomClock)
    const directory = quietDirectory
    const lose = () =>
      room.inside(async (state) => {
        const lost = new Room({ games: [tally], platform: platform(state), directory })
        await new Promise<void>((written) => {
          const body = async function* () {
            yield new Uint8Array(1_000_000)
            written()
            await new Promise(() => {})
          }
          void lost.createRoom({
            ...attic,
            files: [{ field: 'file', name: '', body: body() }],
            generation: 1,
          })
        })
        expect(await lost.describe()).toBeUndefined()
      })
    await lose()
    expect((await room.records()).has('creation')).toBe(true)
    await room.inside(async (state) => {
      const next = new Room({ games: [tally], platform: platform(state), directory })
      expect(await next.describe()).toBeUndefined()
      next.alarm()
      await state.storage.sync()
    })
    expect(await room.tables()).toEqual([])
    await lose()
    await room.inside(async (state) => {
      const next = new Room({ games: [tally], platform: platform(state), directory })
      expect(await next.createRoom({ ...attic, generation: 2 })).toMatchObject({ warnings: [] })
    })
    expect(await room.keys('creation')).toEqual([])
  })

  describe('in parts', () => {
    const file = () => mapFile('x'.repeat(600_000))
    const begun = { options: { parts: 3 } }

    it('runs each part in an event of its own, in any instance, and keeps the results', async () => {
      const room = new TimedRoom('brittle/harbor')
      expect(await room.createRoom({ ...begun, files: [file()] })).toEqual({
        inProgress: { progress: 1 / 3 },
      })
      expect(await room.calls.creationProgress()).toBeCloseTo(1 / 3)
      expect([await room.calls.describe(), await listed('brittle/harbor')]).toEqual([undefined, undefined])
      await room.evict()
      expect(await room.calls.continueCreation(room.generation)).toEqual({ inProgress: { progress: 2 / 3 } })
      expect(await room.calls.continueCreation(room.generation)).toMatchObject({
        adminToken: expect.any(String),
      })
      expect(await room.calls.creationProgress()).toBeUndefined()
      const records = await room.records()
      expect(['game/part/1', 'game/part/2', 'game/soft'].map((key) => records.get(key))).toEqual([
        '"120"',
        '"120"',
        '"1"',
      ])
      expect(await room.keys('creation')).toEqual([])
      expect(await room.alarmAt()).toBeNull()
      expect(await listed('brittle/harbor')).toMatchObject({ title: 'Harbor' })
      expect(await room.calls.continueCreation(room.generation)).toBeUndefined()
    })

    it('cannot be continued by another caller, and reserves its name until it ends', async () => {
      const room = new TimedRoom('brittle/harbor')
      await room.createRoom(begun)
      const { generation } = room
      for (const evicted of [false, true]) {
        if (evicted) await room.evict()
        expect(await room.calls.continueCreation(generation + 1)).toBeUndefined()
        expect(await room.createRoom({ title: 'Mine' })).toBeUndefined()
      }
      expect(await room.calls.continueCreation(generation)).toEqual({ inProgress: { progress: 2 / 3 } })
    })

    it.each(['createRoom', 'records'] as const)(
      'that fails at %s leaves nothing of any part',
      async (place) => {
        const room = new TimedRoom('brittle/harbor')
        await room.createRoom({ ...begun, files: [file()] })
        failAt(place)
        await expect((async () => await room.calls.continueCreation(room.generation))()).rejects.toThrow(
          'on purpose',
        )
        clearFaults()
        expect([await room.tables(), await room.alarmAt()]).toEqual([[], null])
        expect(await room.createRoom()).toMatchObject({ warnings: [] })
      },
    )

    it('is deleted if it is not continued, and frees its name', async () => {
      const room = new TimedRoom('brittle/harbor')
      await room.createRoom(begun)
      await room.pass(14 * 60_000)
      expect(await room.calls.continueCreation(room.generation)).toEqual({ inProgress: { progress: 2 / 3 } })
      await room.pass(60_000)
      expect(await room.runAlarm()).toBe(true)
      expect(await room.calls.creationProgress()).toBeCloseTo(2 / 3)
      await room.pass(14 * 60_000)
      expect(await room.runAlarm()).toBe(true)
      await expect.poll(() => room.tables(), pollOptions).toEqual([])
      expect(await room.calls.continueCreation(room.generation)).toBeUndefined()
      expect(await room.createRoom()).toMatchObject({ warnings: [] })
    })
  })

  it('returns the token even if the Directory is unreachable, and informs the Directory later', async () => {
    const room = new TimedRoom()
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(Directory.prototype, 'announce').mockRejectedValueOnce(new Error('the Directory is away'))
    const answer = await room.createRoom()
    expect(answer).toMatchObject({ adminToken: expect.any(String) })
    expect(logged).toHaveBeenCalledOnce()
    expect(await listed()).toBeUndefined()
    await room.pass(1000)
    await expect.poll(() => listed()).toMatchObject({ title: 'Harbor' })
    vi.restoreAllMocks()
  })
})

describe('managing a room', () => {
  it('a patch changes the named fields, is durable, and is announced at once', async () => {
    const room = await TimedRoom.create({ password: 'one' })
    const listen = [{ transport: 'udp', port: 0, sidecar: 'east' }] as const
    const change = { title: 'New', status: 'closed', comments: ['a', 'b'], listen } as const
    const answer = await room.calls.patch({ ...change, options: { peers: 2 }, password: 'two' })
    const shown = { ...change, options: { peers: 2, password: true } }
    expect(answer).toMatchObject(shown)
    expect(await listed()).toMatchObject(shown)
    expect(JSON.stringify([answer, await listed()])).not.toMatch(/two|one/)
    await room.evict()
    expect(await room.state()).toMatchObject(shown)
    expect(await room.meta()).toMatchObject({ options: { peers: 2, password: 'two' } })
    expect(await room.calls.patch({ password: null })).toMatchObject({
      options: { peers: 2, password: false },
    })
    expect(await room.calls.patch({ status: 'open' })).toMatchObject({
      ...shown,
      status: 'open',
      options: { password: false },
    })
  })

  it('a refused option rejects the whole patch', async () => {
    const room = await TimedRoom.create()
    const before = await room.records()
    const answer = await room.calls.patch({ title: 'New', options: { tickMs: -1 } })
    expect(answer).toEqual({
      refused: { field: 'options.tickMs', detail: 'tickMs must be a whole number from 0 to 1000000000' },
    })
    expect((await room.state()).title).toBe('Harbor')
    expect(await room.records()).toEqual(before)
  })

  it('the game prepares only the changed options of a patch, and the room stores the result', async () => {
    const room = await TimedRoom.create({ peers: 3, password: 'as it was' }, 'brittle')
    expect((await room.meta()).options).toEqual({ peers: 3, password: 'as it was' })
    expect(await room.calls.patch({ title: 'New', password: 'hush' })).toMatchObject({
      title: 'New',
      options: { peers: 3, password: true },
    })
    expect((await room.meta()).options).toEqual({ peers: 3, password: 4 })
    expect(JSON.stringify([...(await room.records())])).not.toContain('hush')
    await room.calls.patch({ title: 'Newer' })
    expect((await room.meta()).options).toEqual({ peers: 3, password: 4 })
  })

  it('a patch changes nothing if the game refuses the options or throws', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const before = await room.records()
    expect(await room.calls.patch({ title: 'New', password: 'weak' })).toEqual({
      refused: { field: 'options.password', detail: 'too weak' },
    })
    failAt('prepareOptions')
    const failing = async () => await room.calls.patch({ title: 'New', password: 'hush' })
    await expect(failing()).rejects.toThrow('on purpose')
    expect(await room.records()).toEqual(before)
  })

  it('a patch whose options take time to prepare keeps the changes that other patches make in that time', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const slow = room.calls.patch({ comments: ['slow'], options: { after: 1000, password: 'hush' } })
    await room.calls.patch({ title: 'New', options: { peers: 2 } })
    await room.pass(999)
    expect(await room.state()).toMatchObject({ title: 'New', comments: [] })
    await room.pass(1)
    const both = { title: 'New', comments: ['slow'], options: { peers: 2, password: true } }
    expect(await slow).toMatchObject(both)
    await room.evict()
    expect(await room.state()).toMatchObject(both)
  })

  it('a patch that still awaits the game does not change a later room of the same name', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const slow = room.calls.patch({ title: 'Old', options: { after: 1000, password: 'hush' } })
    const slower = room.calls.patch({ title: 'Older', options: { after: 2000 } })
    await room.view()
    await room.calls.deleteRoom()
    await room.pass(1000)
    expect(await slow).toBeUndefined()
    expect(await room.tables()).toEqual([])
    await room.createRoom({ title: 'Second' })
    await room.pass(1000)
    expect(await slower).toBeUndefined()
    expect(await room.state()).toMatchObject({ title: 'Second', options: {} })
  })

  it('only the digest of the token is stored, and a renewed token revokes the old one', async () => {
    const room = await TimedRoom.create()
    const { calls, adminToken } = room
    expect(JSON.stringify([...(await room.records())])).not.toContain(adminToken)
    expect(await calls.checkToken(adminToken)).toBe(true)
    for (const wrong of ['', 'x', adminToken.slice(1), `${adminToken} `])
      expect(await calls.checkToken(wrong)).toBe(false)
    const renewed = await calls.renewToken()
    expect(renewed).toMatch(/^[\w-]{43}$/)
    await room.evict()
    expect([await calls.checkToken(adminToken), await calls.checkToken(renewed!)]).toEqual([false, true])
  })

  it('the room serves its files, and secret ones only to authorized callers', async () => {
    const { calls } = await TimedRoom.create()
    expect(await calls.listFiles()).toEqual([
      { name: 'totals.txt', secret: false },
      { name: 'secret.txt', secret: true },
    ])
    const totals = { type: 'text/plain', body: '{}', immutable: false, secret: false }
    expect(await calls.readFile('totals.txt', false)).toEqual(totals)
    expect(await calls.readFile('secret.txt', false)).toBe('secret')
    expect(await calls.readFile('secret.txt', true)).toMatchObject({ body: 'hush' })
    expect(await calls.readFile('other', true)).toBeUndefined()
  })
})

const attic = { game: 'tally', room: 'attic', title: '', options: {}, listen: [], files: [] }
const quietDirectory = { announce: async () => undefined, removeRoom: async () => undefined }

/** Creates the room `attic` with these parts in its object, and calls `act` there. Returns the object. */
async function inAttic(
  {
    directory = quietDirectory,
    platform = (plain: Platform) => plain,
  }: { directory?: RoomSettings['directory']; platform?: (plain: Platform) => Platform },
  act: (room: Room, state: DurableObjectState) => Promise<void>,
): Promise<TimedRoom> {
  const object = new TimedRoom('tally/attic')
  await object.inside(async (state) => {
    const room = new Room({ games: [tally], platform: platform(createPlatform(state, roomClock)), directory })
    await room.createRoom({ ...attic, generation: 1 })
    await act(room, state)
  })
  return object
}

describe('an announcement', () => {
  it('is repeated until the Directory no longer answers that it has a newer announcement', async () => {
    const announce = vi.fn(async (_room: RoomAnnouncement, at?: number) =>
      at === started ? 'stale' : undefined,
    )
    const started = roomClock.now()
    const platform = (plain: Platform) => ({ ...plain, log() {} })
    await inAttic({ directory: { ...quietDirectory, announce }, platform }, async () => {
      roomClock.pass(1000)
      await vi.waitUntil(() => announce.mock.calls.length === 2, pollOptions)
      roomClock.pass(60_000)
    })
    expect(announce.mock.calls.map(([, at]) => at! - started)).toEqual([0, 1000])
  })
})

describe('deleting a room', () => {
  it('sends the last message to the Directory, because a room that is being deleted does not announce itself', async () => {
    const heard: string[] = []
    const directory = {
      announce: async ({ room }: RoomAnnouncement) => void heard.push(`announce ${room}`),
      removeRoom: async (name: string) => {
        heard.push(`remove ${name}`)
        roomClock.pass(60_000) // in this time another announcement becomes due
      },
    }
    await inAttic({ directory }, async (room) => {
      expect(await room.deleteRoom()).toBe(true)
      roomClock.pass(60_000)
    })
    expect(heard).toEqual(['announce attic', 'remove tally/attic'])
  })

  it('twice while the Directory is slow deletes it once, and does not affect a room that is created afterwards', async () => {
    const untold: (() => void)[] = []
    const directory = {
      announce: async () => undefined,
      removeRoom: () => new Promise<void>((resolve) => untold.push(resolve)),
    }
    await inAttic({ directory }, async (room) => {
      const removals = [room.deleteRoom(), room.deleteRoom()]
      expect(await room.createRoom({ ...attic, generation: 2 })).toBeUndefined()
      for (const resolve of untold) resolve()
      expect(await Promise.all(removals)).toEqual([true, true])
      expect(await room.createRoom({ ...attic, generation: 2, title: 'Second' })).toMatchObject({
        warnings: [],
      })
      for (const resolve of untold) resolve()
      expect(await room.describe()).toMatchObject({ title: 'Second' })
    })
    expect(untold).toHaveLength(1)
  })

  it('is finished by the next instance if the first one is lost', async () => {
    const room = await TimedRoom.create()
    // The instance is lost after it has removed the room from the Directory.
    await directoryStub(env).removeRoom('tally/harbor', room.generation)
    await room.evict()
    await room.state()
    await room.pass(1000)
    await expect.poll(() => room.calls.describe()).toBeUndefined()
    expect(await room.createRoom()).toMatchObject({ warnings: [] })
  })

  it('continues in the next instance if the instance is lost, and the room does not announce itself any more', async () => {
    const heard: string[] = []
    const answers = [new Promise<void>(() => {}), Promise.resolve()]
    const directory = {
      announce: async () => void heard.push('announce'),
      removeRoom: (name: string) => {
        heard.push(`remove ${name}`)
        return answers.shift()!
      },
    }
    const bare = await inAttic({ directory }, async (room, { storage }) => {
      void room.deleteRoom()
      await storage.sync()
    })
    // Only the alarm can wake the room: the Directory has already removed it.
    expect(await bare.alarmAt()).toBe(roomClock.now() + 60_000)
    await bare.inside(async (state) => {
      const next = new Room({ games: [tally], platform: createPlatform(state, roomClock), directory })
      next.alarm()
      await vi.waitUntil(async () => (await next.describe()) === undefined, pollOptions)
    })
    expect(heard).toEqual(['announce', 'remove tally/attic', 'remove tally/attic'])
    expect([await bare.tables(), await bare.alarmAt()]).toEqual([[], null])
  })

  it('is retried with growing delays while the Directory is unreachable', async () => {
    const remove = vi.fn(async () => undefined)
    for (let i = 0; i < 3; i++) remove.mockRejectedValueOnce(new Error('the Directory is away'))
    const announce = vi.fn(async () => undefined)
    const platform = (plain: Platform) => ({ ...plain, log() {} })
    await inAttic({ directory: { announce, removeRoom: remove }, platform }, async (room) => {
      await expect(room.deleteRoom()).rejects.toThrow('away')
      for (const ms of [1000, 1000, 2000]) {
        expect(await room.describe()).toMatchObject({ room: 'attic' })
        roomClock.pass(ms)
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
      await vi.waitUntil(async () => (await room.describe()) === undefined, pollOptions)
    })
    expect([announce.mock.calls.length, remove.mock.calls.length]).toEqual([1, 4])
  })

  it('needs no disk space', async () => {
    const logged: string[] = []
    let isFull = false
    const platform = ({ disk, ...plain }: Platform): Platform => {
      const transaction = <T>(body: () => T): T => {
        if (isFull) throw new Error('the disk is full')
        return disk.transaction(body)
      }
      return { ...plain, disk: { ...disk, transaction }, log: (_, line) => void logged.push(line) }
    }
    const bare = await inAttic({ platform }, async (room) => {
      isFull = true
      expect(await room.deleteRoom()).toBe(true)
      expect(await room.describe()).toBeUndefined()
    })
    expect(logged).toEqual([expect.stringContaining('the disk is full')])
    expect(await bare.tables()).toEqual([])
  })

  it('changes nothing while the Directory is unreachable, and can be requested again', async () => {
    const directory = {
      announce: async () => undefined,
      removeRoom: vi.fn(async () => undefined).mockRejectedValueOnce(new Error('the Directory is away')),
    }
    await inAttic({ directory }, async (room) => {
      await expect(room.deleteRoom()).rejects.toThrow('away')
      expect(await room.describe()).toMatchObject({ room: 'attic' })
      expect(await room.deleteRoom()).toBe(true)
      expect(await room.describe()).toBeUndefined()
    })
  })

  it('closes every socket with 4004, deletes and unlists everything, and frees the name', async () => {
    const room = await TimedRoom.create({ tickMs: 100 })
    const [ann, link] = [await Client.of(room), await SidecarEnd.of(room)]
    await ann.next()
    await link.openSession(1)
    await link.ask(1, 1, '+')
    await ann.ask('d1000')
    expect(await room.calls.deleteRoom()).toBe(true)
    expect(await ann.closed).toMatchObject({ code: closeCodes.gone })
    expect(await link.closed).toMatchObject({ code: closeCodes.gone })
    expect([await room.tables(), await room.alarmAt(), await listed()]).toEqual([[], null, undefined])
    expect(await room.calls.describe()).toBeUndefined()
    await room.pass(120_000)
    expect([await room.tables(), await room.alarmAt(), await listed()]).toEqual([[], null, undefined])
    expect(await room.calls.deleteRoom()).toBe(false)
  })

  it.each([false, true])(
    'frees the name, and a new room of that name has no data of the deleted one (evicted: %s)',
    async (evicted) => {
      const room = await TimedRoom.create()
      const ann = await Client.of(room)
      await ann.next()
      ann.send('iann')
      await ann.next()
      await ann.ask('+5')
      const { adminToken } = room
      await room.calls.deleteRoom()
      if (evicted) await room.evict()
      const again = await room.createRoom({ title: 'Second' })
      expect(again).toMatchObject({ adminToken: expect.any(String) })
      expect(await room.calls.checkToken(adminToken)).toBe(false)
      expect(await room.state()).toMatchObject({ title: 'Second', players: 0, view: { totals: {} } })
      const bob = await Client.of(room)
      expect(await bob.next()).toBe('W')
      expect(await listed()).toMatchObject({ title: 'Second' })
    },
  )

  it('during a creation or another deletion ends in one room or none', async () => {
    const room = await TimedRoom.create()
    const answers = await Promise.all([
      room.calls.deleteRoom(),
      room.createRoom({ title: 'Second' }),
      room.calls.deleteRoom(),
    ])
    expect(answers[0]).toBe(true)
    expect(answers[1]).toBeUndefined()
    expect(await room.tables()).toEqual([])
    expect(await listed()).toBeUndefined()
  })
})
