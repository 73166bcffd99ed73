// Time of day and outdoor darkness. Derived from the host's clock; nothing is stored. [CF-15.9]
import type { Light } from '../scene/scene.ts'

/** [CF-15.9] Milliseconds of real time: a day takes half an hour. */
export const hourMs = 75_000
export const hours = 24
export const dayMs = hours * hourMs

/** Darkness ranges from 0, daylight, to 4, almost invisible without a lamp. */
export const mostDarkness = 4
/** [CF-15.9] By hour from midnight. Outdoor nights have stars and are never as dark as a crypt. */
const darkness = [3, 3, 3, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3] as const

/** The hour, 0 to 23, at the host's milliseconds. */
export function hourAt(now: number): number {
  return Math.floor(now / hourMs) % hours
}

/** Outdoor darkness, 0 to 4. */
export function darknessAt(now: number): number {
  return darkness[hourAt(now)]!
}

/** Start of the next hour in the host's milliseconds. */
export function nextHour(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs
}

/** [CF-15.9] Announcement to outdoor players at the start of the hour; undefined for most hours. */
export function heralds(hour: number): string | undefined {
  return heraldings[hour]
}

const heraldings: { readonly [hour: number]: string } = {
  5: 'A grey line shows in the east.',
  7: 'The sun is up.',
  12: 'It is noon.',
  18: 'The shadows grow long.',
  20: 'Night has fallen.',
}

/** The reply to `time`: the hour in words. */
export function tellsTime(now: number): string {
  const hour = hourAt(now)
  const minutes = Math.floor(((now % hourMs) * 60) / hourMs)
  const part =
    hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : hour < 20 ? 'evening' : 'night'
  return `It is ${hour}:${String(minutes).padStart(2, '0')}, ${part}.`
}

/**
 * [CF-15.10] Darkness of a cell with lights: each reduces it by its strength less the distance in cells; only the best
 * light counts.
 */
export function lit(darkness: number, lights: readonly Light[], x: number, y: number): number {
  let least = darkness
  for (const light of lights) {
    if (least <= 0) break
    const away = Math.max(Math.abs(light.x - x), Math.abs(light.y - y))
    least = Math.min(least, darkness - Math.max(0, light.strength - away))
  }
  return Math.max(0, least)
}
