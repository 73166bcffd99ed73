// [CF-24.1] Whom players follow: the gods of a host's world, as data. Ours has none.
import type { Given } from './spell.ts'

export interface God {
  /** What altars and records call him: his archetype. */
  readonly name: string
  readonly about: string
  /** Another god, whose altars are worse than others. */
  readonly enemy: string | undefined
  /** Races, in small letters, that are his; and those that he hates. */
  readonly of: readonly string[]
  readonly hates: readonly string[]
  /** Of spells, for who follows him. */
  readonly paths: Paths
  /** What his followers have of him. */
  readonly gives: Given
  /** Of what comes back by itself, in rings that would do as much; less than 0: it comes slower. */
  readonly regains: { readonly [of in 'hp' | 'sp' | 'grace']: number }
  readonly forbids: { readonly [what in 'weapon' | 'armour' | 'shield']: boolean }
  /** In the order in which they are tried. */
  readonly gifts: readonly Gift[]
}

/** Bits, as `spell_paths` names them. */
export interface Paths {
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
}

export const noPaths: Paths = { attuned: 0, repelled: 0, denied: 0 }

/** [CF-24.4] What a god may do for who prays. `chance`: percent of the times that it is tried. */
export type Gift = { readonly chance: number } & (
  | { readonly gift: 'thing'; readonly id: string }
  /** Any one of these. */
  | { readonly gift: 'one'; readonly ids: readonly string[] }
  | { readonly gift: 'prayer'; readonly spell: string }
  /** Who has less than that, or less than he could have, gets nothing further. */
  | { readonly gift: 'limit'; readonly grace: number }
  | { readonly gift: 'grace' | 'hp' }
  /** Frees what he wears of curses, of the worst too. */
  | { readonly gift: 'freeing'; readonly damned: boolean }
  /** His weapon has one more plus, up to one for so many levels of praying. */
  | { readonly gift: 'blessing'; readonly levels: number }
  /** Percent of what he can have. */
  | { readonly gift: 'sp'; readonly percent: number }
  /** A spell of the host's that is cast on him. */
  | { readonly gift: 'healing'; readonly spell: string }
  | { readonly gift: 'word'; readonly text: string }
)
