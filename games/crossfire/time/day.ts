// The day: what hour it is, and how dark it is outside. Nothing is stored: the host's clock alone tells it. [CF-15.9]
import type { Light } from '../scene/scene.ts'

/** [CF-15.9] Real milliseconds: a day is half an hour. */
export const hourMs = 75_000
export const hours = 24
export const dayMs = hours * hourMs

/** Darkness is 0, broad day, to 4, where next to nothing is seen without a lamp. */
export const mostDarkness = 4
/** [CF-15.9] By the hour, midnight first. A night outside has its stars: it is never as dark as a crypt. */
const darkness = [3, 3, 3, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3] as const

/** 0 to 23, of the host's milliseconds. */
export function hourAt(now: number): number {
  return Math.floor(now / hourMs) % hours
}

/** 0 to 4: outside, under the open sky. */
export function darknessAt(now: number): number {
  return darkness[hourAt(now)]!
}

/** When, in the host's milliseconds, the next hour begins. */
export function nextHour(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs
}

/** [CF-15.9] What those outside are told as the hour begins; nothing at most hours. */
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

/** What `time` answers: the hour, in words. */
export function tellsTime(now: number): string {
  const hour = hourAt(now)
  const minutes = Math.floor(((now % hourMs) * 60) / hourMs)
  const part =
    hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : hour < 20 ? 'evening' : 'night'
  return `It is ${hour}:${String(minutes).padStart(2, '0')}, ${part}.`
}

/**
 * [CF-15.10] What is left of `darkness` (0 to 4) at a cell: each light takes away its strength, less one for each cell
 * that it is away; the best light counts.
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
