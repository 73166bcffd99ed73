// Definition of a face: its drawing, and its colours for clients without colour pictures.
import type { Drawing } from './canvas.ts'

/** Protocol colour numbers: of a bitmap's ones and zeros, and on the magic map. */
export interface Colours {
  readonly fg: number
  readonly bg: number
  readonly magic: number
}
export interface Source {
  readonly draw: Drawing
  readonly colours: Colours
}
/** By name of the face. */
export type Sources = { readonly [name: string]: Source }

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
export function coloured(colours: Colours, drawings: { readonly [name: string]: Drawing }): Sources {
  return Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, { draw, colours }]))
}
