// [CF-6.10] Animations of things that move by themselves, and of walking figures.
import { parseAnimations } from '../../import/format/animations.ts'
import { type Direction, directionNames } from '../../model/definitions/directions.ts'
import animationList from '../faces/animations.anim'
import { faceNumberOf } from './face-table.ts'

export interface Animation {
  /** A permanent number from 1 to 1999. */
  readonly number: number
  readonly name: string
  /** At most 32 faces. The first shows the figure standing. */
  readonly faces: readonly number[]
}

const looks = ['fighter', 'wizard', 'priest', 'rogue', 'guard'] as const
const beasts = ['rat', 'wolf'] as const

export const builtinAnimations: readonly Animation[] = parseAnimations('animations.anim', animationList).map(
  ({ name, faces }, index) => ({ number: index + 1, name, faces: faces.map(faceNumberOf) }),
)

const byName: ReadonlyMap<string, Animation> = new Map(
  builtinAnimations.map((animation) => [animation.name, animation]),
)

/** Throws for an unknown name, which is a bug of the built-in world. */
export function animationByName(name: string): Animation {
  const animation = byName.get(name)
  if (!animation) throw new Error(`there is no animation ${name}`)
  return animation
}

/** People have four animations, beasts two, and all other figures one. */
export function facingAnimation(look: string, direction: Direction): Animation {
  if (includes(looks, look)) return animationByName(`${look}_${fourWays[direction - 1]}`)
  if (includes(beasts, look)) return animationByName(`${look}_${direction <= 4 ? 'east' : 'west'}`)
  return animationByName(look)
}

const fourWays = ['north', 'east', 'east', 'east', 'south', 'west', 'west', 'west'] as const

/** Names are `arrow`, `fire_bolt`, `magic_missile` and `frost`. */
export function missileFaceNumber(what: string, direction: Direction): number {
  return faceNumberOf(`${what}_${directionNames[direction - 1]}.111`)
}

function includes(list: readonly string[], name: string): boolean {
  return list.includes(name)
}
