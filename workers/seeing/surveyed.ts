// A survey of the site: the Directory's data, and the metrics of active rooms.
import type { Figures } from '../../durable-objects/figures.ts'
import type { Survey } from '../../durable-objects/survey.ts'

/** A room's answer: its response time, and its metrics unless it failed. */
export interface Answer {
  readonly name: string
  readonly milliseconds: number
  readonly figures?: Figures
}

export interface Surveyed {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly survey: Survey
  /** Response time of the Directory, in milliseconds. */
  readonly directoryMs: number
  /** Nothing can be stored, as far as is known. */
  readonly diskFull?: boolean
  readonly answers: readonly Answer[]
}

/** Each instance's metrics: from its own answer, or else from its last announcement. */
export function figuresByRoom({ survey, answers }: Surveyed): ReadonlyMap<string, Figures> {
  const told = survey.rooms.flatMap(({ game, room, figures }) =>
    figures ? [[`${game}/${room}`, figures] as const] : [],
  )
  const said = answers.flatMap(({ name, figures }) => (figures ? [[name, figures] as const] : []))
  return new Map([...told, ...said])
}
