// Announces rooms once a minute. A list compares the sender's address with the announced host, so only the machine that
// players connect to can announce a room. wire/LINK.md, LINK-16.
import type { Logger } from 'pino'
import type { ListResult, ServerListEntry } from '../../wire/link/control-messages.ts'
import { fillServerListEntry } from '../../wire/net/server-list.ts'
import type { Clock, Timer } from '../../wire/util/clock.ts'
import { isPublicHost } from './public-host.ts'

/** Rooms are announced often, because lists drop servers that have not announced themselves for some minutes. */
export const announceIntervalMs = 60_000
const checkIntervalMs = 5_000
/** A report to the Worker contains at most this many characters of a list's answer. */
const maxTextLength = 200

export interface AnnouncedListener {
  /** `game/room`. */
  readonly name: string
  readonly generation: number
  readonly entry: ServerListEntry
  readonly port: number
  /** Milliseconds since 1970. */
  readonly openedAt: number
  readonly bytesFromClients: number
  readonly bytesToClients: number
}

/** Sends an entry to a list and returns the text of its answer. Rejects with a reason if the list does not answer. */
export type SendEntry = (
  url: string,
  fields: readonly (readonly [name: string, value: string])[],
) => Promise<string>

export interface ServerListAnnouncerSettings {
  /** The host that players connect to. */
  readonly advertise: string
  readonly clock: Clock
  readonly log: Logger
  readonly send: SendEntry
  listeners(): readonly AnnouncedListener[]
  onResults(room: Pick<AnnouncedListener, 'name' | 'generation'>, results: readonly ListResult[]): void
}

export class ServerListAnnouncer {
  readonly #settings: ServerListAnnouncerSettings
  /** When each room was last announced, by name and generation. */
  #announcedAt = new Map<string, number>()
  #timer: Timer | undefined

  constructor(settings: ServerListAnnouncerSettings) {
    this.#settings = settings
    this.#scheduleCheck()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #scheduleCheck(): void {
    this.#timer = this.#settings.clock.after(checkIntervalMs, () => {
      this.#scheduleCheck()
      this.#check()
    })
  }

  #check(): void {
    const now = this.#settings.clock.now()
    const before = this.#announcedAt
    this.#announcedAt = new Map()
    for (const listener of this.#settings.listeners()) {
      const key = `${listener.name} ${listener.generation}`
      const last = before.get(key)
      const isDue = last === undefined || now - last >= announceIntervalMs
      this.#announcedAt.set(key, isDue ? now : last)
      // A rejected promise that nobody handles would end the process.
      if (isDue)
        this.#announce(listener, now).catch((error) =>
          this.#settings.log.error({ room: listener.name, err: error }, 'not announced'),
        )
    }
  }

  async #announce(listener: AnnouncedListener, now: number): Promise<void> {
    const { log, onResults } = this.#settings
    const results = await Promise.all(listener.entry.urls.map((url) => this.#announceTo(url, listener, now)))
    const refusals = results.filter(({ error }) => error !== undefined)
    log.debug({ room: listener.name, lists: results.length, refusals: refusals.length }, 'announced')
    onResults(listener, results)
  }

  async #announceTo(
    url: string,
    { entry, port, openedAt, bytesFromClients, bytesToClients }: AnnouncedListener,
    now: number,
  ): Promise<ListResult> {
    const { advertise: host, send } = this.#settings
    const list = new URL(url).host
    if (!isPublicHost(host))
      return { list, error: `this sidecar advertises ${host}, which is not reachable from the internet` }
    const uptimeSeconds = Math.max(0, Math.floor((now - openedAt) / 1000))
    const measures = { host, port, bytesFromClients, bytesToClients, uptimeSeconds }
    try {
      const error = toLine(await send(url, fillServerListEntry(entry.fields, measures)))
      return error === '' ? { list } : { list, error }
    } catch (error) {
      return { list, error: toLine(error instanceof Error ? error.message : String(error)) }
    }
  }
}

/** One line of printable characters without markup. */
function toLine(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
}
