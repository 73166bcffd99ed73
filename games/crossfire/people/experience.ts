// Levels of experience: the table that clients read, and what a level needs. [CF-8.3]

/** [CF-8.3] As many levels as today's client has room for. */
export const mostLevel = 115

/**
 * [CF-8.3] Experience that each level needs, the first first: 0, 2000, 6500, 14000, … The growth is a cubic: each level
 * asks for more than the one before, and the last still fits the 32 bits that a client of 1997 reads.
 */
export const experienceTable: readonly number[] = Array.from({ length: mostLevel }, (_, below) => {
  const level = below + 1
  return (level * below * (level + 10) * 1000) / 12
})

/** Nobody gets more: what the last level needs, and then as much again. */
export const mostExperience = 2 * experienceTable[mostLevel - 1]!

/** The level, 1 to 115, of who has so much experience. */
export function levelAt(experience: number): number {
  let [least, most] = [1, mostLevel]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (experienceTable[middle - 1]! <= experience) least = middle
    else most = middle - 1
  }
  return least
}

/** `experience` with `more`, or with a loss; never below 0 or above what anybody has. */
export function changed(experience: number, more: number): number {
  return Math.min(mostExperience, Math.max(0, Math.floor(experience + more)))
}

/**
 * [CF-8.4] What a killing is worth to somebody of `level`: all of it to one of the foe's level or below, a tenth less
 * for each level above, never under a tenth.
 */
export function worth(experience: number, foeLevel: number, level: number): number {
  const tenths = Math.max(1, 10 - Math.max(0, level - foeLevel))
  return Math.ceil((experience * tenths) / 10)
}
