// [CF-12.1] A map as its author writes it: rows of signs, and a legend that says what each sign stands for.
import type { directionNames } from '../../scene/directions.ts'

export interface MapPlan {
  /** What exits and stored worlds call it. */
  readonly id: string
  /** What players are told. */
  readonly title: string
  /** 0 light to 4 black, always the same; none: under the open sky. */
  readonly darkness?: number
  /** What is played there; none: what is called after the map. */
  readonly song?: string
  /** Lies under whatever brings no ground of its own. */
  readonly floor: string
  /** One line a row, one sign a cell; a blank is no cell at all, and nobody can go there. */
  readonly rows: string
  readonly legend: Legend
}

/** By sign, from below. */
export type Legend = { readonly [sign: string]: readonly Entry[] }
/** An archetype's id, or one with what differs. */
export type Entry = string | Placement

export interface Placement {
  readonly id: string
  /** Of what stacks. */
  readonly count?: number
  readonly name?: string
  /** Of signs and books. */
  readonly text?: string
  /** Of exits. */
  readonly to?: Target
  /** Of levers: the sign of the gates that it moves. */
  readonly moves?: string
  /** Of containers, from below. */
  readonly inside?: readonly Entry[]
  /** Minutes after which it is there again, when somebody took or killed it. */
  readonly returns?: number
}

/** A sign that its map has once, or a cell of a map that is drawn when somebody goes there. */
export type Target = SignTarget | { readonly map: string; readonly x: number; readonly y: number }
/** `side`: the cell beside it, where one does not stand in the door. */
export interface SignTarget {
  readonly map: string
  readonly sign: string
  readonly side?: (typeof directionNames)[number]
}
