import { type Refusal, refusal } from '../../../games/refusal.ts'
import { shiftDueTimes } from '../../../games/shared/due-times.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import type { Timeline } from '../../rpc/rpc-types.ts'
import type { EarlierState, RecordHistory } from '../../storage/record-history.ts'
import { type StoredValue, TransactionStore } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { addRoomMetadata, canReadVersion, type RoomMetadata } from '../context/room-metadata.ts'
import { checkpointKeyPrefix } from '../sessions/session-checkpoint.ts'

const second = 1000

export class Rewind {
  readonly #context: RoomContext
  readonly #history: RecordHistory

  constructor(context: RoomContext, history: RecordHistory) {
    this.#context = context
    this.#history = history
  }

  /** `since`: the earliest time to which the room can go back. */
  timeline(after: number): Timeline {
    const { since } = this.#history
    return {
      ...(since !== undefined && { since: new Date(since).toISOString() }),
      lines: this.#context.roomLog.timelineAfter(after),
    }
  }

  /**
   * The state of the world at the end of the second that contains `at` (milliseconds since 1970). Due times are moved
   * by the time since then, so that timers have as much time left as they had at `at`. Call when all changes are
   * written.
   */
  stateAt(at: number): EarlierState | Refusal {
    const { since } = this.#history
    if (since === undefined) return refusal('at', 'the room keeps no history: switch it on in its settings')
    if (at > this.#context.now) return refusal('at', 'is in the future')
    const state = this.#history.stateAt(at)
    if (state === 'too-early')
      return refusal('at', `the history reaches back to ${new Date(since).toISOString()}`)
    if (state === 'too-much') return refusal('at', 'too much has changed since: choose a later time')
    try {
      return { ...state, changes: this.#withDueTimesMoved(state.changes, at) }
    } catch (error) {
      // An imported history may contain records that the game cannot read.
      this.#context.log('warn', 'cannot go back', { detail: describeError(error) })
      return refusal('at', 'the world of that time is unreadable: choose another time')
    }
  }

  #withDueTimesMoved(past: EarlierState['changes'], at: number): EarlierState['changes'] {
    const { game, now, records } = this.#context
    const passedMs = Math.max(0, Math.floor(now) - (Math.floor(at / second) + 1) * second)
    const changes = new Map(past)
    shiftDueTimes(game?.dueTimeShifts ?? {}, new TransactionStore(records, 'game/', changes), passedMs)
    return changes
  }

  /**
   * Replaces the world by its state at `at`, in one transaction. A further call can undo this, because the history
   * contains the replaced values. Every session ends and cannot resume. A refusal changes nothing.
   */
  replaceWorld(at: number): Refusal | undefined {
    const { events, records } = this.#context
    const possible = this.stateAt(at)
    if ('refused' in possible) return possible
    if (!canReadVersion(this.#context.game!, possible.version))
      return refusal('at', 'the records of that time have a version that this site cannot read')
    events.emit('worldReplaced', 'the host takes the room back to an earlier time: connect again')
    // Ending the sessions has changed the world, so the changes to the earlier state are computed again.
    const state = this.stateAt(at)
    if ('refused' in state) return state
    const meta = this.#context.meta!
    const rewound: RoomMetadata = { ...meta, version: state.version, rewinds: (meta.rewinds ?? 0) + 1 }
    const changes = new Map<string, StoredValue | undefined>(state.changes)
    // Sessions that have not resumed in this instance belong to the later world, so their rows are deleted.
    for (const [key] of records.list(checkpointKeyPrefix)) changes.set(key, undefined)
    addRoomMetadata(changes, rewound)
    records.write(changes)
    this.#context.meta = rewound
    return undefined
  }
}
