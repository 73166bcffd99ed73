// If the folder already has a backup of the site, the first backup waits until the newest one is old enough, so that
// restarts do not shift the schedule.
import type { Clock, Timer } from '../../wire/util/clock.ts'
import { backupErrorMessage, createBackup } from './backup.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { SiteClient } from './site-client.ts'

/** The longest wait before a failed backup is retried. */
const retryMs = 15 * 60_000
/** The longest delay of a timer. A longer wait is split into several timers. */
const maxTimerMs = 24 * 60 * 60_000

interface Log {
  info(fields: object, event: string): void
  error(fields: object, event: string): void
}

export interface BackupScheduleSettings {
  /** A client of the site whose requests fail when `stopped` is aborted. */
  site(stopped: AbortSignal): SiteClient
  readonly folder: BackupFolder
  readonly everyMs: number
  /** Absent: all backups are kept. */
  readonly keep?: number | undefined
  readonly clock: Clock
  readonly log: Log
}

export class BackupSchedule {
  readonly #settings: BackupScheduleSettings
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(settings: BackupScheduleSettings) {
    this.#settings = settings
    this.#running = this.#scheduleFirst()
  }

  /** Aborts a running backup. The next process starts it again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#timer?.cancel()
    await this.#running
  }

  async #scheduleFirst(): Promise<void> {
    const { folder, clock, everyMs, log, site } = this.#settings
    try {
      const last = await folder.newestManifest(site(this.#stopping.signal).origin)
      const age = last ? clock.now() - Date.parse(last.takenAt) : everyMs
      // If the age is negative, the clock was wrong at the last backup or is wrong now, so a backup runs at once.
      if (age < 0)
        log.error({ takenAt: last?.takenAt }, 'the last backup is dated in the future: a clock was wrong')
      this.#scheduleIn(age < 0 ? 0 : Math.max(0, everyMs - age))
    } catch (error) {
      log.error({ error: backupErrorMessage(error) }, 'backup folder not readable')
      this.#scheduleIn(Math.min(everyMs, retryMs))
    }
  }

  /** Schedules the next backup by timers, so that setting the clock does not move it. */
  #scheduleIn(ms: number): void {
    this.#timer?.cancel()
    if (this.#stopping.signal.aborted) return
    this.#timer = this.#settings.clock.after(Math.min(ms, maxTimerMs), () => {
      if (ms > maxTimerMs) return this.#scheduleIn(ms - maxTimerMs)
      this.#running = Promise.resolve(this.#running).then(() => this.#runBackup())
    })
  }

  async #runBackup(): Promise<void> {
    const { folder, everyMs, keep, clock, log } = this.#settings
    const site = this.#settings.site(this.#stopping.signal)
    // The interval is between the starts of two backups, however long a backup takes.
    this.#scheduleIn(everyMs)
    try {
      const { manifest, changedRooms, downloadedBytes, problems, quarantinedLists } = await createBackup(
        site,
        folder,
        () => clock.now(),
        keep,
      )
      const { rooms, failed } = manifest
      log.info(
        { rooms: rooms.length, changed: changedRooms, bytes: downloadedBytes, failed: failed.length },
        'backed up',
      )
      for (const { name, error } of failed) log.error({ room: name, error }, 'room not backed up')
      for (const { file, error } of problems) log.error({ file, error }, 'backup folder damaged')
      for (const file of quarantinedLists)
        log.error({ file }, 'old files are kept because of a damaged backup list')
    } catch (error) {
      log.error({ error: backupErrorMessage(error) }, 'backup failed')
      this.#scheduleIn(Math.min(everyMs, retryMs))
    }
  }
}
