// Draws faces from their sources, each once, to compare them with the packed pictures.
import { Canvas } from '../../../../../games/crossfire/builtin/faces/drawing/canvas.ts'
import { downsample } from '../../../../../games/crossfire/builtin/faces/drawing/picture.ts'
import type { FacePictures } from '../../../../../games/crossfire/builtin/faces/face-packing.ts'
import { sources } from '../../../../../games/crossfire/builtin/faces/sources/index.ts'

const cache = new Map<string, FacePictures>()

/** The pictures of a face, by name. */
export function drawnFace(name: string): FacePictures {
  const pictures = cache.get(name) ?? draw(name)
  cache.set(name, pictures)
  return pictures
}

function draw(name: string): FacePictures {
  const canvas = new Canvas()
  sources[name]!.draw(canvas)
  return { large: downsample(canvas, 32), small: downsample(canvas, 24) }
}
