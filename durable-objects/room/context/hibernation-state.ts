// State of the room that the next instance needs after hibernation. It is in the attachment of one open socket, so it
// costs no row and is lost with that socket.
import type { SeriesRefusal } from '../../model/series.ts'
import { type Platform, type Socket, socketStates } from '../../platform/platform.ts'
import type { UsageCounts } from '../../pricing/daily-usage.ts'

export interface LastAnnouncement {
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly refused?: SeriesRefusal
}

/** Usage since the last write. `at`: when usage was last counted, in milliseconds since 1970. */
export interface UnwrittenUsage extends Readonly<UsageCounts> {
  readonly at: number
}

interface StoredState {
  /** Increases with each update: the state with the highest number is the latest. */
  readonly number: number
  /** Number of players in the room. The next instance knows it only after its sidecars have resumed their sessions. */
  readonly players?: number
  /** The last announcement that the Directory has received; absent if that is unknown. */
  readonly announcement?: LastAnnouncement
  readonly usage?: UnwrittenUsage
}

/** The room's part of a socket's attachment. The socket's gateway owns the other fields. */
interface WithRoomState {
  readonly room?: StoredState
}

export class HibernationState {
  readonly #platform: Pick<Platform, 'sockets'>
  #state: StoredState | undefined
  #previousPlayers = 0
  #carrier: Socket | undefined

  constructor(platform: Pick<Platform, 'sockets'>) {
    this.#platform = platform
  }

  get previousPlayers(): number {
    this.#read()
    return this.#previousPlayers
  }

  get announcement(): LastAnnouncement | undefined {
    return this.#read().announcement
  }

  get usage(): UnwrittenUsage | undefined {
    return this.#read().usage
  }

  /** Returns false if no open socket can keep the state for a later instance. */
  update(
    change: Pick<StoredState, 'players' | 'usage'> & { readonly announcement?: LastAnnouncement | undefined },
  ): boolean {
    const { announcement, ...state } = { ...this.#read(), ...change }
    this.#state = { ...state, number: state.number + 1, ...(announcement && { announcement }) }
    if (this.#carrier?.readyState !== socketStates.open)
      this.#carrier = this.#platform.sockets().find(({ readyState }) => readyState === socketStates.open)
    this.#carrier?.serializeAttachment({
      ...(this.#carrier.deserializeAttachment() as object),
      room: this.#state,
    } satisfies WithRoomState)
    return this.#carrier !== undefined
  }

  attach(socket: Pick<Socket, 'serializeAttachment'>, own: object): void {
    const room = this.#read()
    socket.serializeAttachment(socket === this.#carrier ? { ...own, room } : own)
  }

  reset(): void {
    this.#state = { number: 0 }
    this.#previousPlayers = 0
    this.#carrier = undefined
  }

  #read(): StoredState {
    if (this.#state) return this.#state
    this.#state = { number: 0 }
    for (const socket of this.#platform.sockets()) {
      const { room } = (socket.deserializeAttachment() ?? {}) as WithRoomState
      if (!room || room.number <= this.#state.number) continue
      this.#state = room
      this.#carrier = socket
    }
    this.#previousPlayers = this.#state.players ?? 0
    return this.#state
  }
}
