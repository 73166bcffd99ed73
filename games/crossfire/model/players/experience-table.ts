// Experience levels: the table that clients read. [CF-8.3]

/** [CF-8.3] Maximum number of levels in today's client. */
export const maxLevel = 115

/**
 * [CF-8.3] Experience needed for each level: 0, 2000, 6500, 14000, … It grows as a cubic: each level needs more than
 * the one before, and the last still fits the 32 bits that a client of 1997 reads.
 */
export const experienceTable: readonly number[] = Array.from({ length: maxLevel }, (_, below) => {
  const level = below + 1
  return (level * below * (level + 10) * 1000) / 12
})

/** Maximum experience: twice what the last level needs. */
export const maxExperience = 2 * experienceTable[maxLevel - 1]!

/** The level for an amount of experience, 1 to 115. */
export function levelAt(experience: number): number {
  let [least, most] = [1, maxLevel]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (experienceTable[middle - 1]! <= experience) least = middle
    else most = middle - 1
  }
  return least
}

/** Adds or subtracts experience, within the bounds. */
export function addExperience(experience: number, more: number): number {
  return Math.min(maxExperience, Math.max(0, Math.floor(experience + more)))
}

/**
 * [CF-8.4] Experience for a kill at a player's `level`: full value against foes of the same level or above, a tenth
 * less for each level that the player is above, but at least a tenth.
 */
export function experienceForKill(experience: number, foeLevel: number, level: number): number {
  const tenths = Math.max(1, 10 - Math.max(0, level - foeLevel))
  return Math.ceil((experience * tenths) / 10)
}
