// The parts of a room notify each other through these events, and so need no references to each other.
import type { GameEvent } from '../../../games/game.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import type { StoredValue } from '../../storage/records.ts'
import type { ClientSession } from '../sessions/client-session.ts'

/** An event for the timeline and webhooks. `player`: the id of the reported player's session. */
export type TimelineEvent =
  | GameEvent
  | (Pick<GameEvent, 'text' | 'labels' | 'mentions'> &
      ({ readonly kind: 'report'; readonly player: string } | { readonly kind: 'story' }))

/** `emit` calls the listeners synchronously, in the order of subscription. */
export interface RoomEventArguments {
  /** The world has been opened, at least read-only. */
  worldReadable: []
  /** The world is open: clients may connect from now on. */
  worldOpened: []
  worldUnreadable: []
  /** A transaction threw this error, which neither a client nor a full disk caused. */
  transactionFailed: [error: unknown]
  /** A repeated failure in the world has started or ended. */
  faultChanged: []
  /** The number of players has changed, or sidecars have resumed their sessions. */
  playersChanged: []
  tickingChanged: []
  /** For the first time since opening: a frame has arrived, players play, or player data is about to be erased. */
  firstActivity: []
  /** A transaction is committed and its output is sent. */
  transactionDone: []
  /** A transaction with these events is about to commit `changes`. Events added by a listener go to later listeners. */
  committing: [events: TimelineEvent[], changes: Map<string, StoredValue | undefined>]
  committed: []
  commitFailed: []
  /** The last session has ended, and all changes are written. */
  emptied: []
  /** The name of a session's player was set, changed or unset. `isResumed`: the session is older than this instance. */
  nameChanged: [session: ClientSession, before: string | undefined, isResumed: boolean]
  sessionEnded: [session: ClientSession, reason: string]
  clientRejected: [address: string, reason: string]
  /** Something happened that the owner should know. The details are in the operator's log. */
  faultDescribed: [text: string]
  announcing: [announcement: RoomAnnouncement]
  /** A story is stored, and the board has changed. */
  storyStored: []
  /** The owner has changed the settings or banned somebody, so other people than before may watch. */
  permissionsChanged: []
  messageChanged: []
  /** The owner has run a console command or changed the settings, or player data was removed from the world. */
  ownerChangedWorld: []
  /** The room is about to get a new world: unsaved changes are written, and every session ends for this reason. */
  worldReplaced: [reason: string]
  /** The history becomes empty: world records are about to be replaced without the write log, or the disk is full. */
  historyDropped: []
  /** Records were changed directly, not by the parts of the room that own them. Every part drops what it has read. */
  recordsRewritten: []
  /** Deletion has started: every part stops its timers and drops its state. */
  deleting: []
  /** The storage is empty: every part drops what it has read. */
  deleted: []
}

type EventName = keyof RoomEventArguments
type Listeners = { [E in EventName]?: ((...args: RoomEventArguments[E]) => void)[] }

export class RoomEvents {
  readonly #listeners: Listeners = {}

  on<E extends EventName>(event: E, listener: (...args: RoomEventArguments[E]) => void): void {
    const known = this.#listeners[event]
    if (known) known.push(listener)
    else Object.assign(this.#listeners, { [event]: [listener] })
  }

  emit<E extends EventName>(event: E, ...args: RoomEventArguments[E]): void {
    const listeners: Listeners[E] = this.#listeners[event]
    if (listeners) for (const listener of listeners) listener(...args)
  }
}
