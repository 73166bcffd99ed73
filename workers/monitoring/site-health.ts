// The types of the site's health: the Directory's statistics and the metrics of active rooms.
import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { SiteStats } from '../../durable-objects/model/site-stats.ts'

/** A room's response time, and its metrics unless the call failed. */
export interface RoomPing {
  readonly name: string
  readonly milliseconds: number
  readonly metrics?: RoomMetrics
}

export interface SiteHealth {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly stats: SiteStats
  /** Response time of the Directory, in milliseconds. */
  readonly directoryMs: number
  /** Whether the disk is full. Absent if that is unknown. */
  readonly diskFull?: boolean
  readonly pings: readonly RoomPing[]
}

/** The metrics of each room, from its answer or otherwise from its last announcement. */
export function metricsByRoom({ stats, pings }: SiteHealth): ReadonlyMap<string, RoomMetrics> {
  const announced = stats.rooms.flatMap(({ game, room, figures }) =>
    figures ? [[`${game}/${room}`, figures] as const] : [],
  )
  const reported = pings.flatMap(({ name, metrics }) => (metrics ? [[name, metrics] as const] : []))
  return new Map([...announced, ...reported])
}
