import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  Listeners,
  type ListenersSettings,
  maxUnlistedReports,
  retryIntervalMs,
} from '../../../sidecar/listeners/listeners.ts'
import { Metrics } from '../../../sidecar/monitoring/metrics.ts'
import type { ListenerDefinition, RoomReport } from '../../../wire/link/control-messages.ts'
import {
  closeSockets,
  connectTcp,
  encodeTestFrame,
  readBytes,
  readToEnd,
  whenClosed,
} from '../harness/loopback-clients.ts'
import { ReceivedQueue, silentLog, TestRoom, testAssignment } from '../harness/test-room.ts'

const framing = { at: 0, length: 'u16be', plus: 0, max: 1_030 } as const
const tcp = (port = 0, remembered?: number): ListenerDefinition => ({
  transport: 'tcp',
  port,
  framing,
  ...(remembered && { remembered }),
})
const answer = (text: string) => ({ here: Buffer.from(text).toString('base64'), away: '' })

let room: TestRoom
let listeners: Listeners
let reports: ReceivedQueue<RoomReport>
const others: Server[] = []

function start(settings: Partial<ListenersSettings> = {}): void {
  room = new TestRoom(true)
  reports = new ReceivedQueue()
  listeners = new Listeners({
    bind: '127.0.0.1',
    ports: { anyPort: false },
    extraDispatch: [],
    proxies: [],
    balancers: [],
    sessions: room,
    metrics: new Metrics({ isWorkerConnected: () => true, channels: () => [] }),
    log: silentLog,
    isWorkerUnreachable: () => false,
    onRoomReport: (report) => reports.push(report),
    onFullReport: (all) => {
      for (const report of all) reports.push(report)
    },
    ...settings,
  })
}

async function occupyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  others.push(server)
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

let nextPort = 20_000 + ((process.pid * 17) % 10_000)

/** A free port below the range from which the system assigns ports. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    const server = createServer().listen(port, '127.0.0.1')
    const opened = await once(server, 'listening').catch(() => undefined)
    if (!opened) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

async function release(): Promise<void> {
  for (const server of others.splice(0)) await new Promise((resolve) => server.close(resolve))
}

async function open(...wanted: ListenerDefinition[]): Promise<number[]> {
  await listeners.applyRoom(testAssignment(wanted))
  return listeners.statuses().map(({ port }) => port)
}

describe('[LINK-16] a room that is announced to lists of servers', () => {
  const listEntry = { urls: ['http://lists.example/update'], transport: 'tcp', fields: [] } as const

  it('is announced with its first listener of the transport that the entry names, and with the bytes from and to its clients', async () => {
    start()
    await listeners.applyRoom({ ...testAssignment([tcp()]), listEntry })
    const [announced] = listeners.announcedListeners()
    expect(announced).toMatchObject({
      ...{ name: testAssignment([]).name, entry: listEntry, port: listeners.statuses()[0]!.port },
      ...{ bytesFromClients: 0, bytesToClients: 0 },
    })
    expect(announced!.openedAt).toBeLessThanOrEqual(Date.now() + 1000)
    await listeners.applyRoom(testAssignment([tcp()]))
    expect(listeners.announcedListeners()).toEqual([])
  })

  it('has each list’s answer reported once, and no answer after its announcements end', async () => {
    start()
    const assignment = testAssignment([tcp()])
    await listeners.applyRoom({ ...assignment, listEntry })
    await reports.next()
    const lists = [{ list: 'lists.example', error: 'No.' }]
    for (let times = 0; times < 2; times++) listeners.setListResults(assignment, lists)
    expect((await reports.next()).doors).toMatchObject([{ transport: 'tcp', lists }])
    listeners.setListResults({ ...assignment, generation: assignment.generation + 1 }, [])
    await listeners.applyRoom(assignment)
    expect((await reports.next()).doors[0]).not.toHaveProperty('lists')
  })
})

async function startWithClient(): Promise<[port: number, socket: Socket]> {
  start()
  const [port] = await open(tcp())
  const socket = await connectTcp(port!)
  await room.sessions.next()
  return [port!, socket]
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(async () => {
  closeSockets()
  await listeners.close('test over')
  await release()
  vi.useRealTimers()
})

it('every listener of an assigned room is opened and reported', async () => {
  start()
  const dispatch: ListenerDefinition = { transport: 'dispatch', port: 0, answer: answer('hello') }
  await open(tcp(), { transport: 'udp', port: 0 }, { transport: 'websocket', port: 0 }, dispatch)
  const report = await reports.next()
  expect(report.name).toBe('echo/harbor')
  expect(report.doors.map(({ transport, asked, error }) => `${transport} ${asked} ${error}`)).toEqual([
    'tcp 0 undefined',
    'udp 0 undefined',
    'websocket 0 undefined',
    'dispatch 0 undefined',
  ])
  expect(new Set(report.doors.map(({ port }) => port)).size).toBeGreaterThan(1)
  const socket = await connectTcp(report.doors[0]!.port)
  socket.write(encodeTestFrame('hi'))
  expect(await readBytes(socket, 4)).toContain('hi')
  socket.destroy()
})

describe('a room with the name of an earlier one', () => {
  it('[LINK-14] opens at its own port, not at that of the earlier room', async () => {
    start()
    const remembered = await findFreePort()
    await listeners.applyRoom({
      ...testAssignment([tcp(), { transport: 'websocket', port: 0 }]),
      generation: 1,
    })
    const before = (await reports.next()).doors.map(({ port }) => port)
    await listeners.applyAll([
      { ...testAssignment([tcp(0, remembered), { transport: 'websocket', port: 0 }]), generation: 2 },
    ])
    expect(await reports.next()).toMatchObject({
      generation: 2,
      doors: [{ port: remembered }, { port: before[1] }],
    })
    await expect(connectTcp(before[0]!)).rejects.toThrow('ECONNREFUSED')
  })

  it('[LINK-14] keeps the earlier port if both rooms have the same generation, whatever port was reserved', async () => {
    start()
    await listeners.applyRoom({ ...testAssignment([tcp()]), generation: 1 })
    const [{ port } = { port: 0 }] = (await reports.next()).doors
    await listeners.applyAll([{ ...testAssignment([tcp(0, await findFreePort())]), generation: 1 }])
    expect(await reports.next()).toMatchObject({ generation: 1, doors: [{ port }] })
  })
})

describe('a changed assignment', () => {
  it('leaves unchanged listeners and their clients alone', async () => {
    start()
    const [port] = await open(tcp(), { transport: 'websocket', port: 0 })
    const socket = await connectTcp(port!)
    await room.sessions.next()
    const after = await open({ transport: 'udp', port: 0 }, tcp())
    expect(after[1]).toBe(port)
    socket.write(encodeTestFrame('still here'))
    expect(await readBytes(socket, 12)).toContain('still here')
  })

  it('opens the new port before it closes the old one and its clients', async () => {
    start()
    const [old] = await open(tcp())
    const socket = await connectTcp(old!)
    const session = await room.sessions.next()
    const wanted = await findFreePort()
    expect(await open(tcp(wanted))).toEqual([wanted])
    expect(await session.ended).toBe('listener closed')
    await whenClosed(socket)
    await expect(connectTcp(old!)).rejects.toThrow('ECONNREFUSED')
  })

  it('moves a port from one listener of the room to another that requests it', async () => {
    start()
    const port = await findFreePort()
    await open(tcp(port))
    expect(await open({ transport: 'websocket', port })).toEqual([port])
    expect(reports.seen.at(-1)!.doors).toEqual([{ transport: 'websocket', asked: port, port }])
  })

  it('applies the new limits to new clients of the same listener', async () => {
    start()
    const [port] = await open(tcp())
    await listeners.applyRoom(testAssignment([tcp()], { frameBytes: 4 }))
    const socket = await connectTcp(port!)
    const session = await room.sessions.next()
    socket.write(encodeTestFrame('too long'))
    expect(await session.ended).toBe('malformed')
    await whenClosed(socket)
  })

  it('changes a dispatch answer without reopening its port', async () => {
    start()
    const [port] = await open({ transport: 'dispatch', port: 0, answer: answer('open') })
    expect(await open({ transport: 'dispatch', port: 0, answer: answer('closed') })).toEqual([port])
    const socket = await connectTcp(port!)
    socket.write('x')
    expect((await readToEnd(socket)).map(String)).toEqual(['closed'])
  })
})

describe('a port', () => {
  it('that was remembered is reopened before another listener gets it', async () => {
    start({ ports: { anyPort: false, range: { first: await findFreePort(), last: 65_535 } } })
    const remembered = await findFreePort()
    const [chosen, again] = await open(tcp(), tcp(0, remembered))
    expect(again).toBe(remembered)
    expect(chosen).not.toBe(remembered)
  })

  it('that was remembered but is in use is replaced by another port', async () => {
    start()
    const remembered = await occupyPort()
    const [port] = await open(tcp(0, remembered))
    expect(port).not.toBe(remembered)
    expect((await reports.next()).doors[0]!.error).toBeUndefined()
  })

  it('of the range is chosen for a listener that requests port 0; the listener reports an error if none is free', async () => {
    const only = await findFreePort()
    start({ ports: { anyPort: false, range: { first: only, last: only } } })
    await open(tcp(), tcp())
    expect((await reports.next()).doors).toEqual([
      { transport: 'tcp', asked: 0, port: only },
      { transport: 'tcp', asked: 0, port: 0, error: 'no free port' },
    ])
  })

  it('may be any free one with the setting `anyPort`; a remembered port is tried first', async () => {
    start({ ports: { anyPort: true } })
    const [wanted, remembered] = [await occupyPort(), await findFreePort()]
    const [first, second] = await open(tcp(wanted), tcp(80, remembered))
    expect(first).not.toBe(wanted)
    expect(second).toBe(remembered)
    expect((await reports.next()).doors[0]).toEqual({ transport: 'tcp', asked: wanted, port: first })
  })

  it('in use is reported, retried every 10 s, and reported when it opens', async () => {
    start()
    const port = await occupyPort()
    await open(tcp(port), { transport: 'udp', port: 0 })
    expect((await reports.next()).doors[0]).toEqual({
      transport: 'tcp',
      asked: port,
      port,
      error: 'EADDRINUSE',
    })
    vi.advanceTimersByTime(retryIntervalMs)
    await release()
    vi.advanceTimersByTime(retryIntervalMs)
    expect((await reports.next()).doors[0]).toEqual({ transport: 'tcp', asked: port, port })
  })

  it('that the system denies is reported with the system’s error code', async () => {
    start({ bind: '192.0.2.1' })
    await open(tcp(0))
    expect((await reports.next()).doors[0]!.error).toBe('EADDRNOTAVAIL')
  })
})

it('a TCP listener without framing, and a dispatch listener without a response, are reported as errors', async () => {
  start()
  await open({ transport: 'tcp', port: 0 }, { transport: 'dispatch', port: 0 })
  expect((await reports.next()).doors.map(({ error }) => error)).toEqual([
    'no framing',
    'no dispatch response',
  ])
})

it('when a room is removed, its clients are disconnected, its ports are freed and its link ends', async () => {
  const [port, socket] = await startWithClient()
  await listeners.removeRoom('echo/harbor')
  await whenClosed(socket)
  expect(room.dropped).toEqual(['echo/harbor'])
  expect(listeners.statuses()).toEqual([])
  await expect(connectTcp(port)).rejects.toThrow('ECONNREFUSED')
})

describe('a room that other sidecars now serve', () => {
  it('[LINK-13] rejects new clients and ends with its last player', async () => {
    const [port, socket] = await startWithClient()
    await listeners.handOverRoom('echo/harbor')
    expect(listeners.statuses()).toEqual([])
    await expect(connectTcp(port)).rejects.toThrow('ECONNREFUSED')
    socket.write(encodeTestFrame('still here'))
    expect(await readBytes(socket, 12)).toContain('still here')
    expect(room.dropped).toEqual([])
    socket.destroy()
    await expect.poll(() => room.dropped, { interval: 1 }).toEqual(['echo/harbor'])
  })

  it('[LINK-13] may be assigned again before its last player leaves, and its players keep the same link', async () => {
    const [port, socket] = await startWithClient()
    await listeners.handOverRoom('echo/harbor')
    expect(await open(tcp(0, port))).toEqual([port])
    const other = await connectTcp(port)
    await room.sessions.next()
    socket.destroy()
    await listeners.removeRoom('echo/nobody')
    other.write(encodeTestFrame('here'))
    expect(await readBytes(other, 6)).toContain('here')
    expect(room.dropped).toEqual([])
  })

  it('[LINK-13] accepts new UDP clients at the port of its UDP players when it is assigned again', async () => {
    start()
    const port = await findFreePort()
    const definition: ListenerDefinition = { transport: 'udp', port }
    const join = async () => {
      const client = createSocket('udp4')
      client.send('hello', port, '127.0.0.1')
      const [datagram] = await once(client, 'message')
      client.close()
      return String(datagram)
    }
    await open(definition)
    expect(await join()).toBe('hello')
    for (let times = 0; times < 2; times++) {
      await listeners.handOverRoom('echo/harbor')
      expect(await open(definition)).toEqual([port])
      expect(listeners.statuses()).toEqual([{ name: 'echo/harbor', transport: 'udp', asked: port, port }])
      expect(await join()).toBe('hello')
    }
    await listeners.removeRoom('echo/harbor')
    expect(room.dropped).toEqual(['echo/harbor'])
    await Promise.all(room.sessions.seen.map(({ ended }) => ended))
  })

  it('[LINK-13] ends at once if it has no players, and when the sidecar ends', async () => {
    start()
    const [port] = await open(tcp())
    await listeners.handOverRoom('echo/harbor')
    await expect.poll(() => room.dropped, { interval: 1 }).toEqual(['echo/harbor'])
    await open(tcp(0, port))
    const socket = await connectTcp(port!)
    await room.sessions.next()
    await listeners.handOverRoom('echo/harbor')
    await listeners.close('the sidecar is stopping')
    await whenClosed(socket)
  })
})

it('the message `all` replaces all assignments: the sidecar reports assigned rooms, and drops other rooms once the Directory confirms that they are gone', async () => {
  start()
  await listeners.applyAll([testAssignment([tcp()]), { ...testAssignment([tcp()]), name: 'echo/other' }])
  const [kept, other] = listeners.statuses()
  await listeners.applyAll([testAssignment([tcp()]), { ...testAssignment([tcp()]), name: 'echo/third' }])
  expect(listeners.statuses().map(({ name }) => name)).toEqual(['echo/harbor', 'echo/other', 'echo/third'])
  expect(listeners.statuses().slice(0, 2)).toEqual([kept, other])
  expect(reports.seen.map(({ name }) => name)).toEqual([
    'echo/harbor',
    'echo/other',
    'echo/harbor',
    'echo/third',
    'echo/other',
  ])
  await listeners.removeRoom('echo/other')
  expect(listeners.statuses().map(({ name }) => name)).toEqual(['echo/harbor', 'echo/third'])
})

describe('a room unknown to the Directory', () => {
  const passRetryInterval = async () => {
    vi.advanceTimersByTime(retryIntervalMs)
    await listeners.removeRoom('echo/nobody') // wait for the work that the timer has started
  }
  const asked = () => reports.seen.filter(({ name }) => name === 'echo/harbor').length

  it('[LINK-10] keeps its clients, and continues unchanged when assigned again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const [port, socket] = await startWithClient()
    await listeners.applyAll([])
    await passRetryInterval()
    await listeners.applyRoom(testAssignment([tcp()]))
    const before = asked()
    for (let i = 0; i <= maxUnlistedReports; i++) await passRetryInterval()
    expect(asked()).toBe(before)
    expect(listeners.statuses()).toMatchObject([{ name: 'echo/harbor', port }])
    socket.write(encodeTestFrame('hi'))
    expect(await readBytes(socket, 4)).toContain('hi')
  })

  it('[LINK-10] is reported every 10 s for a minute, then removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    start()
    await open(tcp())
    const before = asked()
    await listeners.applyAll([])
    for (let i = 0; i < maxUnlistedReports; i++) await passRetryInterval()
    expect([asked() - before, listeners.statuses().length]).toEqual([1 + maxUnlistedReports, 1])
    await passRetryInterval()
    expect(listeners.statuses()).toEqual([])
  })
})

it('a port moves from one room to another in one message', async () => {
  start()
  const port = await findFreePort()
  await listeners.applyAll([testAssignment([tcp(port)])])
  await listeners.applyAll([{ ...testAssignment([tcp(port)]), name: 'echo/other' }])
  expect(listeners.statuses()).toEqual([{ name: 'echo/other', transport: 'tcp', asked: port, port }])
})

it('an extra dispatch port serves the answer of the room’s dispatch port, and is not reported to the Worker', async () => {
  const port = await findFreePort()
  start({ extraDispatch: [{ room: 'echo/harbor', port }] })
  await open({ transport: 'dispatch', port: 0, answer: answer('hello') })
  expect((await reports.next()).doors).toHaveLength(1)
  const socket = await connectTcp(port)
  socket.write('x')
  expect((await readToEnd(socket)).map(String)).toEqual(['hello'])
  await open(tcp())
  await expect(connectTcp(port)).rejects.toThrow('ECONNREFUSED')
})
