// The look depends on a player's id and picture name, or on a monster's or townsperson's name.

import { firstMonsterId, firstTownspersonId } from '../../../vision/screen.ts'
import type { Colour } from '../primitives/image.ts'
import { Texture } from '../primitives/texture.ts'
import { type Appearance, drawFigure } from './figure.ts'

const drow = { skin: 0x6a6482, hair: 0xe8e4ee, ears: 'pointed' } as const
const islander = { ears: 'round', skin: 0xd9a67e } as const

const player = { ...drow, eyes: 0x8a3fd0, dress: 'tunic', trim: 0x3a3348, skin: 0x7d7798 } as const
/** Players look like the two figures of the original client. */
export const playerLooks = {
  woman: { ...player, woman: true, hairdo: 'long' },
  man: { ...player, woman: false, hairdo: 'short' },
} as const satisfies { readonly [sex: string]: Partial<Appearance> }

/** Colours of players' clothes, indexed by player id. They repeat after the last one. */
const cloths: readonly Colour[] = [
  0xb5423c, 0x3c6fb5, 0x4c9a52, 0xc9a23a, 0x8a54b0, 0x3aa3a0, 0xd0743a, 0xb04c84, 0x6a7a3a, 0x5a6aa8,
  0xa08a70, 0x487a6a, 0xc46a6a, 0x7a8ac0, 0x8ab06a, 0xe0c890,
]

const monsters: { readonly [name: string]: Appearance } = {
  'Drow Huntress': {
    ...drow,
    woman: true,
    eyes: 0xd03030,
    hairdo: 'braids',
    dress: 'leather',
    cloth: 0x3c5238,
    trim: 0x2a2622,
    cloak: 0x24382a,
    hat: 'hood',
    left: 'bow',
  },
  'Drow Marauder': {
    ...drow,
    woman: false,
    eyes: 0xd03030,
    hairdo: 'wild',
    dress: 'leather',
    cloth: 0x6a3a2a,
    trim: 0x2e2420,
    right: 'axe',
  },
  'Drow Sorceress': {
    ...drow,
    woman: true,
    eyes: 0xff7a1e,
    hairdo: 'long',
    dress: 'robe',
    cloth: 0x4a2060,
    trim: 0xb0382c,
    hat: 'circlet',
    right: 'staff',
    left: 'flame',
  },
  'Drow Outcast': {
    ...drow,
    woman: false,
    eyes: 0xc8a020,
    hairdo: 'wild',
    beard: true,
    dress: 'tunic',
    cloth: 0x6b604e,
    trim: 0x40382e,
    cloak: 0x4a4236,
    hat: 'hood',
    right: 'dagger',
  },
  'Drow Sentinel': {
    ...drow,
    woman: true,
    eyes: 0xd03030,
    hairdo: 'short',
    dress: 'mail',
    cloth: 0x7a8292,
    trim: 0x54306e,
    hat: 'helmet',
    right: 'spear',
    left: 'shield',
  },
  'Drow Blademaster': {
    ...drow,
    woman: false,
    eyes: 0xe03a3a,
    hairdo: 'short',
    dress: 'mail',
    cloth: 0x3c3f4c,
    trim: 0x7a1c24,
    cloak: 0x5a1420,
    hat: 'horned',
    right: 'curved',
    left: 'curved',
  },
}

const townsfolk: { readonly [name: string]: Appearance } = {
  'Wenna the Warden': {
    ...islander,
    woman: true,
    hair: 0x8a3f22,
    eyes: 0x3a7a4a,
    hairdo: 'braids',
    dress: 'mail',
    cloth: 0x8d97a6,
    trim: 0x2c5a8c,
    cloak: 0x2c5a8c,
    right: 'sword',
  },
  'Bram of the Kettle': {
    ...islander,
    woman: false,
    hair: 0x6a4424,
    eyes: 0x4a6a9a,
    hairdo: 'bald',
    beard: true,
    dress: 'apron',
    cloth: 0x8c4a34,
    trim: 0x5a4a3c,
    right: 'mug',
  },
  'Odile the Apothecary': {
    ...islander,
    woman: true,
    skin: 0xb98262,
    hair: 0x2a1e1a,
    eyes: 0x5a3a1a,
    hairdo: 'bun',
    dress: 'robe',
    cloth: 0x3f7a5a,
    trim: 0xe0d2a0,
    left: 'flask',
  },
  'Ansel of the Light': {
    ...islander,
    woman: false,
    hair: 0xe4e0d4,
    eyes: 0x4a7ab0,
    hairdo: 'long',
    beard: true,
    dress: 'robe',
    cloth: 0xd8c68e,
    trim: 0xa8382c,
    hat: 'pointed',
    cloak: 0x3c5a8c,
    right: 'staff',
    left: 'lantern',
  },
}

/** The part of a mob on the wire that determines its look. */
export interface FigureMob {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

/** About forty different figures, each drawn on first use. */
export class Figures {
  readonly #drawn = new Map<string, Texture>()

  of(mob: FigureMob): Texture {
    const key = keyOf(mob)
    const known = this.#drawn.get(key)
    if (known) return known
    const drawn = new Texture(() => drawFigure(lookOf(mob)))
    this.#drawn.set(key, drawn)
    return drawn
  }
}

const isWoman = ({ gfxId }: FigureMob) => gfxId.endsWith('_f')

function keyOf(mob: FigureMob): string {
  return named(mob) ? mob.name : `${isWoman(mob)} ${mob.id % BigInt(cloths.length)}`
}

/** Undefined for a player. `Object.hasOwn` excludes inherited properties. */
function named({ id, name }: FigureMob): Appearance | undefined {
  if (id < firstMonsterId) return undefined
  const looks = id >= firstTownspersonId ? townsfolk : monsters
  return Object.hasOwn(looks, name) ? looks[name] : undefined
}

function lookOf(mob: FigureMob): Appearance {
  const known = named(mob)
  if (known) return known
  const cloth = cloths[Number(mob.id % BigInt(cloths.length))]!
  return { ...playerLooks[isWoman(mob) ? 'woman' : 'man'], cloth, cloak: cloth }
}
