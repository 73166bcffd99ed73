/**
 * A token is one word that is valid in an HTTP header. Errors for an invalid header would show the token. An operator
 * may have written it by hand.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
