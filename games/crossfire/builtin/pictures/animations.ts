// [CF-6.10] Animations: things that move by themselves, and walking figures.
import { type Direction, directionNames } from '../../model/definitions/directions.ts'
import { faceNumberOf, faces } from './face-table.ts'

export interface Animation {
  /** From 1 and below 2000; numbers never change. */
  readonly number: number
  readonly name: string
  /** Face numbers, at most 32. The first is the standing figure. */
  readonly faces: readonly number[]
}

const looks = ['fighter', 'wizard', 'priest', 'rogue', 'guard'] as const
const beasts = ['rat', 'wolf'] as const
const ways = ['north', 'east', 'south', 'west'] as const

/** Append new ones only. Each has the faces `<name>.111` and following. */
const names: readonly string[] = [
  ...['water', 'fire', 'torch', 'fountain', 'burst', 'chill', 'heal', 'puff'],
  ...looks.flatMap((look) => ways.map((way) => `${look}_${way}`)),
  ...beasts.flatMap((beast) => [`${beast}_west`, `${beast}_east`]),
  ...['slime', 'goblin', 'goblin_chief', 'skeleton', 'bone_lord', 'bat', 'spider'],
]

export const animations: readonly Animation[] = names.map((name, index) => ({
  number: index + 1,
  name,
  faces: faces
    .filter((face) => face.name.slice(0, face.name.lastIndexOf('.')) === name)
    .map(({ number }) => number),
}))

const byName: ReadonlyMap<string, Animation> = new Map(
  animations.map((animation) => [animation.name, animation]),
)

/** Throws for an unknown name, which is our bug. */
export function animationByName(name: string): Animation {
  const animation = byName.get(name)
  if (!animation) throw new Error(`there is no animation ${name}`)
  return animation
}

/** The animation for a direction: people have four, beasts two, others one. */
export function facingAnimation(look: string, direction: Direction): Animation {
  if (includes(looks, look)) return animationByName(`${look}_${fourWays[direction - 1]}`)
  if (includes(beasts, look)) return animationByName(`${look}_${direction <= 4 ? 'east' : 'west'}`)
  return animationByName(look)
}

const fourWays = ['north', 'east', 'east', 'east', 'south', 'west', 'west', 'west'] as const

/** The face of a missile by direction: `arrow`, `fire_bolt`, `magic_missile`, `frost`. */
export function flyingFaces(what: string, direction: Direction): number {
  return faceNumberOf(`${what}_${directionNames[direction - 1]}.111`)
}

function includes(list: readonly string[], name: string): boolean {
  return list.includes(name)
}
