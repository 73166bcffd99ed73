// Scheduling of panel redraws.
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import type { Told } from '../client/told.ts'

/** Draws in the next frame, and in the frame after each of these events. */
export function drawOn({ events }: Client, subjects: readonly (keyof Told)[], draw: () => void): Frames {
  const frames = new Frames(() => {
    draw()
    return false
  })
  for (const subject of subjects) events.on(subject, () => frames.ask())
  frames.ask()
  return frames
}
