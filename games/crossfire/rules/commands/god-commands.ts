// [CF-24.6]

import type { God } from '../../model/definitions/god.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { spellPathNames } from '../magic/spells.ts'
import type { TextCommand } from './command.ts'

export const godCommands: readonly TextCommand[] = [
  { name: 'gods', usage: '[NAME]', help: 'List the gods of this world, or describe one.', run: listGods },
]

function listGods({ archetypes }: GameState, player: Player, words: string): void {
  const names = archetypes.gods ?? []
  if (names.length === 0) return player.sendMessage('This world has no gods.', messageTypes.info)
  const own = player.faith?.god
  if (words === '') {
    const whom = own === undefined ? 'You follow no god.' : `You follow ${own}.`
    return player.sendMessage([whom, `The gods: ${names.join(', ')}.`].join('\n'), messageTypes.info)
  }
  const god = archetypes.god?.(names.find((name) => name.toLowerCase() === words.toLowerCase()) ?? '')
  if (!god) return player.sendMessage('There is no such god.', messageTypes.error)
  player.sendMessage(describeGod(god).join('\n'), messageTypes.info)
}

function describeGod({
  name,
  description,
  enemy,
  alliedRaces,
  hatedRaces,
  paths,
  forbiddenEquipment,
}: God): readonly string[] {
  const listed = (label: string, words: readonly string[]) =>
    words.length > 0 ? [`${label}: ${words.join(', ')}.`] : []
  const forbidden = Object.entries(forbiddenEquipment).flatMap(([what, isForbidden]) =>
    isForbidden ? [what] : [],
  )
  return [
    description === '' ? name : `${name}: ${description}`,
    ...listed('Enemy', enemy === undefined ? [] : [enemy]),
    ...listed('Protects', alliedRaces),
    ...listed('Hates', hatedRaces),
    ...listed('Attuned', spellPathNames(paths.attuned)),
    ...listed('Repelled', spellPathNames(paths.repelled)),
    ...listed('Denied', spellPathNames(paths.denied)),
    ...listed('Forbids', forbidden),
  ]
}
