import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { SiteStats } from '../../durable-objects/model/site-stats.ts'

/** The metrics are absent if the call failed. */
export interface RoomPing {
  readonly name: string
  readonly milliseconds: number
  readonly metrics?: RoomMetrics
}

export interface SiteHealth {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly stats: SiteStats
  readonly directoryMs: number
  /** Absent counts as false. */
  readonly diskFull?: boolean
  readonly pings: readonly RoomPing[]
}

/** The metrics of a room come from its answer to the ping, or else from its last announcement. */
export function metricsByRoom({ stats, pings }: SiteHealth): ReadonlyMap<string, RoomMetrics> {
  const announced = stats.rooms.flatMap(({ game, room, figures }) =>
    figures ? [[`${game}/${room}`, figures] as const] : [],
  )
  const reported = pings.flatMap(({ name, metrics }) => (metrics ? [[name, metrics] as const] : []))
  return new Map([...announced, ...reported])
}
