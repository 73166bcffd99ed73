// Computes the listeners of a room on one sidecar and its assignment. Pure: the Directory stores the rows.
import type { DocumentRoom, Frame, Game, GameListener } from '../games/game.ts'
import type { Assignment, ListenerDefinition, MessageFromSidecar, ListenerReport, RoomReport } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import type { PortRange } from '../wire/ports.ts'
import { buildRawResponse } from '../wire/raw-http.ts'
import { sortByDistance, type GeoPoint, type Region } from '../wire/region.ts'
import type { Address, Announcement, ListedRoom, ListenAt } from './rooms.ts'

/** A connected sidecar. `since` in milliseconds since 1970. */
export interface Sidecar {
  readonly id: string
  /** The host name that clients connect to. */
  readonly advertise: string
  /** Its location, if known. */
  readonly region?: Region
  /** Range for listeners that ask for any port, both ends included; absent: the system chooses. */
  readonly ports?: PortRange
  /** If set, it carries only these rooms. */
  readonly rooms?: readonly string[]
  readonly since: number
  /** It has reported its open listeners since then; stored states are older. */
  readonly reported?: boolean
}

/** The state of one listener on one sidecar. Neither `port` nor `error`: not reported yet. */
export interface DoorState {
  readonly port?: number
  readonly error?: string
  /** The port chosen for a listener that asks for any, by the sidecar or for it. */
  readonly remembered?: number
}
export type DoorStates = ReadonlyMap<string, DoorState>
/** Keyed by sidecar id. */
export type AllDoorStates = ReadonlyMap<string, DoorStates>

/** A room, the sidecars that open its listeners without a named sidecar, and the state of all listeners. */
export interface RoomWithDoors {
  readonly room: Announcement
  readonly carriers: readonly string[]
  readonly doors: AllDoorStates
}

/** A `listen` entry on one sidecar. `key` is stable when the list around it changes. */
export interface OwnDoor {
  readonly key: string
  readonly entry: ListenAt
}

/** A room as one sidecar sees it. */
export type Carriable = Pick<RoomWithDoors, 'room' | 'carriers'>

/** A sidecar's listeners of a room: those that name it and, if it carries the room, those that name none. */
export function ownDoors({ room, carriers }: Carriable, sidecar: string): OwnDoor[] {
  const carries = carriers.includes(sidecar)
  const entries = room.listen.filter((entry) =>
    entry.sidecar === undefined ? carries : entry.sidecar === sidecar,
  )
  const keys = doorKeys(entries.map(({ transport, port }) => ({ transport, asked: port })))
  return entries.map((entry, i) => ({ key: keys[i]!, entry }))
}

/** Keys name what a listener asks for; the second of two that ask for the same is `…#1`. */
export function doorKeys(doors: readonly Pick<ListenerReport, 'transport' | 'asked'>[]): string[] {
  const seen = new Map<string, number>()
  return doors.map(({ transport, asked }) => {
    const wish = `${transport}:${asked}`
    const nth = seen.get(wish) ?? 0
    seen.set(wish, nth + 1)
    return `${wish}#${nth}`
  })
}

/** Whether it has listeners that any sidecar may open. */
export function isForAnybody({ listen }: Announcement): boolean {
  return listen.some(({ sidecar }) => sidecar === undefined)
}

/** The assignment of a room to `sidecar`; undefined: none of its listeners are this sidecar's. */
export function assignmentOf(
  game: Game,
  known: RoomWithDoors,
  sidecar: Pick<Sidecar, 'id' | 'advertise'>,
): Assignment | undefined {
  const { room } = known
  const doors = ownDoors(known, sidecar.id).flatMap(({ key, entry }) => {
    const listen = game.listeners.find(({ transport }) => transport === entry.transport)
    if (!listen) return []
    const answer = listen.document && answersOf(game, listen.document, known, sidecar)
    return [doorOf(entry, listen, statesOf(known, sidecar).get(key)?.remembered, answer || undefined)]
  })
  if (doors.length === 0) return undefined
  const { game: slug, generation, limits } = room
  return { name: `${slug}/${room.room}`, generation, doors, ...limits }
}

const statesOf = ({ doors }: RoomWithDoors, { id }: Pick<Sidecar, 'id'>): DoorStates =>
  doors.get(id) ?? new Map()

function doorOf(
  entry: ListenAt,
  listen: GameListener,
  remembered: number | undefined,
  answer: ListenerDefinition['answer'],
): ListenerDefinition {
  return {
    transport: entry.transport,
    port: entry.port,
    ...(entry.port === 0 && remembered !== undefined && { remembered }),
    ...(listen.framing && { framing: listen.framing }),
    ...(listen.supersedePrefix && { supersede: base64(listen.supersedePrefix) }),
    ...(listen.batchesJson && { joins: true }),
    ...(answer && { answer }),
  }
}

/** The raw responses with which a sidecar serves the document. They name this sidecar, never another. */
function answersOf(
  game: Game,
  name: string,
  known: RoomWithDoors,
  sidecar: Pick<Sidecar, 'id' | 'advertise'>,
): ListenerDefinition['answer'] {
  const document = game.documents?.[name]
  if (!document) return undefined
  const transport = documentTransport(game)
  const states = statesOf(known, sidecar)
  const address = ownDoors(known, sidecar.id)
    .filter(({ entry }) => entry.transport === transport)
    .map(({ key }) => openPort(states.get(key)))
    .filter((port) => port !== undefined)
    .map((port) => ({ host: sidecar.advertise, port }))[0]
  const render = (away: boolean) =>
    base64(buildRawResponse(document.render(documentRoom(known.room), address, away), document.type))
  return { here: render(false), away: render(true) }
}

/** The transport whose address a game's documents contain: the first that is not a document itself. */
export function documentTransport(game: Game): Address['transport'] | undefined {
  return game.listeners.find(({ transport }) => transport !== 'dispatch')?.transport
}

/** A room as its documents show it. */
export function documentRoom({ room, title, status, comments }: Announcement): DocumentRoom {
  return { room, title, open: status === 'open', comments }
}

/** The addresses of a room's listeners on `sidecar`, or their errors; listeners not yet reported are left out. */
export function addressesOf(known: RoomWithDoors, sidecar: Sidecar): Address[] {
  const states = statesOf(known, sidecar)
  return ownDoors(known, sidecar.id).flatMap(({ key, entry: { transport } }): Address[] => {
    const state = states.get(key)
    if (state?.port === undefined) return []
    const { port, error } = state
    const { id, region } = sidecar
    const at = { port, sidecar: id, ...(region && { region }) }
    return [error === undefined ? { transport, host: sidecar.advertise, ...at } : { transport, ...at, error }]
  })
}

/** The address for clients of this transport: on the nearest sidecar, and of those the longest connected. */
export function addressBy(
  transport: Address['transport'] | undefined,
  { addresses }: ListedRoom,
  place?: GeoPoint,
): { readonly host: string; readonly port: number } | undefined {
  for (const { transport: by, host, port } of sortByDistance(addresses, place))
    if (by === transport && host !== undefined) return { host, port }
  return undefined
}

/** Rows after a report of a whole room: listeners that it does not mention are not open. */
export function reported(
  known: RoomWithDoors,
  sidecar: string,
  doors: readonly ListenerReport[],
): Map<string, DoorState> {
  const states = statesOf(known, { id: sidecar })
  const keys = doorKeys(doors)
  const said = new Map(doors.map((door, i) => [keys[i]!, door]))
  return new Map(
    ownDoors(known, sidecar).map(({ key, entry }) => {
      const remembered = states.get(key)?.remembered
      const kept = remembered === undefined ? {} : { remembered }
      const door = said.get(key)
      if (!door) return [key, kept]
      if (door.error !== undefined) return [key, { ...kept, port: door.port, error: door.error }]
      return [key, { port: door.port, ...(entry.port === 0 && { remembered: door.port }) }]
    }),
  )
}

const openPort = (state: DoorState | undefined) => (state?.error === undefined ? state?.port : undefined)

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const transports: ReadonlySet<string> = new Set(['tcp', 'udp', 'websocket', 'dispatch'])
/** Limit of listeners per room in a report; `listen` has at most 16 entries. */
const mostDoors = 64
const longestError = 200

/** Parses a sidecar's message. Throws WireError naming the field. */
export function readReport(message: Frame): MessageFromSidecar | undefined {
  if (typeof message !== 'string') throw new WireError('message: text wanted')
  const { type, rooms, ...report } = fieldsOf(parsed(message), 'message')
  if (type === 'opened') return { type, ...readRoom(report, '') }
  if (typeof type !== 'string') throw new WireError('type: text wanted')
  if (type !== 'all') return undefined
  if (!Array.isArray(rooms)) throw new WireError('rooms: a list wanted')
  return { type, rooms: rooms.map((room, i) => readRoom(fieldsOf(room, `rooms[${i}]`), `rooms[${i}].`)) }
}

function readRoom({ name, generation, doors }: Record<string, unknown>, path: string): RoomReport {
  if (typeof name !== 'string') throw new WireError(`${path}name: text wanted`)
  if (generation !== undefined && !isGeneration(generation))
    throw new WireError(`${path}generation: an integer wanted`)
  if (!Array.isArray(doors) || doors.length > mostDoors) {
    throw new WireError(`${path}doors: a list of at most ${mostDoors} wanted`)
  }
  const opened = doors.flatMap((door, i) => readOpened(door, `${path}doors[${i}]`) ?? [])
  return { name, ...(generation !== undefined && { generation }), doors: opened }
}

/** Undefined: a transport that only a newer build knows. */
function readOpened(value: unknown, path: string): ListenerReport | undefined {
  const { transport, asked, port, error } = fieldsOf(value, path)
  if (typeof transport !== 'string') throw new WireError(`${path}.transport: text wanted`)
  if (!isTransport(transport)) return undefined
  if (!isPort(asked)) throw new WireError(`${path}.asked: 0 to 65535 wanted`)
  if (!isPort(port)) throw new WireError(`${path}.port: 0 to 65535 wanted`)
  if (error === undefined) return { transport, asked, port }
  if (typeof error !== 'string' || error.length > longestError) {
    throw new WireError(`${path}.error: at most ${longestError} characters wanted`)
  }
  return { transport, asked, port, error }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WireError('message: JSON wanted')
  }
}

function fieldsOf(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new WireError(`${path}: an object wanted`)
  return value as Record<string, unknown>
}

const isTransport = (value: string): value is ListenerReport['transport'] => transports.has(value)
const isGeneration = (value: unknown): value is number => Number.isSafeInteger(value)
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65535
