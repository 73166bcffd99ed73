// The `gods` command. [CF-24.6]
import { messageTypes } from '../hearing/text-kinds.ts'
import { pathNames } from '../magic/spells.ts'
import type { God } from '../scene/god.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Command } from './command.ts'

export const godCommands: readonly Command[] = [
  {
    word: 'gods',
    usage: '[NAME]',
    help: 'Tells whom one can follow here, and what it means.',
    takes: 'none',
    run: tellGods,
  },
]

function tellGods({ kinds }: Scene, player: Player, words: string): void {
  const names = kinds.gods ?? []
  if (names.length === 0) return player.tell('Nobody here is prayed to by name.', messageTypes.info)
  const own = player.faith?.god
  if (words === '') {
    const whom = own === undefined ? 'You follow nobody.' : `You follow ${own}.`
    return player.tell([whom, `The gods: ${names.join(', ')}.`].join('\n'), messageTypes.info)
  }
  const god = kinds.god?.(names.find((name) => name.toLowerCase() === words.toLowerCase()) ?? '')
  if (!god) return player.tell('There is no such god.', messageTypes.error)
  player.tell(linesOf(god).join('\n'), messageTypes.info)
}

function linesOf({ name, about, enemy, of, hates, paths, forbids }: God): readonly string[] {
  const listed = (label: string, words: readonly string[]) =>
    words.length > 0 ? [`${label}: ${words.join(', ')}.`] : []
  const forbidden = Object.entries(forbids).flatMap(([what, isForbidden]) => (isForbidden ? [what] : []))
  return [
    about === '' ? name : `${name}: ${about}`,
    ...listed('Enemy', enemy === undefined ? [] : [enemy]),
    ...listed('Protects', of),
    ...listed('Hates', hates),
    ...listed('Attuned', pathNames(paths.attuned)),
    ...listed('Repelled', pathNames(paths.repelled)),
    ...listed('Denied', pathNames(paths.denied)),
    ...listed('Forbids', forbidden),
  ]
}
