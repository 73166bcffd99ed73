// Computes the listeners of a room on one sidecar and its assignment. Pure: the Directory stores the rows.
import type { DocumentRoom, Frame, Game, GameListener } from '../../../games/game.ts'
import type {
  Assignment,
  ListenerDefinition,
  ListenerReport,
  MessageFromSidecar,
  RoomReport,
} from '../../../wire/link/control-messages.ts'
import type { PortRange } from '../../../wire/net/port-range.ts'
import { buildRawResponse } from '../../../wire/net/raw-http.ts'
import { type GeoPoint, type Region, sortByDistance } from '../../../wire/net/region.ts'
import { encodeBase64 } from '../../../wire/util/base64.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { Announcement, ListedRoom, ListenerRequest, RoomAddress } from '../../rpc/rpc-types.ts'

/** A connected sidecar. `since` in milliseconds since 1970. */
export interface SidecarInfo {
  readonly id: string
  /** The host name that clients connect to. */
  readonly advertise: string
  /** Its location, if known. */
  readonly region?: Region
  /** Range for listeners that ask for any port, both ends included; absent: the system chooses. */
  readonly ports?: PortRange
  /** If set, it serves only these rooms. */
  readonly rooms?: readonly string[]
  readonly since: number
  /** Whether it has reported its open listeners since then. If not, the stored states are older. */
  readonly hasReported?: boolean
}

/** The state of one listener on one sidecar. Without `port` and `error` it is not reported yet. */
export interface ListenerState {
  readonly port?: number
  readonly error?: string
  /** The port chosen for a listener that asks for any, by the sidecar or for it. */
  readonly rememberedPort?: number
}
type ListenerStates = ReadonlyMap<string, ListenerState>
/** Keyed by sidecar id. */
type ListenerStatesBySidecar = ReadonlyMap<string, ListenerStates>

/** A room, the sidecars that open its listeners without a named sidecar, and the state of all listeners. */
export interface RoomWithListeners {
  readonly room: Announcement
  readonly servingSidecars: readonly string[]
  readonly listeners: ListenerStatesBySidecar
}

/** A `listen` entry on one sidecar. `key` is stable when the list around it changes. */
export interface SidecarListener {
  readonly key: string
  readonly request: ListenerRequest
}

/** A room as one sidecar sees it. */
export type RoomWithSidecars = Pick<RoomWithListeners, 'room' | 'servingSidecars'>

/** A sidecar's listeners of a room: those that name it and, if it serves the room, those that name no sidecar. */
export function listenersOf({ room, servingSidecars }: RoomWithSidecars, sidecar: string): SidecarListener[] {
  const serves = servingSidecars.includes(sidecar)
  const entries = room.listen.filter((entry) =>
    entry.sidecar === undefined ? serves : entry.sidecar === sidecar,
  )
  const keys = listenerKeys(entries.map(({ transport, port }) => ({ transport, asked: port })))
  return entries.map((request, i) => ({ key: keys[i]!, request }))
}

/**
 * Keys describe the requested transport and port. If two listeners request the same, the second has the suffix `#1`.
 */
function listenerKeys(doors: readonly Pick<ListenerReport, 'transport' | 'asked'>[]): string[] {
  const seen = new Map<string, number>()
  return doors.map(({ transport, asked }) => {
    const requested = `${transport}:${asked}`
    const nth = seen.get(requested) ?? 0
    seen.set(requested, nth + 1)
    return `${requested}#${nth}`
  })
}

/** Whether it has listeners that any sidecar may open. */
export function hasUnassignedListeners({ listen }: Announcement): boolean {
  return listen.some(({ sidecar }) => sidecar === undefined)
}

/** The assignment of a room to `sidecar`; undefined if this sidecar has none of its listeners. */
export function buildAssignment(
  game: Game,
  known: RoomWithListeners,
  sidecar: Pick<SidecarInfo, 'id' | 'advertise'>,
): Assignment | undefined {
  const { room } = known
  const doors = listenersOf(known, sidecar.id).flatMap(({ key, request }) => {
    const listen = game.listeners.find(({ transport }) => transport === request.transport)
    if (!listen) return []
    const answer = listen.document && documentResponses(game, listen.document, known, sidecar)
    return [
      toAssignedListener(
        request,
        listen,
        statesOf(known, sidecar).get(key)?.rememberedPort,
        answer || undefined,
      ),
    ]
  })
  if (doors.length === 0) return undefined
  const { game: slug, generation, limits } = room
  const {
    maxFrameBytes: frameBytes,
    maxSessionsPerAddress: peersPerAddress,
    idleTimeoutMs: idleMs,
    ...others
  } = limits
  return { name: `${slug}/${room.room}`, generation, doors, frameBytes, peersPerAddress, idleMs, ...others }
}

const statesOf = ({ listeners }: RoomWithListeners, { id }: Pick<SidecarInfo, 'id'>): ListenerStates =>
  listeners.get(id) ?? new Map()

function toAssignedListener(
  entry: ListenerRequest,
  listen: GameListener,
  remembered: number | undefined,
  answer: ListenerDefinition['answer'],
): ListenerDefinition {
  return {
    transport: entry.transport,
    port: entry.port,
    ...(entry.port === 0 && remembered !== undefined && { remembered }),
    ...(listen.framing && { framing: listen.framing }),
    ...(listen.supersedePrefix && { supersede: encodeBase64(listen.supersedePrefix) }),
    ...(listen.batchesJson && { joins: true }),
    ...(answer && { answer }),
  }
}

/** The raw responses with which a sidecar serves the document. They name this sidecar, never another. */
function documentResponses(
  game: Game,
  name: string,
  known: RoomWithListeners,
  sidecar: Pick<SidecarInfo, 'id' | 'advertise'>,
): ListenerDefinition['answer'] {
  const document = game.documents?.[name]
  if (!document) return undefined
  const transport = documentTransport(game)
  const states = statesOf(known, sidecar)
  const address = listenersOf(known, sidecar.id)
    .filter(({ request }) => request.transport === transport)
    .map(({ key }) => openPort(states.get(key)))
    .filter((port) => port !== undefined)
    .map((port) => ({ host: sidecar.advertise, port }))[0]
  const render = (away: boolean) =>
    encodeBase64(buildRawResponse(document.render(documentRoom(known.room), address, away), document.type))
  return { here: render(false), away: render(true) }
}

/** The transport whose address a game's documents contain: the first that is not a document itself. */
export function documentTransport(game: Game): RoomAddress['transport'] | undefined {
  return game.listeners.find(({ transport }) => transport !== 'dispatch')?.transport
}

/** A room as its documents show it. */
export function documentRoom({ room, title, status, comments }: Announcement): DocumentRoom {
  return { room, title, open: status === 'open', comments }
}

/** The addresses of a room's listeners on `sidecar`, or their errors; listeners not yet reported are left out. */
export function addressesOf(known: RoomWithListeners, sidecar: SidecarInfo): RoomAddress[] {
  const states = statesOf(known, sidecar)
  return listenersOf(known, sidecar.id).flatMap(({ key, request: { transport } }): RoomAddress[] => {
    const state = states.get(key)
    if (state?.port === undefined) return []
    const { port, error } = state
    const { id, region } = sidecar
    const at = { port, sidecar: id, ...(region && { region }) }
    return [error === undefined ? { transport, host: sidecar.advertise, ...at } : { transport, ...at, error }]
  })
}

/**
 * The address for clients of this transport, on the nearest sidecar; among equally near ones, on the longest connected.
 */
export function nearestAddress(
  transport: RoomAddress['transport'] | undefined,
  { addresses }: ListedRoom,
  location?: GeoPoint,
): { readonly host: string; readonly port: number } | undefined {
  for (const { transport: by, host, port } of sortByDistance(addresses, location))
    if (by === transport && host !== undefined) return { host, port }
  return undefined
}

/** Rows after a report of a whole room: listeners that it does not mention are not open. */
export function applyReport(
  known: RoomWithListeners,
  sidecar: string,
  doors: readonly ListenerReport[],
): Map<string, ListenerState> {
  const states = statesOf(known, { id: sidecar })
  const keys = listenerKeys(doors)
  const reports = new Map(doors.map((door, i) => [keys[i]!, door]))
  return new Map(
    listenersOf(known, sidecar).map(({ key, request }) => {
      const rememberedPort = states.get(key)?.rememberedPort
      const unchanged = rememberedPort === undefined ? {} : { rememberedPort }
      const door = reports.get(key)
      if (!door) return [key, unchanged]
      if (door.error !== undefined) return [key, { ...unchanged, port: door.port, error: door.error }]
      return [key, { port: door.port, ...(request.port === 0 && { rememberedPort: door.port }) }]
    }),
  )
}

const openPort = (state: ListenerState | undefined) => (state?.error === undefined ? state?.port : undefined)

const transports: ReadonlySet<string> = new Set(['tcp', 'udp', 'websocket', 'dispatch'])
/** Limit of listeners per room in a report; `listen` has at most 16 entries. */
const maxListeners = 64
const maxErrorLength = 200

/** Parses a sidecar's message. Throws WireError naming the field. */
export function readReport(message: Frame): MessageFromSidecar | undefined {
  if (typeof message !== 'string') throw new WireError('message: must be text')
  const { type, rooms, ...report } = fieldsOf(parsed(message), 'message')
  if (type === 'opened') return { type, ...readRoom(report, '') }
  if (typeof type !== 'string') throw new WireError('type: must be a string')
  if (type !== 'all') return undefined
  if (!Array.isArray(rooms)) throw new WireError('rooms: must be a list')
  return { type, rooms: rooms.map((room, i) => readRoom(fieldsOf(room, `rooms[${i}]`), `rooms[${i}].`)) }
}

function readRoom({ name, generation, doors }: Record<string, unknown>, path: string): RoomReport {
  if (typeof name !== 'string') throw new WireError(`${path}name: must be a string`)
  if (!isGeneration(generation)) throw new WireError(`${path}generation: must be an integer`)
  if (!Array.isArray(doors) || doors.length > maxListeners) {
    throw new WireError(`${path}doors: must be a list of at most ${maxListeners}`)
  }
  const opened = doors.flatMap((door, i) => readOpened(door, `${path}doors[${i}]`) ?? [])
  return { name, generation, doors: opened }
}

/** Undefined for a transport that only a newer build has. */
function readOpened(value: unknown, path: string): ListenerReport | undefined {
  const { transport, asked, port, error } = fieldsOf(value, path)
  if (typeof transport !== 'string') throw new WireError(`${path}.transport: must be a string`)
  if (!isTransport(transport)) return undefined
  if (!isPort(asked)) throw new WireError(`${path}.asked: must be an integer from 0 to 65535`)
  if (!isPort(port)) throw new WireError(`${path}.port: must be an integer from 0 to 65535`)
  if (error === undefined) return { transport, asked, port }
  if (typeof error !== 'string' || error.length > maxErrorLength) {
    throw new WireError(`${path}.error: must be a string of at most ${maxErrorLength} characters`)
  }
  return { transport, asked, port, error }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WireError('message: must be JSON')
  }
}

function fieldsOf(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new WireError(`${path}: must be an object`)
  return value as Record<string, unknown>
}

const isTransport = (value: string): value is ListenerReport['transport'] => transports.has(value)
const isGeneration = (value: unknown): value is number => Number.isSafeInteger(value)
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65535
