const maxLetters = 32

/** [AS-2.3] Removes colours, runes and surrounding spaces. Never returns an empty name. */
export function cleanPlayerName(given: string, id: number): string {
  const name = given.replace(/[^\x20-\x7d]/g, '').trim()
  return name.slice(0, maxLetters).trimEnd() || `Player ${id}`
}
