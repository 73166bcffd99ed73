// The time of day is derived from the game's clock, so nothing is stored. [CF-15.9]
import type { LightSource } from '../state/game-state.ts'

/** [CF-15.9] Milliseconds of real time; a day of the game takes half an hour. */
export const gameHourMs = 75_000
const hoursPerDay = 24
export const gameDayMs = hoursPerDay * gameHourMs

/**
 * [CF-15.9] The outdoor darkness at each hour from midnight. 0 is daylight. Stars shine at night, so the outdoor
 * darkness is never that of a crypt (4).
 */
const darknessByHour = [3, 3, 3, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3] as const

/** 0 to 23. */
export function hourAt(now: number): number {
  return Math.floor(now / gameHourMs) % hoursPerDay
}

/** 0 to 4. */
export function outdoorDarknessAt(now: number): number {
  return darknessByHour[hourAt(now)]!
}

/** [CF-15.9] The message to outdoor players at the start of the hour; undefined for most hours. */
export function hourAnnouncement(hour: number): string | undefined {
  return hourAnnouncements[hour]
}

const hourAnnouncements: { readonly [hour: number]: string } = {
  5: 'The sky turns grey in the east.',
  7: 'The sun has risen.',
  12: 'It is noon.',
  18: 'The sun is setting.',
  20: 'Night has fallen.',
}

/** The reply to the command `time`. */
export function describeTime(now: number): string {
  const hour = hourAt(now)
  const minutes = Math.floor(((now % gameHourMs) * 60) / gameHourMs)
  const part =
    hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : hour < 20 ? 'evening' : 'night'
  return `It is ${hour}:${String(minutes).padStart(2, '0')}, ${part}.`
}

/**
 * [CF-15.10] A light reduces the darkness by its radius minus its distance in cells. Only the light with the largest
 * reduction counts.
 */
export function darknessWithLights(
  darkness: number,
  lights: readonly LightSource[],
  x: number,
  y: number,
): number {
  let least = darkness
  for (const light of lights) {
    if (least <= 0) break
    const away = Math.max(Math.abs(light.x - x), Math.abs(light.y - y))
    least = Math.min(least, darkness - Math.max(0, light.radius - away))
  }
  return Math.max(0, least)
}
