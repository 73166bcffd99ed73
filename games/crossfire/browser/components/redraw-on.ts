import { AnimationLoop } from '../../../../browser/canvas/animation-loop.ts'
import type { Client } from '../client/client.ts'
import type { ClientEvents } from '../client/core/client-event.ts'

/** Calls `draw` in the next frame, and later in the frame after each of the named events. */
export function redrawOn(
  { events }: Client,
  subjects: readonly (keyof ClientEvents)[],
  draw: () => void,
): AnimationLoop {
  const frames = new AnimationLoop(() => {
    draw()
    return false
  })
  for (const subject of subjects) events.on(subject, () => frames.requestFrame())
  frames.requestFrame()
  return frames
}
