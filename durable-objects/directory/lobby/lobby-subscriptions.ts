// Browsers get updates of rooms over a WebSocket of the Directory, which stays open while the Directory hibernates.
// Updates are sent at most once a second.

import { closeCodes } from '../../../wire/link/control-messages.ts'
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { type Platform, type Socket, socketStates } from '../../platform/platform.ts'
import type { ListedRoom } from '../../rpc/directory-rpc.ts'

/** The tag of the subscribers' sockets. A sidecar's id has no colon, so it cannot equal this tag. */
export const lobbyTag = 'live:'
const intervalMs = 1000
const maxSubscribers = 1000
const maxSubscribersPerAddress = 20

export interface RoomUpdate
  extends Partial<
    Pick<
      ListedRoom,
      'title' | 'status' | 'players' | 'capacity' | 'addresses' | 'opensAt' | 'closesAt' | 'message'
    >
  > {
  readonly name: string
  readonly gone?: true
}

interface Subscriber {
  readonly kind: 'live'
  readonly address: string
  /** Names of the rooms whose updates are sent; empty for all rooms. */
  readonly names: readonly string[]
}

export interface LobbySubscriptionsSettings {
  readonly platform: Platform
  room(name: string): Promise<ListedRoom | undefined>
}

export class LobbySubscriptions {
  readonly #settings: LobbySubscriptionsSettings
  readonly #changed = new Set<string>()
  readonly #timer: OneShotTimer
  #lastSentAt = Number.NEGATIVE_INFINITY

  constructor(settings: LobbySubscriptionsSettings) {
    this.#settings = settings
    this.#timer = new OneShotTimer(settings.platform.clock, () => void this.#sendChanges())
  }

  /** Whether the socket is a subscriber's; all other sockets of the Directory are sidecars'. */
  static isSubscriber(socket: Socket): boolean {
    return (socket.deserializeAttachment() as { readonly kind?: string } | null)?.kind === 'live'
  }

  /**
   * Sends the state of the subscriber's rooms, because its page may show an older state. Returns false if there are too
   * many subscribers.
   */
  accept(socket: Socket, { address, names }: Omit<Subscriber, 'kind'>): boolean {
    const others = this.#sockets()
    if (others.length >= maxSubscribers) return false
    const counted = addressLimitKey(address)
    const same = () => others.filter((other) => addressLimitKey(subscriberOf(other).address) === counted)
    if (!isLoopback(address) && same().length >= maxSubscribersPerAddress) return false
    this.#settings.platform.accept(socket, lobbyTag)
    socket.serializeAttachment({ kind: 'live', address, names })
    if (names.length > 0) void this.#send([socket], names)
    return true
  }

  message(socket: Socket): void {
    socket.close(closeCodes.protocol, 'this socket is read-only')
  }

  roomChanged(name: string): void {
    if (this.#sockets().length === 0) return
    this.#changed.add(name)
    const { clock } = this.#settings.platform
    this.#timer.start(Math.min(intervalMs, Math.max(0, this.#lastSentAt + intervalMs - clock.now())))
  }

  async #sendChanges(): Promise<void> {
    this.#lastSentAt = this.#settings.platform.clock.now()
    const names = [...this.#changed]
    this.#changed.clear()
    await this.#send(this.#sockets(), names)
  }

  async #send(sockets: readonly Socket[], names: readonly string[]): Promise<void> {
    const rooms = await Promise.all(names.map((name) => this.#currentState(name)))
    const all = JSON.stringify({ rooms })
    for (const socket of sockets) {
      const { names: watched } = subscriberOf(socket)
      const updates = watched.length > 0 ? rooms.filter(({ name }) => watched.includes(name)) : rooms
      if (updates.length > 0 && socket.readyState === socketStates.open)
        socket.send(updates.length === rooms.length ? all : JSON.stringify({ rooms: updates }))
    }
  }

  async #currentState(name: string): Promise<RoomUpdate> {
    const room = await this.#settings.room(name)
    if (!room) return { name, gone: true }
    const { title, status, players, capacity, addresses, opensAt, closesAt, message } = room
    return {
      ...{ name, title, status, players, capacity, addresses },
      ...(opensAt !== undefined && { opensAt }),
      ...(closesAt !== undefined && { closesAt }),
      ...(message && { message }),
    }
  }

  #sockets(): readonly Socket[] {
    return this.#settings.platform
      .sockets(lobbyTag)
      .filter(({ readyState }) => readyState === socketStates.open)
  }
}

const subscriberOf = (socket: Socket) => socket.deserializeAttachment() as Subscriber
