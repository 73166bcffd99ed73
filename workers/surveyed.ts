// The site as it is now: what the Directory knows of it, and of the rooms that are awake what they say themselves. A room
// that sleeps is asked nothing: whoever looks keeps nothing awake.
import type { SurveyedRoom } from '../durable-objects/survey.ts'
import { isDiskFull } from './disk.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'
import type { Answer, Surveyed } from './seeing/surveyed.ts'

/** Rooms that are asked for their own figures, those with the most players; and so many at a time. */
const mostAsked = 200
const askedAtOnce = 50
/** Who has not answered by then is not waited for. */
const patienceMs = 2000

/** Asks the Directory, and then the rooms that are awake. Throws what the Directory does. */
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

/** A world that ticks and has players does not sleep. */
const isAwake = ({ ticks, players, status }: SurveyedRoom) =>
  ticks && players > 0 && (status === 'open' || status === 'closed')

async function answerOf(env: Asked['env'], { game, room }: SurveyedRoom): Promise<Answer> {
  const name = `${game}/${room}`
  const began = Date.now()
  // A room that cannot answer is told of as one that has not: what is wrong with it is in its own log.
  const figures = await inTime(roomNamed(env, name).figures()).catch(() => undefined) // in trouble itself: without its figures
  return { name, milliseconds: Date.now() - began, ...(figures && { figures }) }
}

/** Throws when there is no answer in time. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), patienceMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
