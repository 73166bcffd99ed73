// What there must be for every face: how it is drawn, and what a client without colour pictures uses instead.
import type { Drawing } from './canvas.ts'

/** Numbers of the protocol's thirteen colours: of a bitmap's ones and noughts, and of the magic map. */
export interface Colours {
  readonly fg: number
  readonly bg: number
  readonly magic: number
}
export interface Source {
  readonly draw: Drawing
  readonly colours: Colours
}
/** By the face's name. */
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

/** Drawings that share their colours. */
export function coloured(colours: Colours, drawings: { readonly [name: string]: Drawing }): Sources {
  return Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, { draw, colours }]))
}
