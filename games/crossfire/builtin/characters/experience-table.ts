/** [CF-8.3] Highest level, as in today's client. */
const maxLevel = 115

/**
 * [CF-8.3] 0, 2000, 6500, 14000, … The values grow as a cubic function, and the last still fits the 32 bits that a
 * client of 1997 reads.
 */
export const experienceTable: readonly number[] = Array.from({ length: maxLevel }, (_, below) => {
  const level = below + 1
  return (level * below * (level + 10) * 1000) / 12
})
