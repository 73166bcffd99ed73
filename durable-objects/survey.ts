// The site as whoever looks after it sees it: how many rooms there are and how they are, what their instances did, and who
// carries them. It is made of what the Directory knows, so that it wakes no room, and no more often than every few seconds.
import type { Region } from '../wire/region.ts'
import type { Figures } from './figures.ts'
import type { Trouble } from './retries.ts'
import type { RoomStatus } from './room-status.ts'

/** Rooms that are told one by one; of the others there are but the sums. */
export const mostSurveyed = 1000
/** Rooms whose figures are kept: who those are that are told changes. */
export const mostFigures = 10_000
/** For how long a survey is good, in milliseconds. */
export const surveyedMs = 2000

/** All rooms of a game that are so. */
export interface RoomSum {
  readonly game: string
  readonly status: RoomStatus
  readonly rooms: number
  readonly players: number
}

/** A room as the Directory was told of it. */
export interface SurveyedRoom {
  readonly game: string
  readonly room: string
  readonly status: RoomStatus
  readonly players: number
  readonly capacity: number
  /** It ticks, so it is awake while somebody is in. */
  readonly ticks: boolean
  /** When it said so, in milliseconds since 1970, if that is known. */
  readonly said?: number
  readonly trouble?: Trouble
  /** Of its instance, when it last said something. */
  readonly figures?: Figures
}

/** A sidecar that is connected, or has been in the last week. Times in milliseconds since 1970. */
export interface SurveyedSidecar {
  readonly id: string
  /** Where clients reach it; absent: it is away. */
  readonly advertise?: string
  readonly region?: Region
  /** Since when it is connected, or away. */
  readonly since: number
  /** When it was last heard of. */
  readonly heard: number
  /** That it carries. */
  readonly rooms: number
}

export interface Survey {
  readonly sums: readonly RoomSum[]
  /** Those in trouble first, then those with the most players, then those that spoke last. */
  readonly rooms: readonly SurveyedRoom[]
  /** There are more rooms than these. */
  readonly more: boolean
  readonly sidecars: readonly SurveyedSidecar[]
}
