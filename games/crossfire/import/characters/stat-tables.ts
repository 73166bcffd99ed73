// [CF-21.10]

/** A value for each score of an ability, from 0 to 30. */
export type StatTable = readonly number[]

/** Current clients support no more levels. */
const maxLevels = 115

/** Undefined unless the file has two or more numbers, which begin with 0 and rise. */
export function parseExperienceTable(text: string): readonly number[] | undefined {
  const numbers = withoutComments(text)
    .replace(/max_level\s+\d+/g, '')
    .match(/\d+/g)
  const levels = (numbers ?? []).map(Number).slice(0, maxLevels)
  const grows = levels.every((needs, at) => at === 0 || needs > levels[at - 1]!)
  return levels.length > 1 && levels[0] === 0 && grows && levels.every(Number.isSafeInteger)
    ? levels
    : undefined
}

/** A table consists of a name, and of values in braces. Tables with missing values are ignored. */
export function parseStatTables(text: string): ReadonlyMap<string, StatTable> {
  const tables = new Map<string, StatTable>()
  for (const [, name, values] of withoutComments(text).matchAll(/\b(\w+)\s*\{([^{}]*)\}/g)) {
    const numbers = (values!.match(/-?\d*\.?\d+/g) ?? []).map((value) => Math.min(maxBonus, Number(value)))
    if (numbers.length > maxAbility) tables.set(name!, numbers)
  }
  return tables
}

export function parseSettings(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(withoutComments(text).matchAll(/^(\w+)[ \t]+(\S.*)$/gm), ([, name, value]) => [
      name!,
      value!.trimEnd(),
    ]),
  )
}

const [maxAbility, maxBonus] = [30, 1_000_000_000] as const

function withoutComments(text: string): string {
  return text.replace(/^#.*$/gm, '')
}

const usualExperience = `
0 2000 4000 8000 16000 32000 64000 125000 250000 500000 900000 1400000 2000000 2600000 3300000 4100000 4900000 5700000
6600000 7500000 8500000 9500000 10600000 11800000 13000000 14300000 15600000 17000000 18500000 20000000 21700000 23400000
25200000 27000000 29000000 31100000 33300000 35600000 38000000 40500000 43200000 46000000 48900000 52000000 55200000
58600000 62100000 65900000 69800000 73900000 78200000 82700000 87500000 92500000 97800000 103300000 109100000 115200000
121500000 128200000 135300000 142700000 150400000 158600000 167100000 176100000 185600000 195500000 205900000 216800000
228300000 240300000 252900000 266200000 280200000 294800000 310200000 326300000 343200000 361000000 379700000 399300000
419900000 441500000 464200000 488100000 513100000 539400000 567000000 596000000 626400000 658300000 691900000 727100000
764100000 802900000 843700000 886500000 931500000 978700000 1028200000 1080300000 1134900000 1192300000 1252500000
1315800000 1382200000 1451900000 1525100000 2100000000 4200000000 8400000000 16800000000 33600000000 67200000000`

const usualBonuses = `
con_hp_bonus { -3 -2.5 -2 -1.5 -1 -0.5 -0.5 0 0 0 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 11 12.5 15 20 25 }
pow_int_sp_bonus { -2.5 -2.5 -2.25 -2 -1.75 -1.5 -1.25 -1 -0.75 -0.5 -0.25 0 0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.25 2.5 3
 3.75 5 6.25 7.5 10 12.5 17.5 25 }
wis_pow_grace_bonus { -2.5 -2.5 -2.25 -2 -1.75 -1.5 -1.25 -1 -0.75 -0.5 -0.25 0 0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.25 2.5
 3 3.75 5 6.25 7.5 10 12.5 17.5 25 }
dex_bonus { -4 -3 -2 -2 -1 -1 -1 0 0 0 0 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 6 6 7 }
dex_speed_bonus { -0.1 -0.09 -0.08 -0.07 -0.06 -0.05 -0.025 0 0 0 0 0.025 0.05 0.07 0.09 0.1 0.11 0.12 0.13 0.14 0.15
 0.16 0.17 0.18 0.19 0.2 0.21 0.22 0.23 0.24 0.25 }
str_damage_bonus { -2 -2 -2 -1 -1 -1 0 0 0 0 0 0 1 1 1 2 2 2 3 3 3 4 4 5 5 6 6 7 8 9 10 }
str_hit_bonus { -2 -2 -2 -2 -1 -1 -1 -1 0 0 0 0 1 1 1 1 2 2 2 2 2 3 3 3 3 4 4 4 4 5 5 }
str_weight_limit { 200000 250000 300000 350000 400000 500000 600000 700000 800000 900000 1000000 1100000 1200000 1300000
 1400000 1500000 1650000 1800000 1950000 2100000 2250000 2400000 2550000 2700000 2850000 3000000 3250000 3500000 3750000
 4000000 4500000 }
int_wis_learn_spell { 0 0 0 1 2 4 8 12 16 25 36 45 55 65 70 75 80 85 90 95 100 100 100 100 100 100 100
 100 100 100 100 }`

export const defaultExperienceTable = parseExperienceTable(usualExperience)!
export const defaultStatTables = parseStatTables(usualBonuses)
