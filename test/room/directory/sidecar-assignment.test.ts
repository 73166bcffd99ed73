// Sidecars that connect and disconnect: the real Directory over SQLite, with a simulated clock, alarm and sockets.
import { beforeEach, describe, expect, it } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Platform, Socket } from '../../../durable-objects/platform/platform.ts'
import type { RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import type { Assignment, MessageToSidecar } from '../../../wire/link/control-messages.ts'
import { announcementOf } from '../../announcement.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { SqliteDisk } from '../../simulator/platform/sqlite-disk.ts'

const second = 1000
const [transport] = tally.listeners.map((listen) => listen.transport)

/**
 * A sidecar that opens its assigned listeners at the requested ports. For a listener without a requested port it uses
 * the next port of its own range.
 */
class TestSidecar implements Socket {
  readonly site: Site
  readonly id: string
  readyState = 1
  lastPingAt: number | undefined
  /** While it is set, the sidecar's pings stop, but its socket does not close. */
  isUnreachable = false
  readonly messages: MessageToSidecar[] = []
  #attached: unknown
  #next: number

  constructor(site: Site, id: string, first: number) {
    this.site = site
    this.id = id
    this.#next = first
  }

  send(message: string): void {
    this.messages.push(JSON.parse(message))
  }

  close(): void {
    this.readyState = 2
  }

  serializeAttachment(attached: unknown): void {
    this.#attached = attached
  }

  deserializeAttachment(): unknown {
    return this.#attached
  }

  /** The machine of the sidecar is lost, and the platform closes the sidecar's socket. */
  cut(): void {
    this.readyState = 3
    this.site.sockets.delete(this)
    this.site.directory.socketClosed(this)
  }

  get news(): MessageToSidecar[] {
    return this.messages.splice(0)
  }

  received(): string[] {
    return this.news.map((one) => {
      if (one.type === 'all') return `all ${one.assignments.map(({ name }) => short(name)).join(' ')}`.trim()
      return `${one.type} ${short(one.type === 'room' ? one.assignment.name : one.name)}`
    })
  }

  opens(): void {
    const rooms = this.news.flatMap((one): readonly Assignment[] => {
      if (one.type === 'all') return one.assignments
      return one.type === 'room' ? [one.assignment] : []
    })
    for (const { name, doors, generation } of rooms)
      this.says(name, { generation, ports: doors.map(({ remembered = this.#next++ }) => remembered) })
  }

  says(name: string, { generation, ports }: { generation: number; ports: number[] }): void {
    const doors = ports.map((port) => ({ transport, asked: 0, port }))
    this.site.directory.socketMessage(this, JSON.stringify({ type: 'opened', name, generation, doors }))
  }
}

const short = (name: string) => name.slice('tally/'.length)

class Site {
  readonly sockets = new Set<TestSidecar>()
  directory!: Directory
  now = 1_000_000
  alarmAt: number | undefined
  /** Whether a room that the Directory does not list confirms its existence. */
  find = async () => false
  #firstPort = 40_000
  readonly disk = new SqliteDisk()

  constructor() {
    this.begin()
  }

  begin(): void {
    const platform = {
      clock: { now: () => this.now, soon: queueMicrotask, after: () => ({ cancel() {} }) },
      disk: {
        sql: this.disk,
        transaction: <T>(body: () => T) => this.disk.transaction(body),
        setAlarm: (at: number) => {
          this.alarmAt = at
        },
      },
      accept: (socket: Socket) => void this.sockets.add(socket as TestSidecar),
      sockets: (id?: string) =>
        [...this.sockets].filter((one) => id === undefined || one.id === id) as Socket[],
      lastPing: (socket: Socket) => (socket as TestSidecar).lastPingAt,
      log() {},
    } as unknown as Platform
    this.directory = new Directory({ games: [tally as Game], platform, askRoom: () => this.find() })
  }

  connect(id: string, said: object = {}): TestSidecar {
    this.#firstPort += 1000
    const connected = new TestSidecar(this, id, this.#firstPort)
    this.directory.acceptSidecar(connected, { id, advertise: `${id}.test`, ...said })
    return connected
  }

  async createRoom(room: string, change: Partial<RoomAnnouncement> = {}): Promise<void> {
    await this.directory.announce(announcement(room, change))
  }

  pass(ms: number): void {
    const end = this.now + ms
    for (let alarms = 0; this.alarmAt !== undefined && this.alarmAt <= end; alarms++) {
      expect(alarms, 'alarms').toBeLessThan(100)
      this.now = Math.max(this.now, this.alarmAt)
      this.alarmAt = undefined
      for (const one of this.sockets)
        if (one.lastPingAt !== undefined && !one.isUnreachable) one.lastPingAt = this.now
      this.directory.alarm()
    }
    this.now = end
  }

  /** Makes the `nth` write of `act` fail, counted from 0. Returns whether `act` failed. */
  async failWrite(nth: number, act: () => unknown): Promise<boolean> {
    const { disk } = this
    let left = nth
    disk.exec = (query, ...bindings) => {
      if (!query.startsWith('SELECT') && left-- === 0)
        throw new Error('database or disk is full: SQLITE_FULL')
      return SqliteDisk.prototype.exec.call(disk, query, ...bindings) as never
    }
    const attempt = async () => act()
    const hasFailed = await attempt().then(
      () => false,
      () => true,
    )
    Reflect.deleteProperty(disk, 'exec')
    return hasFailed
  }

  async failAndRepeat(nth: number, act: () => unknown): Promise<void> {
    await this.failWrite(nth, act)
    await act()
  }

  async anew(room: string): Promise<void> {
    await this.directory.removeRoom(`tally/${room}`, 1)
    await this.createRoom(room, { generation: 2 })
  }

  async addresses(room: string): Promise<string[]> {
    const listed = await this.directory.getRoom(`tally/${room}`)
    return (listed?.addresses ?? []).map(({ sidecar, port }) => `${sidecar} ${port}`).sort()
  }

  async servingSidecars(room: string): Promise<string[]> {
    return (await this.addresses(room)).map((address) => address.split(' ')[0]!)
  }
}

const announcement = (room: string, change: Partial<RoomAnnouncement>) =>
  announcementOf({ room, listen: [{ transport: transport!, port: 0 }], ...change })

let site: Site
beforeEach(() => {
  site = new Site()
})

/** Three sidecars, of which `lost` and `other` serve the room `harbor`. */
async function threeSidecars({ pings = false } = {}) {
  const sidecars = ['east', 'west', 'north'].map((id) => site.connect(id))
  if (pings) for (const one of sidecars) one.lastPingAt = site.now
  await site.createRoom('harbor')
  for (const one of sidecars) one.opens()
  const [lost, other] = await site.servingSidecars('harbor')
  const find = (id: string | undefined) => sidecars.find((one) => one.id === id)!
  const third = sidecars.find(({ id }) => id !== lost && id !== other)!
  return { sidecars, lost: find(lost), other: find(other), third }
}

describe('the assignment of a room', () => {
  it('[LINK-12] two of three sidecars get a room, also if the room was created before a sidecar connected', async () => {
    await site.createRoom('early')
    const sidecars = ['east', 'west', 'north'].map((id) => site.connect(id))
    expect(sidecars.map((one) => one.received())).toEqual([['all early'], ['all early'], ['all']])
    await site.createRoom('late')
    expect(sidecars.map((one) => one.received()).sort()).toEqual([[], ['room late'], ['room late']])
  })

  it('[LINK-12] a sidecar that names a room gets it, and the sidecar it replaces keeps its current clients', async () => {
    const [east, west] = ['east', 'west'].map((id) => site.connect(id))
    await site.createRoom('harbor')
    await site.createRoom('pier')
    for (const one of [east!, west!]) one.opens()
    const own = site.connect('own', { rooms: ['tally/harbor'] })
    expect([own.received(), east!.received(), west!.received()]).toEqual([
      ['all harbor'],
      [],
      ['leave harbor'],
    ])
    own.cut()
    expect(await site.servingSidecars('pier')).toEqual(['east', 'west'])
  })

  it('a room without listeners is assigned to no sidecar, and a listener for one sidecar only to that sidecar', async () => {
    const [east, west] = ['east', 'west'].map((id) => site.connect(id))
    await site.createRoom('closed', { listen: [] })
    await site.createRoom('own', { listen: [{ transport: transport!, port: 0, sidecar: 'west' }] })
    expect([east!.received(), west!.received()]).toEqual([['all'], ['all', 'room own']])
  })
})

describe.each([0, 1, 2, 3, 4, 5, 6, 7])('if write %i fails', (nth) => {
  it('a repetition of the announcement assigns the room', async () => {
    const east = site.connect('east')
    await site.failAndRepeat(nth, () => site.createRoom('harbor'))
    expect(east.received().at(-1)).toBe('room harbor')
    expect(await site.directory.hasRoom('tally/harbor', 'guest')).toBe(true)
  })

  it('a repetition of the removal notifies the sidecars', async () => {
    const east = site.connect('east')
    await site.createRoom('harbor')
    await site.failAndRepeat(nth, () => site.directory.removeRoom('tally/harbor', 1))
    expect(east.received().at(-1)).toBe('gone harbor')
    expect(await site.directory.announce(announcement('harbor', {}))).toBe('removed')
  })

  it('the Directory has no statistics of a room that is not stored', async () => {
    site.connect('east')
    const listed = async () => (await site.directory.siteStats()).rooms.length
    expect(await listed()).toBe(0)
    const hasFailed = await site.failWrite(nth, () => site.createRoom('harbor'))
    site.now += 60 * second
    expect(await listed()).toBe(hasFailed ? 0 : 1)
  })

  it('a repetition of the alarm replaces the disconnected sidecar', async () => {
    const { lost, third } = await threeSidecars()
    lost.cut()
    site.now += 20 * second
    await site.failAndRepeat(nth, () => site.directory.alarm())
    expect(third.received()).toEqual(['room harbor'])
  })
})

describe.each([0, 1, 2, 3, 4, 5])('if write %i fails', (nth) => {
  it('while a sidecar connects, the Directory closes its socket', async () => {
    await site.createRoom('harbor')
    const hasFailed = await site.failWrite(nth, () => site.connect('east'))
    expect([...site.sockets].map(({ readyState }) => readyState)).toEqual([hasFailed ? 2 : 1])
  })

  it('[LINK-15] while a sidecar reports, the Directory closes its socket, so that it reports again', async () => {
    const east = site.connect('east')
    await site.createRoom('harbor')
    const hasFailed = await site.failWrite(nth, () => east.opens())
    expect(east.readyState).toBe(hasFailed ? 2 : 1)
  })

  it('[LINK-13] while a sidecar disconnects, the sidecar is still replaced within 100 s', async () => {
    const { sidecars, lost, other } = await threeSidecars({ pings: true })
    await site.failWrite(nth, () => lost.cut())
    site.pass(100 * second)
    for (const one of sidecars) one.opens()
    expect(await site.servingSidecars('harbor')).not.toContain(lost.id)
    expect(await site.servingSidecars('harbor')).toContain(other.id)
    expect(await site.servingSidecars('harbor')).toHaveLength(2)
  })
})

it('the Directory answers on a full disk even if a sidecar was lost together with the previous instance', async () => {
  site.connect('east')
  await site.createRoom('harbor')
  site.sockets.clear()
  const { disk } = site
  disk.exec = (query, ...bindings) => {
    if (/INSERT|UPDATE|DELETE/.test(query)) throw new Error('database or disk is full: SQLITE_FULL')
    return SqliteDisk.prototype.exec.call(disk, query, ...bindings) as never
  }
  site.begin()
  expect(await site.directory.hasRoom('tally/harbor', 'guest')).toBe(true)
})

describe('a sidecar that disconnects', () => {
  it('[LINK-13] is replaced 20 s later, although the clock was set back by a day', async () => {
    const { sidecars, lost, other } = await threeSidecars({ pings: true })
    lost.cut()
    site.now -= 24 * 3600 * second
    // The other sidecars count as silent, and connect again.
    site.directory.alarm()
    for (const one of sidecars.filter((sidecar) => sidecar !== lost)) {
      site.sockets.delete(one)
      site.connect(one.id).lastPingAt = site.now
    }
    site.pass(20 * second)
    for (const one of site.sockets) one.opens()
    expect(await site.servingSidecars('harbor')).toHaveLength(2)
    expect(await site.servingSidecars('harbor')).toContain(other.id)
  })

  it('is forgotten after 256 others have connected, because each start may have a new id', () => {
    for (let i = 0; i < 300; i++) {
      site.connect(`start-${String(i).padStart(3, '0')}`).cut()
      site.pass(21_000)
    }
    site.connect('last')
    const known = [...site.disk.exec<{ id: string }>('SELECT id FROM sidecar ORDER BY id')].map(
      ({ id }) => id,
    )
    expect(known).toHaveLength(257)
    expect(known.slice(0, 2)).toEqual(['last', 'start-044'])
  })

  it('[LINK-13] keeps its rooms for 20 s; then others replace it until it has been back for 60 s', async () => {
    const { lost, other, third } = await threeSidecars()
    const address = (await site.addresses('harbor'))[0]
    lost.cut()
    site.pass(19 * second)
    expect(third.received()).toEqual([])
    site.pass(1 * second)
    third.opens()
    expect(await site.servingSidecars('harbor')).toEqual([other.id, third.id].sort())
    const back = site.connect(lost.id)
    expect(back.messages).toMatchObject([{ type: 'all', assignments: [{ name: 'tally/harbor' }] }])
    back.opens()
    expect(await site.addresses('harbor')).toContain(address)
    site.pass(59 * second)
    expect(third.received()).toEqual([])
    site.pass(1 * second)
    expect(third.received()).toEqual(['leave harbor'])
    expect(await site.servingSidecars('harbor')).toEqual([lost.id, other.id].sort())
  })

  it('[LINK-13] does not change the assignment of rooms if it disconnects and reconnects repeatedly', async () => {
    const { sidecars, lost } = await threeSidecars()
    lost.cut()
    site.pass(30 * second)
    for (const one of sidecars) one.opens()
    for (let i = 0; i < 5; i++) {
      const flapping = site.connect(lost.id)
      site.pass(30 * second)
      flapping.cut()
      site.pass(30 * second)
    }
    expect(sidecars.flatMap((one) => one.received())).toEqual([])
  })

  it('[LINK-13] is also replaced for the rooms that it got after it reconnected, if it soon disconnects again', async () => {
    const [east, west] = ['east', 'west'].map((id) => site.connect(id))
    east!.cut()
    site.pass(30 * second)
    const back = site.connect('east')
    await site.createRoom('harbor')
    for (const one of [west!, back]) one.opens()
    const third = site.connect('north')
    expect(third.received()).toEqual(['all'])
    back.cut()
    site.pass(19 * second)
    expect(third.received()).toEqual([])
    site.pass(1 * second)
    expect(third.received()).toEqual(['room harbor'])
    expect(site.connect('east').received()).toEqual(['all harbor'])
  })

  it('[LINK-13] a silent sidecar is replaced within 90 s', async () => {
    const { lost, other, third } = await threeSidecars({ pings: true })
    lost.isUnreachable = true
    site.pass(90 * second)
    third.opens()
    expect(await site.servingSidecars('harbor')).toEqual([other.id, third.id].sort())
  })

  it('[LINK-13] a silent sidecar is disconnected, and causes no more alarms if the site has no rooms', async () => {
    const [east, west] = ['east', 'west'].map((id) => site.connect(id))
    for (const one of [east!, west!]) one.lastPingAt = site.now
    east!.isUnreachable = true
    site.pass(90 * second)
    expect([east!.readyState, west!.readyState]).toEqual([2, 1])
  })

  it('[LINK-13] a sidecar that was connected to a lost instance keeps its rooms for 20 s, too', async () => {
    const { other, third } = await threeSidecars()
    site.sockets.clear()
    site.begin()
    const again = [other, third].map(({ id }) => site.connect(id))
    expect(again.map((one) => one.received())).toEqual([['all harbor'], ['all']])
    site.pass(20 * second)
    expect(again.map((one) => one.received())).toEqual([[], ['room harbor']])
  })

  it('[LINK-13] after a week its assignments are removed, and it counts as new when it connects', async () => {
    const { lost } = await threeSidecars()
    lost.cut()
    site.pass(8 * 24 * 60 * 60 * second)
    expect(site.connect(lost.id).received()).toEqual(['all'])
  })

  it('[LINK-13] a single sidecar has no replacement, and costs no alarm', async () => {
    await site.createRoom('harbor')
    const first = site.connect('local')
    first.lastPingAt = site.now
    first.cut()
    const again = site.connect('local')
    again.lastPingAt = site.now
    expect([again.received(), site.alarmAt]).toEqual([['all harbor'], undefined])
  })
})

describe('a retired sidecar', () => {
  it('is forgotten at once: other sidecars get its rooms, and it has no statistics', async () => {
    const { sidecars, lost } = await threeSidecars()
    lost.cut()
    expect(await site.directory.forgetSidecar(lost.id)).toBe(true)
    const third = sidecars.find((one) => one.received().includes('room harbor'))
    expect(third).toBeDefined()
    expect((await site.directory.siteStats()).sidecars.map(({ id }) => id)).not.toContain(lost.id)
    expect(site.connect(lost.id).received()).toEqual(['all'])
  })

  it('is not forgotten while it is connected, and an id that no sidecar has is not found', async () => {
    site.connect('east')
    expect(await site.directory.forgetSidecar('east')).toBe('connected')
    expect(await site.directory.forgetSidecar('west')).toBe(false)
  })
})

describe('a listener on any port', () => {
  const portsOf = async (room: string) =>
    (await site.addresses(room)).map((address) => Number(address.split(' ')[1]))

  it('[LINK-14] both sidecars get the same port, though both are assigned at once', async () => {
    const sidecars = ['east', 'west'].map((id) => site.connect(id))
    await site.createRoom('harbor')
    await site.createRoom('pier')
    for (const one of sidecars) one.opens()
    const [harbor, pier] = [await portsOf('harbor'), await portsOf('pier')]
    expect([new Set(harbor).size, new Set(pier).size]).toEqual([1, 1])
    expect(harbor).not.toEqual(pier)
  })

  it('[LINK-14] the port is in the ranges of both sidecars, and neither reserves it for another room', async () => {
    site.connect('east', { ports: { first: 500, last: 504 } })
    site.connect('west', { ports: { first: 503, last: 510 } })
    for (const room of ['one', 'two', 'three']) await site.createRoom(room)
    const wanted = [...site.sockets].map(({ messages }) =>
      messages.flatMap((one) =>
        one.type === 'room' ? one.assignment.doors.map(({ remembered }) => remembered) : [],
      ),
    )
    // No port is left for the third room, so each sidecar opens any free port for it.
    expect(wanted).toEqual([wanted[0], wanted[0]])
    expect(wanted[0]!.toSorted()).toEqual([503, 504, undefined])
  })

  it('[LINK-14] the next sidecar gets the same port, though the first has not reported it or its report was lost', async () => {
    const east = site.connect('east')
    await site.createRoom('harbor')
    const west = site.connect('west')
    const [told] = east.news.slice(-1)
    for (const one of [east, west]) one.cut()
    site.begin()
    for (const id of ['west', 'east']) site.connect(id).opens()
    const ports = await portsOf('harbor')
    expect([ports.length, new Set(ports).size]).toEqual([2, 1])
    expect(told).toMatchObject({ assignment: { doors: [{ remembered: ports[0] }] } })
  })

  it('[LINK-14] the port is reserved even if all sidecars were disconnected when the room was assigned', async () => {
    for (const id of ['east', 'west']) site.connect(id)
    await site.createRoom('harbor')
    for (const one of site.sockets) one.cut()
    const [door] = announcement('harbor', {}).listen
    await site.createRoom('harbor', { listen: [door!, door!] })
    for (const id of ['east', 'west']) site.connect(id).opens()
    const ports = await portsOf('harbor')
    expect([ports.length, new Set(ports).size]).toEqual([4, 2])
  })

  it('[LINK-14] a disconnected sidecar gets the reserved port when it reconnects', async () => {
    const west = site.connect('west')
    await site.createRoom('harbor')
    west.cut()
    site.connect('north').opens()
    site.connect('west').opens()
    const ports = await portsOf('harbor')
    expect([ports.length, new Set(ports).size]).toEqual([2, 1])
  })

  it('[LINK-14] a report about the previous room of a name does not reserve a port for the current room', async () => {
    const east = site.connect('east')
    await site.createRoom('harbor')
    const west = site.connect('west')
    await site.anew('harbor')
    // The report was in transit when the room was deleted.
    east.says('tally/harbor', { generation: 1, ports: [41_000] })
    site.directory.socketMessage(
      east,
      JSON.stringify({
        type: 'all',
        rooms: [{ name: 'tally/harbor', generation: 1, doors: [{ transport, asked: 0, port: 41_000 }] }],
      }),
    )
    expect(await site.addresses('harbor')).toEqual([])
    for (const one of [east, west]) one.opens()
    const ports = await portsOf('harbor')
    expect([ports.length, new Set(ports).size, ports.includes(41_000)]).toEqual([2, 1, false])
  })

  it('[LINK-10] a room created during the lookup of the previous room of its name keeps its assignment', async () => {
    const asked = Promise.withResolvers<boolean>()
    site.find = () => asked.promise
    const east = site.connect('east')
    east.says('tally/harbor', { generation: 1, ports: [41_000] })
    await site.createRoom('harbor', { generation: 2 })
    east.opens()
    asked.resolve(false)
    await new Promise(setImmediate)
    expect(east.received()).toEqual([])
  })

  it('[LINK-14] the port is reserved for the room that has opened it, and no longer for the room that failed to open it', async () => {
    const east = site.connect('east')
    await site.createRoom('harbor')
    const says = (room: string, door: object) =>
      site.directory.socketMessage(
        east,
        JSON.stringify({
          type: 'opened',
          name: `tally/${room}`,
          generation: 1,
          doors: [{ transport, asked: 0, ...door }],
        }),
      )
    says('harbor', { port: 41_000 })
    says('harbor', { port: 0, error: 'EADDRINUSE' })
    await site.createRoom('pier')
    says('pier', { port: 41_000 })
    east.cut()
    const [all] = site.connect('east').messages
    const remembered = all?.type === 'all' && all.assignments.map(({ doors }) => doors[0]!.remembered)
    expect(remembered).toEqual([undefined, 41_000])
  })
})
