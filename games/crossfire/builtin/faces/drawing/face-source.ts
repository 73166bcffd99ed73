// Definition of a face: its drawing, and its colours for clients without colour pictures.
import type { DrawFunction } from './canvas.ts'

/** Protocol colour numbers: of a bitmap's ones and zeros, and on the magic map. */
export interface FaceColours {
  readonly fg: number
  readonly bg: number
  readonly magic: number
}
interface FaceSource {
  readonly draw: DrawFunction
  readonly colours: FaceColours
}
/** By name of the face. */
export type FaceSources = { readonly [name: string]: FaceSource }

export const colour = {
  black: 0,
  white: 1,
  navy: 2,
  red: 3,
  orange: 4,
  blue: 5,
  darkOrange: 6,
  green: 7,
  lightGreen: 8,
  grey: 9,
  sienna: 10,
  gold: 11,
  khaki: 12,
} as const

/** Drawings with the same colours. */
export function withColours(
  colours: FaceColours,
  drawings: { readonly [name: string]: DrawFunction },
): FaceSources {
  return Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, { draw, colours }]))
}
