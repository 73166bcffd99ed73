// Faces drawn here and now, each once: what is packed must be the same.
import { Canvas } from '../../../games/crossfire/made/faces/canvas.ts'
import type { Pictures } from '../../../games/crossfire/made/faces/packing.ts'
import { reduce } from '../../../games/crossfire/made/faces/picture.ts'
import { sources } from '../../../games/crossfire/made/faces/sources.ts'

const known = new Map<string, Pictures>()

/** The pictures of the face of that name. */
export function drawn(name: string): Pictures {
  const pictures = known.get(name) ?? draw(name)
  known.set(name, pictures)
  return pictures
}

function draw(name: string): Pictures {
  const canvas = new Canvas()
  sources[name]!.draw(canvas)
  return { large: reduce(canvas, 32), small: reduce(canvas, 24) }
}
