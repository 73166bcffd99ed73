// Compares passwords that are stored in plain text. Pure: keeps no state.

/**
 * [AP-2.7] [CF-18.3] Whether `given` is `secret`. Compares every character of `given`, so that the time taken reveals
 * nothing about `secret`, not even its length. Nothing matches an empty secret.
 */
export function secretMatches(given: string, secret: string): boolean {
  if (secret === '') return false
  let differences = given.length ^ secret.length
  for (let i = 0; i < given.length; i++) {
    differences |= given.charCodeAt(i) ^ secret.charCodeAt(i % secret.length)
  }
  return differences === 0
}
