// Which player an admin means. Who uses it: the commands that are about somebody.
import type { Multiworld } from '../world.ts'

/** A slot (a group's too) and the arguments behind its name, with one space between; or why there is none. */
export type PlayerAndRest =
  | { readonly slot: number; readonly rest: string; readonly refusal?: undefined }
  | { readonly refusal: string; readonly slot?: undefined; readonly rest?: undefined }

/**
 * Reads a player's name, then more. The name may be of several words, in any case; failing that the first word is taken
 * for the name most like it.
 */
export function playerAndRest(world: Multiworld, words: readonly string[]): PlayerAndRest {
  const after = (count: number) => words.slice(count).join(' ')
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const slot = playerNamed(world, words.slice(0, count).join(' '))
    if (slot !== undefined) return { slot, rest: after(count) }
  }
  const guess = world.meant(words[0] ?? '', 'player', 0)
  if (!guess?.sure) return { refusal: guess?.text ?? 'There are no players here.' }
  return { slot: world.seed.connectNames.get(guess.answer)!, rest: after(1) }
}

/** Words that are tried as one name: a slot's name has at most 16 characters. */
const mostWords = 8

/** The slot with exactly this name; failing that the only one whose name differs in nothing but case. */
export function playerNamed(world: Multiworld, name: string): number | undefined {
  const { connectNames } = world.seed
  const exact = connectNames.get(name)
  if (exact !== undefined) return exact
  const lower = name.toLowerCase()
  const alike = [...connectNames].filter(([other]) => other.toLowerCase() === lower)
  return alike.length === 1 ? alike[0]![1] : undefined
}
