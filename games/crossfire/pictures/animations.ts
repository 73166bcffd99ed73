// [CF-6.10] Faces that follow each other: what flickers by itself, and the steps of who walks.
import { type Direction, directionNames } from '../scene/directions.ts'
import { faceNamed, faces } from './faces.ts'

export interface Animation {
  /** From 1, in an order that never changes; below 2000. */
  readonly number: number
  readonly name: string
  /** Numbers of faces, at most 32. The first is who stands still. */
  readonly faces: readonly number[]
}

const looks = ['fighter', 'wizard', 'priest', 'rogue', 'guard'] as const
const beasts = ['rat', 'wolf'] as const
const ways = ['north', 'east', 'south', 'west'] as const

/** New ones go to the end. Each has the faces of its name, `.111` and on. */
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

/** An unknown name is a fault of ours. */
export function animationNamed(name: string): Animation {
  const animation = byName.get(name)
  if (!animation) throw new Error(`there is no animation ${name}`)
  return animation
}

/** The animation of who looks that way: people have four, beasts two, all others are the same from everywhere. */
export function facing(look: string, direction: Direction): Animation {
  if (includes(looks, look)) return animationNamed(`${look}_${fourWays[direction - 1]}`)
  if (includes(beasts, look)) return animationNamed(`${look}_${direction <= 4 ? 'east' : 'west'}`)
  return animationNamed(look)
}

const fourWays = ['north', 'east', 'east', 'east', 'south', 'west', 'west', 'west'] as const

/** The face of what flies that way: `arrow`, `fire_bolt`, `magic_missile`, `frost`. */
export function flying(what: string, direction: Direction): number {
  return faceNamed(`${what}_${directionNames[direction - 1]}.111`)
}

function includes(list: readonly string[], name: string): boolean {
  return list.includes(name)
}
