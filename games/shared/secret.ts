// Passwords that are kept as they are, compared. Pure: it holds none.

/**
 * [AP-2.7] [CF-18.3] Whether `given` is `secret`. Every character of `given` is looked at, so that the time it takes says nothing of
 * `secret`, not even its length. An empty secret is matched by nothing.
 */
export function isSecret(given: string, secret: string): boolean {
  if (secret === '') return false
  let differences = given.length ^ secret.length
  for (let i = 0; i < given.length; i++) {
    differences |= given.charCodeAt(i) ^ secret.charCodeAt(i % secret.length)
  }
  return differences === 0
}
