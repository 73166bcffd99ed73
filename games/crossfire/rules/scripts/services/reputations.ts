// A player's reputation with a faction depends on the races that the player kills, and in which regions. [CF-23.20]
import type { Script } from '../../../model/definitions/script.ts'
import { sendSignal } from '../../../model/level/machine-parts.ts'
import type { Level, Player, Thing } from '../../../model/state/game-state.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { writeJournal } from '../dialogue/quests.ts'
import type { ScriptCall } from '../dialogue/script-call.ts'

/**
 * The factions, each with the regions that it rules (an empty text means all), and the ten-thousandths of reputation
 * that a kill costs, by race.
 */
const factions: readonly (readonly [name: string, regions: string, costs: string])[] = [
  ['Dragons', '', 'dragon 1 faerie -1 human -1'],
  [
    'Scorn',
    'scorn scorncounty scornoldcity',
    'human 10 demon -1 dragon -1 giant -1 goblin -1 reptile -1 troll -1 undead -1 unnatural -1',
  ],
  ['Valriel', '', 'angel 10 demon -1'],
  ['Gorokh', '', 'demon 10 angel -1'],
  ['Devourers', '', 'undead 10 none -1'],
  ['Sorig', '', 'air_elemental 10 none -1'],
  ['Ruggilli', '', 'consuming_fire_creatures 10 chaotic_water_creatures -1'],
  ['Ixalovh', '', 'chaotic_water_creatures 10 consuming_fire_creatures -1'],
  [
    'Gaea',
    '',
    'animal 10 bird 10 slime 10 insect 10 reptile 10 water_elemental 10 earth_elemental 10 air_elemental 10 ' +
      'fire_elemental 10 undead -1 unnatural -1',
  ],
  ['Valkyrie', '', 'human 10 troll 10 unnatural -1 angel -1 demon -1 undead -1'],
  ['Mostrai', '', 'dwarf 10 goblin -1 giant -1'],
  ['Lythander', '', 'faerie 10 goblin -1 troll -1'],
  ['Gnarg', '', 'goblin 10 giant 10 troll 10 faerie -1 dwarf -1'],
]
/** Maximum of a positive or negative reputation in ten-thousandths, and ten-thousandths per percent. */
const [maxByKills, perPercent] = [4000, 100] as const

const journalKey = (faction: string) => `reputation ${faction}`

/** [CF-23.20] Changes the player's reputations after a kill, in a world that has regions. */
export function changeReputationsAfterKill(
  player: Player,
  { archetype }: Thing,
  { plan: { region } }: Level,
): void {
  const race = archetype.matchProperties?.race
  if (region === undefined || race === undefined) return
  for (const [faction, regions, costs] of factions) {
    if (regions !== '' && !regions.split(' ').includes(region)) continue
    const words = costs.split(' ')
    const at = words.indexOf(race)
    if (at < 0) continue
    const now = Number(player.journal.get(journalKey(faction)) ?? 0) - Number(words[at + 1])
    if (Math.abs(now) <= maxByKills) writeJournal(player, journalKey(faction), String(now))
  }
}

/** The player's reputation in percent, from -40 to 40. */
function reputationOf({ journal }: Player, faction: string): number {
  return Math.round(Number(journal.get(journalKey(faction)) ?? 0) / perPercent)
}

/** [CF-23.20] Sends a signal, unless the rounded reputation is 0. */
export function signalByReputation(
  { player, thing }: ScriptCall,
  { faction, percent, high, low }: Extract<Script, { readonly type: 'reputation' }>,
): void {
  const reputation = reputationOf(player, faction)
  const number = reputation >= percent ? high : low
  if (reputation !== 0 && number !== 0 && thing.location?.in === 'cell')
    sendSignal(thing.location.level, number, 1, thing)
}

/** [CF-23.20] Lists the reputations that are not 0. */
export function listReputations(player: Player): void {
  const known = factions.flatMap(([faction]) => {
    const percent = reputationOf(player, faction)
    return percent === 0 ? [] : [`${faction}: ${percent} percent`]
  })
  player.sendMessage(
    known.length > 0 ? ['You are known to', ...known].join('\n') : 'No faction knows you.',
    messageTypes.info,
  )
}
