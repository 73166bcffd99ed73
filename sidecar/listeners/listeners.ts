// Reconciles the listeners of all assigned rooms with the desired state. This code refers to transports only by their
// names.
import type { Logger } from 'pino'
import type {
  Assignment,
  ListenerDefinition,
  ListenerReport,
  ListResult,
  RoomReport,
} from '../../wire/link/control-messages.ts'
import type { AnnouncedListener } from '../announcing/server-list-announcer.ts'
import type { AdditionalDispatchPort } from '../config/setting-definitions.ts'
import { WriteLatency } from '../monitoring/latency-histograms.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { SessionHandle, TransportClient } from '../sessions/session.ts'
import { createRoomLog } from '../util/log.ts'
import { nodeClock } from '../util/node-clock.ts'
import {
  AddressCounts,
  type Listener,
  type ListenerContext,
  type ListenerFactory,
  type ListenerSpec,
} from './base/listener.ts'
import { isPortFixed, type PortRules, portsToTry } from './port-selection.ts'
import { openDispatchListener } from './transports/dispatch.ts'
import { openTcpListener } from './transports/tcp.ts'
import { openUdpListener } from './transports/udp.ts'
import { createWebSocketListenerFactory } from './websocket/websocket-listener.ts'

const portInUseHint =
  'another program uses this port. Two sidecars on one machine need different bind addresses, or rooms that accept any port'

const maxConnectionsPerListener = 4_096
/** Listeners that could not be opened are retried at this interval. */
export const retryIntervalMs = 10_000
/**
 * The sidecar removes a room that the Directory did not list if this many reports, one each `retryIntervalMs`, get no
 * answer.
 */
export const maxUnlistedReports = 6

export interface ListenersSettings
  extends Pick<ListenerContext, 'proxies' | 'balancers' | 'certificate' | 'log' | 'isWorkerUnreachable'> {
  readonly bind: string
  readonly ports: PortRules
  readonly extraDispatch: readonly AdditionalDispatchPort[]
  /** `drop`: ends the link of a room. */
  readonly sessions: {
    open(room: Assignment, client: TransportClient): SessionHandle
    drop(name: string): void
  }
  readonly metrics: Metrics
  onRoomReport(report: RoomReport): void
  /** Called with the reports of all assigned rooms after the Directory has sent `all`. */
  onFullReport(reports: readonly RoomReport[]): void
}

export interface ListenerStatus extends ListenerReport {
  /** `game/room`. */
  readonly name: string
}

interface ListenerSlot {
  spec: ListenerSpec
  /**
   * Whether the listener is from this sidecar's settings, not from the Worker. The Worker receives no reports about
   * such a listener.
   */
  readonly isExtra: boolean
  readonly context: ListenerContext
  listener?: Listener | undefined
  /** Milliseconds since 1970. */
  openedAt?: number
  error?: string | undefined
}

interface AssignedRoom {
  /** The room's generation in the last assignment. */
  generation: number
  readonly addressCounts: AddressCounts
  readonly log: Logger
  slots: ListenerSlot[]
  /** Answers of the server lists, while the room is announced. */
  listResults?: readonly ListResult[] | undefined
  /** The number of further reports after which the room is removed. Set only if the Directory did not list the room. */
  unlistedReportsLeft?: number | undefined
}

export class Listeners {
  readonly #settings: ListenersSettings
  readonly #openByTransport: Readonly<Record<ListenerDefinition['transport'], ListenerFactory>> = {
    tcp: openTcpListener,
    udp: openUdpListener,
    websocket: createWebSocketListenerFactory(),
    dispatch: openDispatchListener,
  }
  readonly #rooms = new Map<string, AssignedRoom>()
  /**
   * Rooms that other sidecars serve now, but that still have clients on this sidecar. The values are the rooms' names.
   */
  readonly #drainingRooms = new Map<AssignedRoom, string>()
  readonly #retryTimer: NodeJS.Timeout
  #lastChange: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(settings: ListenersSettings) {
    this.#settings = settings
    this.#retryTimer = setInterval(() => this.#enqueue(() => this.#retry()), retryIntervalMs).unref()
  }

  /**
   * The Directory may have lost a room that this sidecar serves. The clients of such a room stay connected, and the
   * room is reported again, until the Directory answers that the room is assigned or gone.
   */
  applyAll(assignments: readonly Assignment[]): Promise<void> {
    const names = new Set(assignments.map(({ name }) => name))
    const requestedPorts = new Set(assignments.flatMap(({ doors }) => doors.map(({ port }) => port)))
    return this.#enqueue(async () => {
      const unlisted: [name: string, room: AssignedRoom][] = []
      for (const [name, room] of this.#rooms) {
        if (names.has(name)) continue
        if (room.slots.some(({ listener }) => listener && requestedPorts.has(listener.port)))
          await this.#removeNow(name)
        else unlisted.push([name, room])
      }
      await this.#apply(assignments)
      this.#settings.onFullReport(Array.from(names, (name) => this.#reportOf(name)))
      for (const [name, room] of unlisted) this.#reportUnlisted(name, room, maxUnlistedReports)
    })
  }

  #reportUnlisted(name: string, room: AssignedRoom, left: number): void {
    room.unlistedReportsLeft = left
    this.#sendReport(name)
  }

  applyRoom(assignment: Assignment): Promise<void> {
    return this.#enqueue(async () => {
      await this.#apply([assignment])
      this.#sendReport(assignment.name)
    })
  }

  removeRoom(name: string): Promise<void> {
    return this.#enqueue(() => this.#removeNow(name))
  }

  /**
   * [LINK-13] Call when another sidecar serves the room. Accepts no new clients for it, but keeps the connected ones.
   */
  handOverRoom(name: string): Promise<void> {
    return this.#enqueue(async () => {
      const room = this.#rooms.get(name)
      if (!room) return
      this.#rooms.delete(name)
      this.#drainingRooms.set(room, name)
      const listeners = room.slots.flatMap(({ listener }) => (listener ? [listener] : []))
      await Promise.all(listeners.map((listener) => listener.stopAccepting()))
      void Promise.all(listeners.map((listener) => listener.whenEmpty())).then(() =>
        this.#enqueue(() => this.#finishHandOver(name, room)),
      )
    })
  }

  async #finishHandOver(name: string, room: AssignedRoom): Promise<void> {
    if (!this.#drainingRooms.delete(room)) return
    // If the room was assigned again meanwhile, the new listeners use the same link, so the link is kept.
    const isOpen = this.#rooms.has(name) || [...this.#drainingRooms.values()].includes(name)
    await (isOpen ? closeListeners(room) : this.#closeRoom(name, room))
  }

  /** The status of every listener, including those that are not open. */
  statuses(): ListenerStatus[] {
    return [...this.#rooms].flatMap(([name, room]) => room.slots.map((slot) => ({ name, ...statusOf(slot) })))
  }

  announcedListeners(): AnnouncedListener[] {
    return [...this.#rooms].flatMap(([name, room]) => {
      const slot = announcedSlot(room)
      const entry = slot?.spec.assignment.listEntry
      if (!slot?.listener || !entry) return []
      const { bytesFromClient, bytesFromServer } = slot.context.counters
      return {
        ...{ name, generation: room.generation, entry, port: slot.listener.port, openedAt: slot.openedAt! },
        ...{ bytesFromClients: bytesFromClient, bytesToClients: bytesFromServer },
      }
    })
  }

  /** Stores the answers of server lists, and reports them to the Directory if they have changed. */
  setListResults(
    { name, generation }: Pick<RoomReport, 'name' | 'generation'>,
    results: readonly ListResult[],
  ): void {
    const room = this.#rooms.get(name)
    if (room?.generation !== generation || !announcedSlot(room)) return
    if (JSON.stringify(room.listResults) === JSON.stringify(results)) return
    room.listResults = results
    this.#sendReport(name)
  }

  stopAccepting(): Promise<void> {
    clearInterval(this.#retryTimer)
    return this.#enqueue(async () => {
      this.#isStopped = true
      await Promise.all(this.#allSlots().map((slot) => slot.listener?.stopAccepting()))
    })
  }

  /** Closes all listeners. Resolves when the clients have received their pending output, at most after 5 s. */
  async close(reason: string): Promise<void> {
    await this.stopAccepting()
    const listeners = this.#allSlots().flatMap(({ listener }) => (listener ? [listener] : []))
    this.#rooms.clear()
    this.#drainingRooms.clear()
    await Promise.all(listeners.map((listener) => listener.close(reason)))
    await Promise.all(listeners.map((listener) => listener.whenEmpty()))
  }

  #allSlots(): ListenerSlot[] {
    return [...this.#rooms.values(), ...this.#drainingRooms.keys()].flatMap((room) => room.slots)
  }

  #enqueue(change: () => Promise<void>): Promise<void> {
    this.#lastChange = this.#lastChange.then(async () => {
      if (!this.#isStopped)
        await change().catch((error) => this.#settings.log.error({ err: error }, 'listener change failed'))
    })
    return this.#lastChange
  }

  async #apply(assignments: readonly Assignment[]): Promise<void> {
    const toOpen: ListenerSlot[] = []
    const toClose: ListenerSlot[] = []
    for (const assignment of assignments) this.#reconcile(assignment, toOpen, toClose)
    const portInUse = await this.#openSlots(toOpen)
    for (const slot of toClose) await slot.listener?.close('listener closed')
    if (toClose.length) await this.#openSlots(portInUse)
  }

  /**
   * Keeps the room's listeners that are still assigned. Adds new ones to `toOpen`, and those no longer assigned to
   * `toClose`.
   */
  #reconcile(assignment: Assignment, toOpen: ListenerSlot[], toClose: ListenerSlot[]): void {
    const room = this.#rooms.get(assignment.name) ?? this.#createRoom(assignment)
    room.unlistedReportsLeft = undefined
    const isNewGeneration = room.generation !== assignment.generation
    room.generation = assignment.generation
    if (isNewGeneration || !assignment.listEntry) room.listResults = undefined
    const previous = new Set(room.slots)
    room.slots = this.#specsOf(assignment, room.log).map(({ spec, isExtra }) => {
      const existing = [...previous].find(
        (slot) =>
          slot.isExtra === isExtra &&
          isSameListener(slot.spec.definition, spec.definition) &&
          !(isNewGeneration && isAtForeignPort(slot, spec.definition)),
      )
      if (existing && previous.delete(existing)) return updateSlot(existing, spec)
      return { spec, isExtra, context: this.#createContext(assignment.name, room, spec.definition) }
    })
    toOpen.push(...room.slots.filter((slot) => !slot.listener))
    toClose.push(...previous)
  }

  #specsOf(assignment: Assignment, log: Logger): { spec: ListenerSpec; isExtra: boolean }[] {
    const dispatchListener = assignment.doors.find((definition) => definition.transport === 'dispatch')
    const extras = this.#settings.extraDispatch.filter(({ room }) => room === assignment.name)
    if (extras.length && !dispatchListener)
      log.warn('the room has no dispatch response for the additional port')
    return [
      ...assignment.doors.map((definition) => ({ spec: { assignment, definition }, isExtra: false })),
      ...(dispatchListener ? extras : []).map(({ port }) => ({
        spec: {
          assignment,
          definition: { transport: 'dispatch' as const, port, answer: dispatchListener!.answer! },
        },
        isExtra: true,
      })),
    ]
  }

  #createRoom(assignment: Assignment): AssignedRoom {
    const { name, generation } = assignment
    const room = {
      generation,
      addressCounts: new AddressCounts(),
      log: createRoomLog(this.#settings.log, name),
      slots: this.#takeBackSlots(assignment),
    }
    this.#rooms.set(name, room)
    return room
  }

  /**
   * [LINK-13] A room that was handed over keeps its listeners open for its connected clients. If the room is assigned
   * again, removes the listeners that the assignment needs from the handed-over room, and returns them.
   */
  #takeBackSlots({ name, doors }: Assignment): ListenerSlot[] {
    const taken: ListenerSlot[] = []
    for (const [room, drainingName] of this.#drainingRooms) {
      if (drainingName !== name) continue
      room.slots = room.slots.filter((slot) => {
        const isAssigned = doors.some((definition) => isSameListener(slot.spec.definition, definition))
        if (!isAssigned || !slot.listener?.resumeAccepting) return true
        slot.listener.resumeAccepting()
        taken.push(slot)
        return false
      })
      if (room.slots.length === 0) this.#drainingRooms.delete(room)
    }
    return taken
  }

  #createContext(
    name: string,
    { addressCounts, log }: AssignedRoom,
    { transport }: ListenerDefinition,
  ): ListenerContext {
    const { sessions, metrics, isWorkerUnreachable, proxies, balancers, certificate } = this.#settings
    return {
      openSession: (room, client) => sessions.open(room, client),
      addressCounts,
      maxConnections: maxConnectionsPerListener,
      proxies,
      balancers,
      certificate,
      log,
      clock: nodeClock,
      counters: metrics.countersFor(name, transport),
      writeLatency: new WriteLatency(nodeClock, metrics.latencies.forRoom(name)),
      isWorkerUnreachable,
    }
  }

  /**
   * Listeners with a fixed port are first, so that no other listener opens their port. Returns the slots whose port was
   * in use.
   */
  async #openSlots(slots: readonly ListenerSlot[]): Promise<ListenerSlot[]> {
    const portInUse: ListenerSlot[] = []
    for (const slot of [...slots].sort((a, b) => this.#portFlexibility(a) - this.#portFlexibility(b))) {
      await this.#openSlot(slot)
      if (slot.error === 'EADDRINUSE') portInUse.push(slot)
    }
    return portInUse
  }

  #portFlexibility({ spec: { definition } }: ListenerSlot): number {
    if (isPortFixed(definition, this.#settings.ports)) return 0
    return definition.remembered ? 1 : 2
  }

  async #openSlot(slot: ListenerSlot): Promise<void> {
    const { definition } = slot.spec
    const { log } = slot.context
    const previousError = slot.error
    slot.error = await this.#tryPorts(slot)
    const { transport, port } = definition
    if (slot.listener) {
      slot.openedAt = nodeClock.now()
      log.info({ transport, port: slot.listener.port }, 'open')
    } else if (slot.error !== previousError) {
      const hint = slot.error === 'EADDRINUSE' ? { hint: portInUseHint } : {}
      log.warn({ transport, port, error: slot.error, ...hint }, 'not open')
    }
  }

  /**
   * Opens a listener at the first port that is free, and sets `slot.listener`. If no port can be opened, returns the
   * reason.
   */
  async #tryPorts(slot: ListenerSlot): Promise<string | undefined> {
    const { bind, ports } = this.#settings
    const { definition } = slot.spec
    const openPorts = new Set(this.#allSlots().flatMap(({ listener }) => (listener ? [listener.port] : [])))
    for (const port of portsToTry(definition, ports, openPorts)) {
      try {
        slot.listener = await this.#openByTransport[definition.transport](
          slot.spec,
          { host: bind, port },
          slot.context,
        )
        return undefined
      } catch (error) {
        const reason = reasonOf(error)
        if (isPortFixed(definition, ports) || !mayRetryOtherPort(reason)) return reason
      }
    }
    return 'no free port'
  }

  async #removeNow(name: string): Promise<void> {
    const room = this.#rooms.get(name)
    if (!room) return
    this.#rooms.delete(name)
    await this.#closeRoom(name, room)
  }

  async #closeRoom(name: string, room: AssignedRoom): Promise<void> {
    this.#settings.sessions.drop(name)
    await closeListeners(room)
    this.#settings.metrics.removeRoom(name)
    room.log.info('gone')
  }

  async #retry(): Promise<void> {
    for (const [name, room] of this.#rooms) {
      if (room.unlistedReportsLeft === 0) {
        await this.#removeNow(name)
        continue
      }
      if (room.unlistedReportsLeft !== undefined)
        this.#reportUnlisted(name, room, room.unlistedReportsLeft - 1)
      const failed = room.slots.filter((slot) => !slot.listener)
      const before = failed.map((slot) => slot.error)
      await this.#openSlots(failed)
      if (failed.some((slot, index) => slot.error !== before[index])) this.#sendReport(name)
    }
  }

  #sendReport(name: string): void {
    this.#settings.onRoomReport(this.#reportOf(name))
  }

  #reportOf(name: string): RoomReport {
    const room = this.#rooms.get(name)!
    const announced = announcedSlot(room)
    const reports = room.slots
      .filter((slot) => !slot.isExtra)
      .map((slot) => ({
        ...statusOf(slot),
        ...(slot === announced && room.listResults && { lists: room.listResults }),
      }))
    return { name, generation: room.generation, doors: reports }
  }
}

/** The first listener of the transport that the room's list entry names. Undefined for a room that is not announced. */
function announcedSlot({ slots }: AssignedRoom): ListenerSlot | undefined {
  return slots.find(
    ({ isExtra, spec: { assignment, definition } }) =>
      !isExtra && definition.transport === assignment.listEntry?.transport,
  )
}

async function closeListeners({ slots }: AssignedRoom): Promise<void> {
  await Promise.all(slots.map(({ listener }) => listener?.close('room deleted')))
}

function updateSlot(slot: ListenerSlot, spec: ListenerSpec): ListenerSlot {
  slot.spec = spec
  slot.listener?.update(spec)
  return slot
}

/** Whether a listener that was opened for `a` can be kept for `b`: their limits, framing and response may differ. */
function isSameListener(a: ListenerDefinition, b: ListenerDefinition): boolean {
  const isSameKind = !a.framing === !b.framing && !a.answer === !b.answer
  return isSameKind && a.transport === b.transport && a.port === b.port
}

/**
 * [LINK-14] Whether the listener is still open at the port of an earlier room of this name, while another port is
 * reserved for this room.
 */
function isAtForeignPort({ listener }: ListenerSlot, { port, remembered }: ListenerDefinition): boolean {
  return port === 0 && listener !== undefined && remembered !== undefined && listener.port !== remembered
}

function statusOf({ spec: { definition }, listener, error }: ListenerSlot): ListenerReport {
  const { transport, port: asked } = definition
  return { transport, asked, port: listener?.port ?? asked, ...(error && { error }) }
}

function mayRetryOtherPort(reason: string): boolean {
  return reason === 'EADDRINUSE' || reason === 'EACCES'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
