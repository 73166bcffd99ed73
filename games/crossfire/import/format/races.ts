// A line `RACE name`, followed by a line for each of its archetypes.
import { strFromU8 } from 'fflate'

/**
 * The archetypes of each race, by the name of the race in lower case. Archetypes with `@` are left out, because spells
 * do not summon them. A leading `!` is ignored.
 */
export function parseRaces(text: Uint8Array): ReadonlyMap<string, ReadonlySet<string>> {
  const races = new Map<string, Set<string>>()
  let members = new Set<string>()
  for (const written of strFromU8(text, true).split('\n')) {
    const line = written.trim()
    const race = /^RACE\s+(.+)$/.exec(line)?.[1]?.toLowerCase()
    if (race !== undefined) {
      members = races.get(race) ?? new Set()
      races.set(race, members)
    } else if (line !== '' && !/^(#|!?@)/.test(line)) members.add(line.replace(/^!/, ''))
  }
  return races
}
