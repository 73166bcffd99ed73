// The Directory with 10,000 rooms: the cost of a listing and of a sidecar's reconnection. The bench uses the real
// Directory over SQLite in memory, without the platform.
import { Directory } from '../../durable-objects/directory/directory.ts'
import type { Platform, Socket } from '../../durable-objects/platform/platform.ts'
import { systemSecrets } from '../../durable-objects/platform/secrets.ts'
import type { RoomAnnouncement } from '../../durable-objects/rpc/rpc-types.ts'
import { soaprun } from '../../games/soaprun/index.ts'
import { SqliteDisk } from '../../test/simulator/platform/sqlite-disk.ts'
import type { Assignment, MessageToSidecar } from '../../wire/link/control-messages.ts'
import type { Bench, Samples } from '../bench.ts'

const rooms = 10_000
const sidecars = 4
const pageLimit = 100
const pageRequests = 200
/** Number of concurrent requests from Workers that have no cached answer. */
const burst = 1000
/** Milliseconds after which a cached list is no longer fresh. */
const staleMs = 1001

class SidecarSocket implements Socket {
  readonly readyState = 1
  readonly id: string
  sent: string[] = []
  #attached: unknown

  constructor(id: string) {
    this.id = id
  }

  send(message: string): void {
    this.sent.push(message)
  }

  close(): void {}

  serializeAttachment(attached: unknown): void {
    this.#attached = attached
  }

  deserializeAttachment(): unknown {
    return this.#attached
  }

  report(): string {
    const received = this.sent.map((text): MessageToSidecar => JSON.parse(text))
    const assignments = received.flatMap((message): readonly Assignment[] => {
      if (message.type === 'all') return message.assignments
      return message.type === 'room' ? [message.assignment] : []
    })
    const opened = assignments.map(({ name, doors }, i) => ({
      name,
      doors: doors.map(({ transport, port: asked, remembered }) => ({
        ...{ transport, asked, port: asked || (remembered ?? 20_000 + i) },
      })),
    }))
    return JSON.stringify({ type: 'all', rooms: opened })
  }
}

class MeteredDirectory {
  readonly directory: Directory
  statements = 0
  now = Date.now()
  readonly #sockets = new Map<string, SidecarSocket>()

  constructor() {
    const disk = new SqliteDisk()
    const platform = {
      clock: { now: () => this.now, soon: queueMicrotask, after: () => ({ cancel() {} }) },
      secrets: systemSecrets,
      disk: {
        sql: {
          exec: (query: string, ...bindings: never[]) => {
            this.statements++
            return disk.exec(query, ...bindings)
          },
        },
        // The bench needs no alarm, because no sidecar is disconnected long enough for a failover.
        setAlarm() {},
      },
      accept: (socket: Socket, id: string) => void this.#sockets.set(id, socket as SidecarSocket),
      sockets: (id?: string) =>
        [...this.#sockets.values()].filter((one) => id === undefined || one.id === id),
      log() {},
    } as unknown as Platform
    this.directory = new Directory({ games: [soaprun], platform, askRoom: async () => false })
  }

  connect(id: string): SidecarSocket {
    const socket = new SidecarSocket(id)
    this.directory.acceptSidecar(socket, { id, advertise: `${id}.example.org` })
    return socket
  }
}

function announcement(i: number): RoomAnnouncement {
  return {
    game: 'soaprun',
    room: `room-${String(i).padStart(5, '0')}`,
    generation: 1,
    title: `Room ${i}`,
    status: 'open',
    comments: [],
    createdAt: '2026-11-20T10:00:00.000Z',
    players: 0,
    capacity: 63,
    options: {},
    listen: [{ transport: 'tcp', port: 0 }],
    limits: {
      windowBytes: 65_536,
      maxFrameBytes: 1000,
      maxSessionsPerAddress: 4,
      ticks: true,
      idleTimeoutMs: 0,
    },
  }
}

const since = (began: number) => performance.now() - began

async function run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    onProgress(`${rooms} rooms, ${sidecars} sidecars`)
    const measured = new MeteredDirectory()
    const connected = Array.from({ length: sidecars }, (_, n) => measured.connect(`sidecar-${n}`))
    await measureAnnouncements(measured, samples)
    for (const sidecar of connected) measured.directory.socketMessage(sidecar, sidecar.report())
    await measureListings(measured, samples)
    measureReconnection(measured, samples)
  }
}

async function measureAnnouncements({ directory }: MeteredDirectory, samples: Samples): Promise<void> {
  const began = performance.now()
  for (let i = 0; i < rooms; i++) await directory.announce(announcement(i))
  samples.add('creation', since(began) / rooms)
}

async function measureListings(measured: MeteredDirectory, samples: Samples): Promise<void> {
  const { directory } = measured
  let began = performance.now()
  for (let i = 0; i < pageRequests; i++) {
    measured.now += staleMs
    const after = `soaprun/room-${String((i * pageLimit) % rooms).padStart(5, '0')}`
    await directory.listRoomPage({ after, limit: pageLimit })
  }
  samples.add('page', since(began) / pageRequests)
  began = performance.now()
  for (let i = 0; i < pageRequests; i++) await directory.listRoomPage({ after: '', limit: pageLimit })
  samples.add('page-again', (1000 * pageRequests) / since(began))
  measured.now += staleMs
  const before = process.threadCpuUsage()
  await Promise.all(
    Array.from({ length: burst }, () => directory.listRoomPage({ after: '', limit: pageLimit })),
  )
  const { user, system } = process.threadCpuUsage(before)
  samples.add('burst', (user + system) / burst)
  measured.now += staleMs
  began = performance.now()
  await directory.listRooms()
  samples.add('whole', since(began))
}

function measureReconnection(measured: MeteredDirectory, samples: Samples): void {
  const { directory } = measured
  measured.statements = 0
  const began = performance.now()
  const sidecar = measured.connect('sidecar-0')
  directory.socketMessage(sidecar, sidecar.report())
  samples.add('connect', since(began))
  samples.add('connect-messages', sidecar.sent.length + 1)
  samples.add('connect-bytes', (sidecar.sent.join('').length + sidecar.report().length) / 1_000_000)
}

export const directoryBench: Bench = {
  name: 'directory',
  description: `listings and sidecars of a site with ${rooms.toLocaleString('en')} rooms`,
  figures: [
    { id: 'creation', description: 'a room announces itself for the first time', unit: 'ms' },
    { id: 'page', description: `a page of ${pageLimit} rooms, uncached`, unit: 'ms', atMost: 10 },
    { id: 'page-again', description: `a page of ${pageLimit} rooms, cached`, unit: '/s', atLeast: 1000 },
    {
      id: 'burst',
      description: `a page of ${pageLimit} rooms, requested ${burst.toLocaleString('en')} times at once: per request, including the uncached read`,
      unit: 'µs',
    },
    { id: 'whole', description: 'all rooms at once, uncached', unit: 'ms' },
    { id: 'connect', description: 'a sidecar reconnects with its rooms', unit: 'ms' },
    {
      id: 'connect-messages',
      description: 'a sidecar reconnects: messages in both directions',
      unit: '',
      atMost: 2,
    },
    { id: 'connect-bytes', description: 'a sidecar reconnects: size of these messages', unit: 'MB' },
  ],
  run,
}
