import type { Multiworld } from '../../world.ts'

/** `rest`: the arguments after the name, joined by single spaces. `refusal`: the error text if no player was found. */
export type PlayerArgument =
  | { readonly slot: number; readonly rest: string; readonly refusal?: undefined }
  | { readonly refusal: string; readonly slot?: undefined; readonly rest?: undefined }

/** The name may have several words, in any case. If no name matches, guesses a name from the first word. */
export function parsePlayerArgument(world: Multiworld, words: readonly string[]): PlayerArgument {
  const after = (count: number) => words.slice(count).join(' ')
  for (let count = Math.min(words.length, maxNameWords); count > 0; count--) {
    const slot = findPlayer(world, words.slice(0, count).join(' '))
    if (slot !== undefined) return { slot, rest: after(count) }
  }
  const bestMatch = world.resolveName(words[0] ?? '', 'player', 0)
  if (!bestMatch?.isSure) return { refusal: bestMatch?.message ?? 'This room has no players.' }
  return { slot: world.seed.connectNames.get(bestMatch.name)!, rest: after(1) }
}

/** 8 words suffice, because a slot's name has at most 16 characters. */
const maxNameWords = 8

/**
 * Returns the slot with exactly this name, or else the slot whose name differs only in case, if there is exactly one.
 */
export function findPlayer(world: Multiworld, name: string): number | undefined {
  const { connectNames } = world.seed
  const exact = connectNames.get(name)
  if (exact !== undefined) return exact
  const lower = name.toLowerCase()
  const candidates = [...connectNames].filter(([other]) => other.toLowerCase() === lower)
  return candidates.length === 1 ? candidates[0]![1] : undefined
}
