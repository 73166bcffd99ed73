// What people may be called.

const mostLetters = 32

/** [AS-2.3] The name as it came, without colours, runes and spaces around it; never empty. */
export function playerName(given: string, id: number): string {
  const name = given.replace(/[^\x20-\x7d]/g, '').trim()
  return name.slice(0, mostLetters).trimEnd() || `Player ${id}`
}
