// Computes the listeners of a room on one sidecar, and the sidecar's assignment. The functions are pure: the Directory
// stores the rows.
import type { Frame, Game, GameListener, RoomInDocument } from '../../../games/game.ts'
import {
  formatPath,
  integer,
  list,
  openObject,
  optional,
  parseValue,
  type Schema,
  text,
  type ValueOf,
  type ValuesOf,
} from '../../../games/shared/schema/schema.ts'
import type {
  Assignment,
  ListenerDefinition,
  ListenerReport,
  ListResult,
  MessageFromSidecar,
  RoomReport,
  ServerListEntry,
} from '../../../wire/link/control-messages.ts'
import type { PortRange } from '../../../wire/net/port-range.ts'
import { buildRawResponse } from '../../../wire/net/raw-http.ts'
import { type GeoPoint, sortByDistance } from '../../../wire/net/region.ts'
import { encodeBase64 } from '../../../wire/util/base64.ts'
import { parseJsonOrUndefined } from '../../../wire/util/json.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { ListedRoom } from '../../rpc/directory-rpc.ts'
import type { ListenerRequest, RoomAddress, RoomAnnouncement } from '../../rpc/rpc-types.ts'
import type { CandidateSidecar } from './placement.ts'

export interface SidecarInfo extends CandidateSidecar {
  /** The host name that clients connect to. */
  readonly advertise: string
  /**
   * Range of ports for listeners that ask for any port, both ends included. Absent: the sidecar's operating system
   * chooses the port.
   */
  readonly ports?: PortRange
  /** When the sidecar connected, in milliseconds since 1970. */
  readonly since: number
  /**
   * Whether the sidecar has reported its open listeners since it connected. If not, the stored states belong to an
   * earlier connection.
   */
  readonly hasReported?: boolean
}

/**
 * The state of one listener on one sidecar. Without `port` and `error` the sidecar has not reported the listener yet.
 */
export interface ListenerState {
  readonly port?: number
  readonly error?: string
  /** For a listener that asks for any port: the port that the sidecar or the Directory chose. */
  readonly rememberedPort?: number
  readonly lists?: readonly ListResult[]
}
type ListenerStates = ReadonlyMap<string, ListenerState>
/** States of a room's listeners, by sidecar id. */
type ListenerStatesBySidecar = ReadonlyMap<string, ListenerStates>

/** `servingSidecars`: ids of the sidecars that open those of the room's listeners that name no sidecar. */
export interface RoomWithListeners {
  readonly room: RoomAnnouncement
  readonly servingSidecars: readonly string[]
  readonly listeners: ListenerStatesBySidecar
}

/** An entry of the room's `listen`, on one sidecar. `key` stays the same when other entries change. */
export interface SidecarListener {
  readonly key: string
  readonly request: ListenerRequest
}

/** A sidecar's listeners of a room: those that name this sidecar and, if it serves the room, those that name none. */
export function listenersOf(
  { room, servingSidecars }: RoomWithListeners,
  sidecar: string,
): SidecarListener[] {
  const serves = servingSidecars.includes(sidecar)
  const entries = room.listen.filter((entry) =>
    entry.sidecar === undefined ? serves : entry.sidecar === sidecar,
  )
  const keys = listenerKeys(entries.map(({ transport, port }) => ({ transport, asked: port })))
  return entries.map((request, i) => ({ key: keys[i]!, request }))
}

/**
 * Keys contain the requested transport and port. If two listeners request the same, the second has the suffix `#1`.
 */
function listenerKeys(reports: readonly Pick<ListenerReport, 'transport' | 'asked'>[]): string[] {
  const seen = new Map<string, number>()
  return reports.map(({ transport, asked }) => {
    const requested = `${transport}:${asked}`
    const nth = seen.get(requested) ?? 0
    seen.set(requested, nth + 1)
    return `${requested}#${nth}`
  })
}

export const roomNameOf = ({ game, room }: Pick<RoomAnnouncement, 'game' | 'room'>) => `${game}/${room}`

export function hasUnassignedListeners({ listen }: RoomAnnouncement): boolean {
  return listen.some(({ sidecar }) => sidecar === undefined)
}

/** The assignment of the room to this sidecar; undefined if the sidecar has none of the room's listeners. */
export function buildAssignment(
  game: Game,
  known: RoomWithListeners,
  sidecar: Pick<SidecarInfo, 'id' | 'advertise'>,
): Assignment | undefined {
  const { room } = known
  const doors = listenersOf(known, sidecar.id).flatMap(({ key, request }) => {
    const listen = game.listeners.find(({ transport }) => transport === request.transport)
    return listen ? [assignedListener(game, known, sidecar, key, request, listen)] : []
  })
  if (doors.length === 0) return undefined
  const { generation, limits } = room
  const {
    maxFrameBytes: frameBytes,
    maxSessionsPerAddress: peersPerAddress,
    idleTimeoutMs: idleMs,
    ...others
  } = limits
  const listEntry = listEntryOf(game, room)
  return {
    ...{ name: roomNameOf(room), generation, doors, frameBytes, peersPerAddress, idleMs, ...others },
    ...(listEntry && { listEntry }),
  }
}

/** The room's list entry; undefined while the room is not announced to public lists. */
function listEntryOf(
  { serverList }: Game,
  { listEntry, status }: RoomAnnouncement,
): ServerListEntry | undefined {
  if (!serverList || !listEntry?.isAnnounced || status !== 'open') return undefined
  const { urls, transport } = serverList
  return { urls, transport, fields: listEntry.fields }
}

const statesOf = ({ listeners }: RoomWithListeners, { id }: Pick<SidecarInfo, 'id'>): ListenerStates =>
  listeners.get(id) ?? new Map()

function assignedListener(
  game: Game,
  known: RoomWithListeners,
  sidecar: Pick<SidecarInfo, 'id' | 'advertise'>,
  key: string,
  { transport, port }: ListenerRequest,
  { framing, supersedePrefix, batchesJson, document }: GameListener,
): ListenerDefinition {
  const remembered = statesOf(known, sidecar).get(key)?.rememberedPort
  const answer = document === undefined ? undefined : documentResponses(game, document, known, sidecar)
  return {
    ...{ transport, port },
    ...(port === 0 && remembered !== undefined && { remembered }),
    ...(framing && { framing }),
    ...(supersedePrefix && { supersede: encodeBase64(supersedePrefix) }),
    ...(batchesJson && { joins: true }),
    ...(answer && { answer }),
  }
}

/**
 * The raw HTTP responses with which a sidecar serves the document, while the sidecar reaches the Worker (`here`) and
 * while it does not (`away`). They contain the address of this sidecar, never of another one.
 */
function documentResponses(
  game: Game,
  name: string,
  known: RoomWithListeners,
  sidecar: Pick<SidecarInfo, 'id' | 'advertise'>,
): ListenerDefinition['answer'] {
  const document = game.documents?.[name]
  if (!document) return undefined
  const transport = transportForDocuments(game)
  const states = statesOf(known, sidecar)
  const address = listenersOf(known, sidecar.id)
    .filter(({ request }) => request.transport === transport)
    .map(({ key }) => openPort(states.get(key)))
    .filter((port) => port !== undefined)
    .map((port) => ({ host: sidecar.advertise, port }))[0]
  const render = (away: boolean) =>
    encodeBase64(
      buildRawResponse(document.render(toRoomInDocument(known.room), address, away), document.type),
    )
  return { here: render(false), away: render(true) }
}

/** The transport whose address a game's documents contain: the first of the game's transports except `dispatch`. */
export function transportForDocuments(game: Game): RoomAddress['transport'] | undefined {
  return game.listeners.find(({ transport }) => transport !== 'dispatch')?.transport
}

export function toRoomInDocument({ room, title, status, comments }: RoomAnnouncement): RoomInDocument {
  return { room, title, open: status === 'open', comments }
}

/**
 * The addresses of a sidecar's listeners of the room, or an error for a listener that failed to open. Listeners that
 * are not yet reported are left out.
 */
export function addressesOf(known: RoomWithListeners, sidecar: SidecarInfo): RoomAddress[] {
  const states = statesOf(known, sidecar)
  return listenersOf(known, sidecar.id).flatMap(({ key, request: { transport } }): RoomAddress[] => {
    const state = states.get(key)
    if (state?.port === undefined) return []
    const { port, error, lists } = state
    const { id, region } = sidecar
    const at = { port, sidecar: id, ...(region && { region }), ...(lists && { lists }) }
    return [error === undefined ? { transport, host: sidecar.advertise, ...at } : { transport, ...at, error }]
  })
}

/**
 * The address for clients of this transport, on the nearest sidecar. Of several equally near sidecars, the one that
 * connected first is used.
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

/**
 * The states of listeners after a sidecar's report about the room. Listeners that the report does not mention count as
 * not open.
 */
export function applyReport(
  known: RoomWithListeners,
  sidecar: string,
  listenerReports: readonly ListenerReport[],
): Map<string, ListenerState> {
  const states = statesOf(known, { id: sidecar })
  const keys = listenerKeys(listenerReports)
  const reports = new Map(listenerReports.map((report, i) => [keys[i]!, report]))
  return new Map(
    listenersOf(known, sidecar).map(({ key, request }) => {
      const rememberedPort = states.get(key)?.rememberedPort
      const unchanged = rememberedPort === undefined ? {} : { rememberedPort }
      const report = reports.get(key)
      if (!report) return [key, unchanged]
      if (report.error !== undefined) return [key, { ...unchanged, port: report.port, error: report.error }]
      const { port, lists } = report
      return [key, { port, ...(request.port === 0 && { rememberedPort: port }), ...(lists && { lists }) }]
    }),
  )
}

const openPort = (state: ListenerState | undefined) => (state?.error === undefined ? state?.port : undefined)

const transports: ReadonlySet<string> = new Set(['tcp', 'udp', 'websocket', 'dispatch'])
const isTransport = (value: string): value is ListenerReport['transport'] => transports.has(value)

const port = integer(0, 65_535)
const reportedListener = openObject({
  transport: text({ max: 20 }),
  asked: port,
  port,
  error: optional(text({ min: 0, max: 200 })),
  lists: optional(
    list(openObject({ list: text({ max: 100 }), error: optional(text({ min: 0, max: 200 })) }), {
      max: 16,
      noun: 'lists',
    }),
  ),
})
const roomReport = {
  name: text({ min: 0, max: 200 }),
  generation: integer(0, Number.MAX_SAFE_INTEGER),
  // A room has at most 16 entries in `listen`.
  doors: list(reportedListener, { max: 64, noun: 'listeners' }),
} as const
const reports = {
  opened: openObject(roomReport),
  all: openObject({ rooms: list(openObject(roomReport), { max: 1_000_000, noun: 'rooms' }) }),
} as const
const messageType = openObject({ type: text({ max: 20 }) })

/** The parsed report; undefined for a type that only a newer build has. Throws WireError naming the field. */
export function readReport(message: Frame): MessageFromSidecar | undefined {
  const json = typeof message === 'string' ? parseJsonOrUndefined(message) : undefined
  const { type } = valid(messageType, json)
  if (type === 'all') return { type, rooms: valid(reports.all, json).rooms.map(withKnownTransports) }
  return type === 'opened' ? { type, ...withKnownTransports(valid(reports.opened, json)) } : undefined
}

function withKnownTransports({ doors, ...room }: ValuesOf<typeof roomReport>): RoomReport {
  const known = doors.flatMap(({ transport, ...door }) =>
    isTransport(transport) ? [{ transport, ...door }] : [],
  )
  return { ...room, doors: known }
}

function valid<S extends Schema>(schema: S, json: unknown): ValueOf<S> {
  const { value, fault } = parseValue(schema, json)
  if (fault) throw new WireError(`message${formatPath(fault.path)}: ${fault.problem}`)
  return value
}
