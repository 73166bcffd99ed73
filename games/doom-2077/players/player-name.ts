// [DM-7.2]

/** Each byte is one character of the string. */
const maxNameBytes = 100

/** Removes surrounding spaces. Returns undefined if the name is empty, too long or not printable. */
export function normalizePlayerName(given: string): string | undefined {
  const name = given.replace(/^ +| +$/g, '')
  return name !== '' && name.length <= maxNameBytes && isPrintable(name) ? name : undefined
}

/** Bytes from 128 are letters of a charset that the protocol does not specify. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(text)
}
