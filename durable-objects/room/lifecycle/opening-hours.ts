import type { RoomContext } from '../context/room-context.ts'
import { describeRejection } from '../world/rejection.ts'
import type { WorldActions } from '../world/world-actions.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'

const minuteMs = 60_000
/** Players are warned at these times before the room closes. */
const noticesMs = [10 * minuteMs, minuteMs] as const
/** An instance skips notices that were due more than `latenessMs` before its start. */
const latenessMs = minuteMs

interface ClosingWorld {
  readonly occupied:
    | (Pick<WorldRuntime, 'sessions' | 'endSession'> & { readonly actions: Pick<WorldActions, 'broadcast'> })
    | undefined
}

export class OpeningHours {
  readonly #context: RoomContext
  readonly #world: ClosingWorld
  readonly #changed: () => void
  /** Notices due until this time, in milliseconds since 1970, have been sent or are too old. */
  #noticedUntil: number

  /** `changed`: called when the room may have opened or closed. */
  constructor(context: RoomContext, world: ClosingWorld, changed: () => void) {
    this.#context = context
    this.#world = world
    this.#changed = changed
    this.#noticedUntil = context.startedAt - latenessMs
    const { events } = context
    events.on('worldOpened', () => this.schedule())
    events.on('announcing', () => this.schedule())
  }

  onAlarm(): void {
    const { meta, availability, now } = this.#context
    if (meta?.schedule) {
      if (availability.isOpen) this.#giveNotice(availability.closesAt, now)
      else this.#letPlayersGo()
      this.#changed()
    }
    this.schedule()
  }

  /** Sets the alarm for the next notice, closing or opening, whichever is first. */
  schedule(): void {
    const { alarm, availability, now } = this.#context
    const { opensAt, closesAt } = availability
    const notices = closesAt === undefined ? [] : noticesMs.map((before) => closesAt - before)
    const next = [...notices, closesAt, opensAt].filter((at) => at !== undefined && at > now)
    alarm.request('hours', next.length > 0 ? Math.min(...(next as number[])) : undefined)
  }

  #giveNotice(closesAt: number | undefined, now: number): void {
    if (closesAt === undefined) return
    const isDue = noticesMs.some((before) => {
      const at = closesAt - before
      return at > this.#noticedUntil && at <= now
    })
    this.#noticedUntil = now
    const minutes = Math.max(1, Math.round((closesAt - now) / minuteMs))
    if (isDue)
      this.#world.occupied?.actions.broadcast(
        `This room closes in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      )
  }

  #letPlayersGo(): void {
    const world = this.#world.occupied
    const { meta, availability } = this.#context
    const { closeReason } = describeRejection('closed', meta?.schedule, availability)
    for (const session of world?.sessions ?? []) world?.endSession(session, closeReason, 'closed')
  }
}
