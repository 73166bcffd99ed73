// Backups by the clock: the first when none is there or the last is old enough, then one every so often, restarts or not.
import type { Clock, Timer } from '../../wire/clock.ts'
import { backUp, reasonOf } from './backup.ts'
import type { BackupFolder } from './folder.ts'
import type { BackedSite } from './site.ts'

/** Milliseconds until one that failed is tried again, at most. */
const againMs = 15 * 60_000
/** A timer's longest; what is due later is looked at again then. */
const longestMs = 24 * 60 * 60_000

/** What of a log is used. */
interface Log {
  info(fields: object, event: string): void
  error(fields: object, event: string): void
}

export interface ScheduleSettings {
  /** Whose requests fail when it is told so. */
  site(stopped: AbortSignal): BackedSite
  readonly folder: BackupFolder
  readonly everyMs: number
  /** Backups that stay; absent: all. */
  readonly keep?: number | undefined
  readonly clock: Clock
  readonly log: Log
}

export class BackupSchedule {
  readonly #settings: ScheduleSettings
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(settings: ScheduleSettings) {
    this.#settings = settings
    this.#running = this.#begin()
  }

  /** Ends the one that is under way, and is back then: the next one begins where that was. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#timer?.cancel()
    await this.#running
  }

  async #begin(): Promise<void> {
    const { folder, everyMs, clock, log } = this.#settings
    try {
      const last = await folder.newest()
      this.#at(last ? Date.parse(last.takenAt) + everyMs : clock.now())
    } catch (error) {
      log.error({ error: reasonOf(error) }, 'the folder of backups cannot be read')
      this.#at(clock.now() + Math.min(everyMs, againMs))
    }
  }

  #at(due: number): void {
    if (this.#stopping.signal.aborted) return
    const { clock } = this.#settings
    const left = Math.max(0, due - clock.now())
    this.#timer = clock.after(Math.min(left, longestMs), () => {
      if (left > longestMs) return this.#at(due)
      this.#running = this.#run()
    })
  }

  async #run(): Promise<void> {
    const { folder, everyMs, keep, clock, log } = this.#settings
    const site = this.#settings.site(this.#stopping.signal)
    const begun = clock.now()
    try {
      const { manifest, changed, bytes } = await backUp(site, folder, () => clock.now(), keep)
      const { rooms, failed } = manifest
      log.info({ rooms: rooms.length, changed, bytes, failed: failed.length }, 'backed up')
      for (const { name, error } of failed) log.error({ room: name, error }, 'a room was not backed up')
      this.#at(begun + everyMs)
    } catch (error) {
      log.error({ error: reasonOf(error) }, 'not backed up')
      this.#at(clock.now() + Math.min(everyMs, againMs))
    }
  }
}
