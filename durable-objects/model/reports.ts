import type { ChatLine } from '../../games/game-context.ts'
import { list, number, object, optional, parseValue, text } from '../../games/shared/schema/schema.ts'
import { maskAddress } from '../../wire/net/ip-address.ts'
import { type Clock, maxDateMs } from '../../wire/util/clock.ts'
import { listJson, type Records, type StoredValue } from '../storage/records.ts'
import { maxLineLength } from './one-line.ts'

export const reportKeyPrefix = 'report/'

/** Maximum lines of chat that a session remembers and that a report contains. */
export const maxLines = 20
/**
 * Above this limit, the oldest report of the address with the most reports is deleted, so that nobody can displace the
 * reports of others.
 */
const maxReports = 100
export const reportRetentionMs = 30 * 24 * 60 * 60 * 1000

/** A player in a report, with what the host needs to mute or ban the player after they have left. */
export interface ReportedPlayer {
  readonly id: string
  /** The name that other players see. */
  readonly name: string
  /** The player's name in the game, if it identifies the player. */
  readonly identity?: string
  readonly address: string
}

export interface Report {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: ReportedPlayer
  readonly of: ReportedPlayer
  readonly reason: string
  /** The last lines that the reporter could read, oldest first. */
  readonly lines: readonly ChatLine[]
}

type ShownPlayer = Pick<ReportedPlayer, 'id' | 'name' | 'address'>

export interface ReportInfo {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly time: string
  readonly reporter: ShownPlayer
  readonly player: ShownPlayer
  readonly reason: string
  readonly lines: readonly { readonly time: string; readonly text: string }[]
}

type Changes = Map<string, StoredValue | undefined>

export class Reports {
  readonly #clock: Clock
  readonly #records: Records
  #lastId = 0

  constructor(clock: Clock, records: Records) {
    this.#clock = clock
    this.#records = records
  }

  /** The reports that have not expired. The newest report is first. */
  get all(): readonly Report[] {
    const now = this.#clock.now()
    return this.#stored.filter(({ at }) => at + reportRetentionMs > now)
  }

  /** When the oldest report expires, in milliseconds since 1970; undefined if there are no reports. */
  get expiresAt(): number | undefined {
    const oldest = this.#stored.at(-1)
    return oldest && oldest.at + reportRetentionMs
  }

  /** Also deletes the report that the new one displaces. */
  add(report: Omit<Report, 'id' | 'at'>, changes: Changes): void {
    const at = this.#clock.now()
    const kept = this.all
    this.#lastId = Math.max(at, this.#lastId + 1, Number(kept[0]?.id ?? 0) + 1)
    const added: Report = { id: String(this.#lastId), at, ...report }
    changes.set(reportKeyPrefix + added.id, JSON.stringify(added))
    if (kept.length < maxReports) return
    const displaced = oldestOfTheMost([added, ...kept])
    changes.set(reportKeyPrefix + displaced.id, undefined)
  }

  /** Without an id, deletes all reports. Returns the number of deleted reports. */
  remove(id: string | undefined, changes: Changes): number {
    const removed = this.all.filter((report) => id === undefined || report.id === id)
    for (const report of removed) changes.set(reportKeyPrefix + report.id, undefined)
    return removed.length
  }

  deleteExpired(): void {
    const now = this.#clock.now()
    const expired = this.#stored.filter(({ at }) => at + reportRetentionMs <= now)
    if (expired.length > 0)
      this.#records.write(new Map(expired.map(({ id }) => [reportKeyPrefix + id, undefined])))
  }

  /** Newest first. The reports are not kept in memory: they are few, and read rarely. */
  get #stored(): Report[] {
    return listJson<Report>(this.#records, reportKeyPrefix).sort((a, b) => Number(b.id) - Number(a.id))
  }
}

function oldestOfTheMost(newestFirst: readonly Report[]): Report {
  const counts = new Map<string, number>()
  for (const { by } of newestFirst) counts.set(by.address, (counts.get(by.address) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return newestFirst.findLast(({ by }) => counts.get(by.address) === most)!
}

const milliseconds = number(0, maxDateMs)
const line = (max: number) => text({ min: 0, max })
const player = object({
  id: text({ max: 40 }),
  name: line(maxLineLength),
  identity: optional(line(maxLineLength)),
  address: text({ min: 2, max: 64 }),
})

const reportSchema = object({
  id: text({ max: 15, pattern: /^[1-9][0-9]*$/u }),
  at: milliseconds,
  by: player,
  of: player,
  reason: line(maxLineLength),
  lines: list(object({ at: milliseconds, text: line(maxLineLength) }), { max: maxLines, noun: 'lines' }),
})

export function isReport(key: string, value: unknown): boolean {
  const { value: report } = parseValue(reportSchema, value)
  return report !== undefined && key === reportKeyPrefix + report.id
}

export function toReportInfo({ id, at, by, of, reason, lines }: Report): ReportInfo {
  return {
    id,
    time: new Date(at).toISOString(),
    reporter: shown(by),
    player: shown(of),
    reason,
    lines: lines.map((line) => ({ time: new Date(line.at).toISOString(), text: line.text })),
  }
}

function shown({ id, name, address }: ReportedPlayer): ShownPlayer {
  return { id, name, address: maskAddress(address) }
}

/** Above this limit, the player who left first is forgotten. */
const maxDeparted = 100

/** Players who have left recently can still be reported. */
export class DepartedPlayers {
  readonly #players: ReportedPlayer[] = []

  /** In the order in which the players left. */
  get all(): readonly ReportedPlayer[] {
    return this.#players
  }

  add(player: ReportedPlayer): void {
    this.#players.push(player)
    if (this.#players.length > maxDeparted) this.#players.shift()
  }

  forget(isMeant: (name: string) => boolean): void {
    const kept = this.#players.filter(
      ({ name, identity }) => !isMeant(name) && !(identity !== undefined && isMeant(identity)),
    )
    this.#players.splice(0, Number.POSITIVE_INFINITY, ...kept)
  }

  reset(): void {
    this.#players.length = 0
  }
}
