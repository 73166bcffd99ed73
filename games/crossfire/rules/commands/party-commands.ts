// [CF-18.1]

import type { GameState, Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import {
  describeOwnParty,
  formParty,
  joinParty,
  leaveParty,
  listParties,
  requireParty,
  sayInParty,
  setPartyPassword,
} from '../actions/chat/parties.ts'
import type { TextCommand } from './command.ts'
import { listMembers } from './who.ts'

interface PartySubcommand {
  readonly usage: string
  readonly help: string
  run(game: GameState, player: Player, rest: string): void
}

const subcommands: { readonly [word: string]: PartySubcommand } = {
  form: { usage: ' NAME', help: 'create a party and lead it', run: formParty },
  join: {
    usage: ' NAME',
    help: 'join a party; you are asked for its password if it has one',
    run: joinParty,
  },
  leave: { usage: '', help: 'leave your party', run: leaveCommand },
  list: { usage: '', help: 'list all parties', run: listParties },
  who: { usage: '', help: 'list the members of your party and where they are', run: whoCommand },
  say: { usage: ' WORDS', help: 'talk to your party, like gsay', run: sayInParty },
  passwd: {
    usage: ' [PASSWORD]',
    help: 'set the password of your party, at most 8 characters; without PASSWORD: remove it',
    run: setPartyPassword,
  },
  help: { usage: '', help: 'this', run: (_, player) => sendPartyHelp(player) },
}

export const partyCommands: readonly TextCommand[] = [
  {
    name: 'party',
    usage: '[form | join | leave | list | who | say | passwd | help]',
    help: 'Create, join or leave a party. Without a word: show your party.',
    broadcasts: true,
    run: runPartyCommand,
  },
  { name: 'gsay', usage: 'WORDS', help: 'Talk to your party.', broadcasts: true, run: sayInParty },
]

function runPartyCommand(game: GameState, player: Player, typed: string): void {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(typed)!
  if (word === '') return describeOwnParty(game, player)
  const known = Object.hasOwn(subcommands, word.toLowerCase()) ? subcommands[word.toLowerCase()] : undefined
  if (known) known.run(game, player, rest)
  else sendPartyHelp(player)
}

function leaveCommand(game: GameState, player: Player): void {
  if (requireParty(game, player)) leaveParty(game, player)
}

function whoCommand(game: GameState, player: Player): void {
  const party = requireParty(game, player)
  if (party) listMembers(game, player, party)
}

function sendPartyHelp(player: Player): void {
  const lines = Object.entries(subcommands).map(([word, { usage, help }]) => `party ${word}${usage}: ${help}`)
  player.sendMessage(lines.join('\n'), messageTypes.help)
}
