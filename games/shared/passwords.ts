/**
 * [AP-2.7] [CF-18.3] Whether `given` is `secret`. Compares every character of `given`, so that the time reveals nothing
 * about `secret`, not even its length. An empty secret matches nothing.
 */
export function secretMatches(given: string, secret: string): boolean {
  if (secret === '') return false
  let differences = given.length ^ secret.length
  for (let i = 0; i < given.length; i++) {
    differences |= given.charCodeAt(i) ^ secret.charCodeAt(i % secret.length)
  }
  return differences === 0
}

/**
 * The reply to a password while its address must wait. It is the same for right and wrong passwords, because nothing is
 * compared. `waitMs`: the result of `GameContext.recordGuess`.
 */
export function tooManyGuessesMessage(waitMs: number): string {
  return `Too many wrong passwords from your address. Try again in ${Math.ceil(waitMs / 1000)} s.`
}
