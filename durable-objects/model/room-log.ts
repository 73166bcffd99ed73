// A room's log for its owner: short lines without secrets or full addresses, and the last events in the world. Lines
// cost no rows of their own: they are written with the next change, or alone if nothing else changes for
// `writeDelayMs`.
import type { Clock } from '../../wire/util/clock.ts'
import { OneShotTimer } from '../platform/clock.ts'
import type { Records, StoredValue } from '../storage/records.ts'
import { isRingRecord, LineRing, rewriteRingTexts, type StoredLine } from './line-ring.ts'
import { toOneLine } from './one-line.ts'

export const logKeyPrefix = 'log/'
/** The log and the world's events are in separate rings, so that the deaths of a long fight do not displace a kick. */
const prefixes = { log: `${logKeyPrefix}own/`, world: `${logKeyPrefix}world/` } as const

/** Limit of each ring; older lines cannot be read. */
const maxLogLines = 1000
/** After this delay unwritten lines are stored. The delay equals that of a world's saves. */
const writeDelayMs = 2000

export const logKinds = ['join', 'leave', 'refusal', 'fault', 'report', 'act'] as const
export type LogLineKind = (typeof logKinds)[number]
/** The kinds of a game's events (`GameEvent`) that the timeline shows. */
export const worldLineKinds = ['death', 'trade', 'level', 'goal', 'release', 'collect', 'end'] as const
export type WorldLineKind = (typeof worldLineKinds)[number]
export const isWorldLineKind = (kind: string): kind is WorldLineKind =>
  worldLineKinds.some((known) => known === kind)

export interface TimelineLine {
  readonly number: number
  /** ISO 8601, UTC. */
  readonly time: string
  readonly kind: LogLineKind | WorldLineKind
  readonly text: string
  /** Id of the session that the line is about. */
  readonly id?: string
}

/** A line of the log. Line numbers have gaps, because events in the world are numbered in the same sequence. */
export interface LogLine extends TimelineLine {
  readonly kind: LogLineKind
}

export const isLogLine = (line: TimelineLine): line is LogLine => logKinds.some((kind) => kind === line.kind)

/** A part of the room whose changes are written together with the log's lines. */
interface LogCompanion {
  addUnwritten(changes: Map<string, StoredValue | undefined>): void
  written(): void
}

interface RoomLogSurroundings {
  readonly clock: Clock
  log(level: 'warn', event: string, fields: { readonly detail: string }): void
}

export class RoomLog {
  readonly #surroundings: RoomLogSurroundings
  readonly #records: Records
  readonly #writeTimer: OneShotTimer
  readonly #companions: LogCompanion[] = []
  #rings: { readonly log: LineRing; readonly world: LineRing } | undefined
  /** The number of the last line. `#written`: the number of the last stored line. */
  #last = 0
  #written = 0

  constructor(surroundings: RoomLogSurroundings, records: Records) {
    this.#surroundings = surroundings
    this.#records = records
    this.#writeTimer = new OneShotTimer(surroundings.clock, () => this.#writeOrReport())
  }

  writeWith(companion: LogCompanion): void {
    this.#companions.push(companion)
  }

  /** Call when a companion has changes. */
  writeSoon(): void {
    this.#writeTimer.start(writeDelayMs)
  }

  /** `id`: the session that the line is about. */
  add(kind: LogLineKind, text: string, id?: string): void {
    this.#add('log', kind, text, id)
  }

  addEvent(kind: WorldLineKind, text: string): void {
    this.#add('world', kind, text)
  }

  get lastNumber(): number {
    this.#read()
    return this.#last
  }

  /** Drops the unwritten lines of a transaction whose write failed. */
  dropAfter(number: number): void {
    const { log, world } = this.#read()
    log.dropAfter(number)
    world.dropAfter(number)
    this.#last = Math.min(this.#last, Math.max(number, this.#written))
  }

  /**
   * Adds a line about an action of the owner, and writes it at once. `text` continues "The host …". Never throws,
   * because the owner must get the answer to an action that is done.
   */
  addOwnerAction(text: string): void {
    this.add('act', `The host ${text}`)
    this.#writeOrReport()
  }

  /** Oldest first. Writes unwritten lines first, so that no number is ever reused. */
  linesAfter(number: number): LogLine[] {
    this.write()
    return readable(this.#read().log, number) as LogLine[]
  }

  /** The lines of the log and the events in the world. Oldest first. */
  timelineAfter(number: number): TimelineLine[] {
    this.write()
    const { log, world } = this.#read()
    return [...readable(log, number), ...readable(world, number)].sort((a, b) => a.number - b.number)
  }

  /** When this session joined, in milliseconds since 1970; undefined if its line is no longer stored. */
  joinedAt(id: string): number | undefined {
    return this.#read().log.lines.findLast(([, , kind, , of]) => kind === 'join' && of === id)?.[1]
  }

  addUnwritten(changes: Map<string, StoredValue | undefined>): void {
    for (const companion of this.#companions) companion.addUnwritten(changes)
    if (this.#last === this.#written) return
    const { log, world } = this.#read()
    log.addUnwritten(changes)
    world.addUnwritten(changes)
  }

  written(): void {
    this.#written = this.#last
    this.#rings?.log.written()
    this.#rings?.world.written()
    this.#writeTimer.cancel()
    for (const companion of this.#companions) companion.written()
  }

  write(changes: ReadonlyMap<string, StoredValue | undefined> = new Map()): void {
    const all = new Map(changes)
    this.addUnwritten(all)
    if (all.size > 0) this.#records.write(all)
    this.written()
  }

  reset(): void {
    this.#writeTimer.cancel()
    this.#rings = undefined
    this.#last = 0
    this.#written = 0
  }

  #add(ring: 'log' | 'world', kind: string, text: string, id?: string): void {
    const rings = this.#read()
    const line = [++this.#last, this.#surroundings.clock.now(), kind, toOneLine(text)] as const
    rings[ring].add(id === undefined ? line : [...line, id])
    this.writeSoon()
  }

  #writeOrReport(): void {
    try {
      this.write()
    } catch (error) {
      // The write is retried with the next line.
      this.#surroundings.log('warn', 'not logged', { detail: String(error) })
    }
  }

  #read(): { readonly log: LineRing; readonly world: LineRing } {
    if (this.#rings) return this.#rings
    const log = new LineRing(this.#records, prefixes.log)
    const world = new LineRing(this.#records, prefixes.world)
    this.#last = Math.max(log.lastNumber, world.lastNumber)
    this.#written = this.#last
    this.#rings = { log, world }
    return this.#rings
  }
}

export function rewriteLogTexts(
  stored: StoredValue,
  rewrite: (kind: TimelineLine['kind'], text: string) => string,
): StoredValue {
  return rewriteRingTexts(stored, (kind, text) => rewrite(kind as TimelineLine['kind'], text))
}

export function isLogRecord(key: string, value: unknown): boolean {
  return (
    isRingRecord(prefixes.log, logKinds, key, value) ||
    isRingRecord(prefixes.world, worldLineKinds, key, value)
  )
}

function readable({ lines }: LineRing, after: number): TimelineLine[] {
  return lines
    .slice(-maxLogLines)
    .filter(([number]) => number > after)
    .map(([number, at, kind, text, id]: StoredLine) => ({
      ...{ number, time: new Date(at).toISOString(), kind: kind as TimelineLine['kind'], text },
      ...(id !== undefined && { id }),
    }))
}
