// [CF-23.9]

import type { Json } from '../../../../game.ts'
import { nameWithTitle } from '../../../model/players/characters.ts'
import { questStageOf } from '../../../model/players/quest-progress.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { type ScriptCall, sanitizeRecordName } from '../dialogue/script-call.ts'

/** The oldest names are removed first. */
const maxNames = 200

/** `stage`: the player's stage of a realm's quest; 0 in a hall of fame. */
interface HallEntry {
  readonly name: string
  readonly title: string
  readonly stage: number
}

/**
 * [CF-23.9] Applying a sign lists the hall. Applying any other thing adds the player, once. Returns whether this
 * replaces the usual effect.
 */
export function visitHallOfFame(call: ScriptCall, hall: string, tells: string): boolean {
  const { game, player, thing } = call
  const noted = loadEntries(game, 'hall', hall)
  if (thing.archetype.traits.role === 'sign') {
    const heading = thing.text ?? thing.archetype.text
    const names = noted.length > 0 ? noted.map(({ title }) => title) : ['Nobody yet.']
    player.sendMessage([...(heading ? [heading] : []), ...names].join('\n'), messageTypes.sign)
    return true
  }
  if (noted.some(({ name }) => name === player.name)) return false
  saveEntry(game, 'hall', hall, noted, player, 0)
  if (tells) player.sendMessage(tells, messageTypes.success)
  return false
}

/** [CF-23.9] */
export function recordRank({ game, player }: ScriptCall, quest: string): void {
  const stage = questStageOf(player, quest)
  const noted = loadEntries(game, 'ranks', quest)
  const known = noted.find(({ name }) => name === player.name)
  if (stage === 0 || (known?.stage === stage && known.title === nameWithTitle(player))) return
  saveEntry(game, 'ranks', quest, noted, player, stage)
  player.sendMessage('Your rank is recorded.', messageTypes.info)
}

/** [CF-23.9] Lists the players who have reached the stage, sorted by title. */
export function listRank({ game, player, thing }: ScriptCall, quest: string, stage: number): void {
  const those = loadEntries(game, 'ranks', quest).filter((each) => each.stage === stage)
  const titles = those.map(({ title }) => title).sort()
  const names = titles.length > 0 ? titles : ['Nobody yet.']
  player.sendMessage([`${thing.archetype.name.one}:`, ...names].join('\n'), messageTypes.sign)
}

function loadEntries(
  { serviceRecords }: GameState,
  kind: 'hall' | 'ranks',
  name: string,
): readonly HallEntry[] {
  return (serviceRecords.get(kind, sanitizeRecordName(name)) ?? []) as unknown as readonly HallEntry[]
}

function saveEntry(
  { serviceRecords }: GameState,
  kind: 'hall' | 'ranks',
  hall: string,
  noted: readonly HallEntry[],
  player: Player,
  stage: number,
): void {
  const { name } = player
  const others = noted.filter((each) => each.name !== name)
  const all = [...others, { name, title: nameWithTitle(player), stage }].slice(-maxNames)
  serviceRecords.put(kind, sanitizeRecordName(hall), all as unknown as Json)
}
