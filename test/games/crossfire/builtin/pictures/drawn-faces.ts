// Faces drawn here and now, each once: what is packed must be the same.
import { Canvas } from '../../../../../games/crossfire/builtin/faces/drawing/canvas.ts'
import { downsample } from '../../../../../games/crossfire/builtin/faces/drawing/picture.ts'
import type { FacePictures } from '../../../../../games/crossfire/builtin/faces/face-packing.ts'
import { sources } from '../../../../../games/crossfire/builtin/faces/sources/index.ts'

const known = new Map<string, FacePictures>()

/** The pictures of the face of that name. */
export function drawn(name: string): FacePictures {
  const pictures = known.get(name) ?? draw(name)
  known.set(name, pictures)
  return pictures
}

function draw(name: string): FacePictures {
  const canvas = new Canvas()
  sources[name]!.draw(canvas)
  return { large: downsample(canvas, 32), small: downsample(canvas, 24) }
}
