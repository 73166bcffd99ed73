// All art and sounds for the original client from our own code, the same that draws for browser players.
import { flats } from '../../view/art/flats.ts'
import type { Sprite } from '../../view/art/picture.ts'
import { walls } from '../../view/art/walls.ts'
import { colormap, playpal } from './colours.ts'
import { bloodPictures, handPictures, playerPictures } from './figures.ts'
import { soundsByName } from './names.ts'
import type { NetArt } from './net-wad.ts'
import { pictureLump } from './pictures.ts'
import { soundLump } from './samples.ts'
import { textureOf } from './walls.ts'

/** Takes about half a second. */
export function ourArt(): NetArt {
  return {
    playpal: playpal(),
    colormap: colormap(),
    sprites: new Map([...ourSprites()].map(([name, sprite]) => [name, pictureLump(sprite)])),
    flats: new Map([...flats()].map(([name, { data }]) => [name, data])),
    textures: [...walls()].map(([name, wall]) => textureOf(name, wall)),
    sounds: ourSounds(),
  }
}

export function ourSprites(): ReadonlyMap<string, Sprite> {
  return new Map([...playerPictures(), ...Object.entries(handPictures()), ...bloodPictures()])
}

export function ourSounds(): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(soundsByName).map(([name, voices]) => [name, soundLump(voices)]))
}
