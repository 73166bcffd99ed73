// The Damerau-Levenshtein distance. The small libraries on npm compute only its restricted variant, whose percentages
// differ from those of the original server.

/**
 * Insertions, deletions, substitutions and swaps of neighbours cost 1 each. Swapped code points may be separated by
 * insertions, so the distance from `ca` to `abc` is 2. Compares a.length × b.length pairs.
 */
export function editDistance(a: Uint32Array, b: Uint32Array): number {
  const width = b.length + 1
  const costs = new Uint16Array((a.length + 1) * width)
  for (let j = 1; j < width; j++) costs[j] = j
  const rowOfMatch = new Uint16Array(width)
  for (let i = 1; i <= a.length; i++) {
    const row = i * width
    let columnOfMatch = 0
    costs[row] = i
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1]
      const above = row - width + j
      let cost = Math.min(costs[above - 1]! + (same ? 0 : 1), costs[above]! + 1, costs[row + j - 1]! + 1)
      const k = rowOfMatch[j]!
      if (k > 0 && columnOfMatch > 0) {
        const before = costs[(k - 1) * width + columnOfMatch - 1]!
        cost = Math.min(cost, before + (i - k - 1) + 1 + (j - columnOfMatch - 1))
      }
      costs[row + j] = cost
      if (same) {
        rowOfMatch[j] = i
        columnOfMatch = j
      }
    }
  }
  return costs[a.length * width + b.length]!
}
