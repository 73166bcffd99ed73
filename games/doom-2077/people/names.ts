// [DM-7.2] What a player may be called.

/** Bytes, of which each is a character here. */
const longest = 100

/** The name without the spaces around it; undefined if it is empty, too long or has what cannot be shown. */
export function playerName(given: string): string | undefined {
  const name = given.replace(/^ +| +$/g, '')
  return name !== '' && name.length <= longest && isPrintable(name) ? name : undefined
}

/** Bytes from 128 are some charset's letters; which one, the protocol does not say. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(text)
}
