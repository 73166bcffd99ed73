// Pseudonyms replace the names of an erased player in records.

/** Minimum letters of a pseudonym; shorter ones of two players would often be equal. */
const minLength = 4
/** Start of a pseudonym, which shows that the player has left. */
const opening = 'Ex'
const minLengthWithOpening = 8

/**
 * Returns a word as long as the name (at least `minLength`), so that records hardly change their size. `random`:
 * returns a number from 0 up to, but not including, 1. `isTaken`: whether a player has this name.
 */
export function newPseudonym(
  name: string,
  random: () => number,
  isTaken: (pseudonym: string) => boolean,
): string {
  const length = Math.max(minLength, name.length)
  const start = length >= minLengthWithOpening ? opening : ''
  for (;;) {
    const letters = Array.from({ length: length - start.length }, () =>
      String.fromCharCode(97 + Math.floor(random() * 26)),
    ).join('')
    const word = `${start}${letters}`
    const pseudonym = word.charAt(0).toUpperCase() + word.slice(1)
    if (!isTaken(pseudonym)) return pseudonym
  }
}
