// The current survey of the site: the Directory's data, and the metrics of active rooms. Sleeping rooms are not
// called, so monitoring keeps nothing awake.
import type { SurveyedRoom } from '../durable-objects/survey.ts'
import { isDiskFull } from './disk.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'
import type { Answer, Surveyed } from './seeing/surveyed.ts'

/** How many rooms are asked for metrics, those with the most players first; and how many at a time. */
const mostAsked = 200
const askedAtOnce = 50
/** Timeout of a room's answer. */
const patienceMs = 2000

/** Asks the Directory, and then the active rooms. Throws the Directory's errors. */
export async function surveyed({ env }: Asked): Promise<Surveyed> {
  const at = Date.now()
  const survey = await inTime(directoryOf(env).survey())
  const directoryMs = Date.now() - at
  const diskFull = await inTime(isDiskFull(env))
  const awake = survey.rooms.filter(isAwake).slice(0, mostAsked)
  const answers: Answer[] = []
  for (let from = 0; from < awake.length; from += askedAtOnce) {
    const some = awake.slice(from, from + askedAtOnce)
    answers.push(...(await Promise.all(some.map((room) => answerOf(env, room)))))
  }
  return { at, survey, directoryMs, diskFull, answers }
}

/** A ticking world with players does not sleep. */
const isAwake = ({ ticks, players, status }: SurveyedRoom) =>
  ticks && players > 0 && (status === 'open' || status === 'closed')

async function answerOf(env: Asked['env'], { game, room }: SurveyedRoom): Promise<Answer> {
  const name = `${game}/${room}`
  const began = Date.now()
  // A room that fails counts as one that did not answer: its own log has the cause.
  const figures = await inTime(roomNamed(env, name).figures()).catch(() => undefined) // its metrics are then absent
  return { name, milliseconds: Date.now() - began, ...(figures && { figures }) }
}

/** Throws on timeout. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), patienceMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
