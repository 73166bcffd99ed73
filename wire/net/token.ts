/**
 * Whether the text can be a token: one word that is valid in an HTTP header. Call before a header is built, because
 * errors for an invalid header would show the token. A token that an operator has written by hand may be invalid.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
