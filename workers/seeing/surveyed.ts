// The site as it was seen: what the Directory knows of it, and what the rooms that are awake say themselves.
import type { Figures } from '../../durable-objects/figures.ts'
import type { Survey } from '../../durable-objects/survey.ts'

/** What asking a room came to: how long its answer took, and its figures if there was one. */
export interface Answer {
  readonly name: string
  readonly milliseconds: number
  readonly figures?: Figures
}

export interface Surveyed {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly survey: Survey
  /** How long the Directory's answer took, in milliseconds. */
  readonly directoryMs: number
  /** Nothing can be stored, as far as is known. */
  readonly diskFull?: boolean
  readonly answers: readonly Answer[]
}

/** What is known of each room's instance: what it says itself, or else what it said when it last told of itself. */
export function figuresByRoom({ survey, answers }: Surveyed): ReadonlyMap<string, Figures> {
  const told = survey.rooms.flatMap(({ game, room, figures }) =>
    figures ? [[`${game}/${room}`, figures] as const] : [],
  )
  const said = answers.flatMap(({ name, figures }) => (figures ? [[name, figures] as const] : []))
  return new Map([...told, ...said])
}
