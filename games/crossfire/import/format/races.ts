// Crossfire's file of races: `RACE name`, then the archetypes of the race, one per line.
import { strFromU8 } from 'fflate'

/**
 * Archetypes by race, in lower case. Names with `@` are left out, because they are not summoned. A leading `!` is
 * ignored.
 */
export function parseRaces(text: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const races = new Map<string, string[]>()
  let members: string[] = []
  for (const written of strFromU8(text, true).split('\n')) {
    const line = written.trim()
    const race = /^RACE\s+(.+)$/.exec(line)?.[1]?.toLowerCase()
    if (race !== undefined) {
      members = races.get(race) ?? []
      races.set(race, members)
    } else if (line !== '' && !/^(#|!?@)/.test(line)) members.push(line.replace(/^!/, ''))
  }
  return races
}
