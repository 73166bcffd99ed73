// Site statistics for the operator: the rooms and their status, the counters of their instances, and the sidecars.
// Built from the Directory's data, so that no room wakes, and at most every two seconds.
import type { Region } from '../../wire/net/region.ts'
import type { ReportedFault } from './backoff.ts'
import type { RoomMetrics } from './room-metrics.ts'
import type { RoomStatus } from './room-status.ts'

/** Further rooms appear only in the totals. */
export const maxListedRooms = 1000
/** Maximum rooms whose metrics are kept. It is higher than `maxListedRooms`, because the listed rooms change. */
export const maxRoomMetrics = 10_000
export const siteStatsMaxAgeMs = 2000

export interface RoomTotals {
  readonly game: string
  readonly status: RoomStatus
  readonly rooms: number
  readonly players: number
}

export interface RoomStats {
  readonly game: string
  readonly room: string
  readonly status: RoomStatus
  readonly players: number
  readonly capacity: number
  /** Whether the room's world ticks. Such a room stays in memory while a player is connected. */
  readonly ticks: boolean
  /** When the room sent its last announcement, in milliseconds since 1970, if known. */
  readonly announcedAt?: number
  readonly trouble?: ReportedFault
  /** The room's counters at its last announcement. */
  readonly figures?: RoomMetrics
}

/** A sidecar connected now or in the last week. Times in milliseconds since 1970. */
export interface SidecarStats {
  readonly id: string
  /** The host name that clients connect to. Absent: the sidecar is disconnected. */
  readonly advertise?: string
  readonly region?: Region
  /** When the sidecar connected or disconnected. */
  readonly since: number
  /** When the Directory last received a message or a ping from the sidecar. */
  readonly heard: number
  readonly rooms: number
}

export interface SiteStats {
  readonly sums: readonly RoomTotals[]
  /**
   * Rooms with problems come first, then the rooms with the most players, then those that announced themselves last.
   */
  readonly rooms: readonly RoomStats[]
  readonly more: boolean
  readonly sidecars: readonly SidecarStats[]
}
