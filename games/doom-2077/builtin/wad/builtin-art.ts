// Our own art for the original client. Browsers draw the same art with the same code.

import type { Sprite } from '../../view/art/bitmap.ts'
import { drawFlats } from '../../view/art/flats.ts'
import { drawWalls } from '../../view/art/walls.ts'
import { soundVoices } from './lump-names.ts'
import type { NetWadLumps } from './net-wad.ts'
import { encodeColormap, encodePlaypal } from './palette-lumps.ts'
import { encodePicture } from './picture-lumps.ts'
import { bloodSprites, playerSprites, weaponSprites } from './player-sprites.ts'
import { encodeSound } from './sound-lumps.ts'
import { toNetTexture } from './wall-textures.ts'

/** Takes about half a second. */
export function builtinArt(): NetWadLumps {
  return {
    playpal: encodePlaypal(),
    colormap: encodeColormap(),
    sprites: new Map([...builtinSprites()].map(([name, sprite]) => [name, encodePicture(sprite)])),
    flats: new Map([...drawFlats()].map(([name, { data }]) => [name, data])),
    textures: [...drawWalls()].map(([name, wall]) => toNetTexture(name, wall)),
    sounds: builtinSounds(),
  }
}

export function builtinSprites(): ReadonlyMap<string, Sprite> {
  return new Map([...playerSprites(), ...Object.entries(weaponSprites()), ...bloodSprites()])
}

export function builtinSounds(): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(soundVoices).map(([name, voices]) => [name, encodeSound(voices)]))
}
