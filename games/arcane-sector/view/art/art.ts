// All pictures of the view, made by code from one seed: the same on every machine, in a fraction of a second.
import { drawGrounds, type Ground } from './grounds.ts'
import { drawSkies } from './skies.ts'
import { Texture } from './texture.ts'

export type { Ground }

export interface Art {
  /** Of each kind of ground its pictures. */
  readonly grounds: { readonly [ground in Ground]: readonly Texture[] }
  /** By facing. */
  readonly skies: readonly Texture[]
  /** In place of a sky, where there is none. */
  readonly dark: Texture
}

/** Takes some hundred milliseconds: once for a page. */
export function drawArt(): Art {
  const grounds = Object.entries(drawGrounds()).map(([ground, images]) => [ground, images.map(textured)])
  return {
    grounds: Object.fromEntries(grounds) as Art['grounds'],
    skies: drawSkies().map(textured),
    dark: textured({ width: 1, height: 0, pixels: new Uint32Array(0) }),
  }
}

const textured = (image: ConstructorParameters<typeof Texture>[0]) => new Texture(image)
