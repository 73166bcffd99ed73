import type { Colour } from '../primitives/image.ts'
import { type ColourRamp, createColourRamp } from '../primitives/painting.ts'

export interface Appearance {
  readonly woman: boolean
  readonly skin: Colour
  readonly hair: Colour
  readonly eyes: Colour
  readonly ears: 'round' | 'pointed'
  readonly hairdo: 'long' | 'short' | 'braids' | 'bun' | 'bald' | 'wild'
  readonly beard?: boolean
  readonly dress: 'robe' | 'tunic' | 'mail' | 'leather' | 'apron'
  readonly cloth: Colour
  readonly trim: Colour
  readonly cloak?: Colour
  readonly hat?: 'hood' | 'helmet' | 'pointed' | 'cap' | 'circlet' | 'horned'
  /** The right hand is on the left of the picture. */
  readonly right?: ItemInHand
  readonly left?: ItemInHand
}

export type ItemInHand =
  | 'sword'
  | 'curved'
  | 'dagger'
  | 'staff'
  | 'bow'
  | 'axe'
  | 'spear'
  | 'shield'
  | 'lantern'
  | 'mug'
  | 'flask'
  | 'flame'

export const figureSize = { width: 88, height: 144 } as const
export const centreX = 44
export const outlineColour = 0x120d12
export const bootsRamp = createColourRamp(0x4a3222)
export const leatherRamp = createColourRamp(0x7a5230)
export const steelRamp: ColourRamp = [0x23262e, 0x454b57, 0x6d7585, 0x99a3b2, 0xc6cfda, 0xf2f6fa]
export const goldRamp = createColourRamp(0xd9a83a)
export const woodRamp = createColourRamp(0x7d5733)

/** Half the widths of the body's parts, in pixels. */
export const bodyWidths = ({ woman }: Appearance) =>
  woman ? { shoulders: 15, waist: 10, hips: 14 } : { shoulders: 19, waist: 13, hips: 14 }
