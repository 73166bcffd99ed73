// The `party` subcommands, and `gsay`. [CF-18.1]
import {
  formParty,
  joinParty,
  leaveParty,
  listParties,
  ownParty,
  sayInParty,
  setPartyPassword,
  tellOwnParty,
} from '../acts/parties.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Command } from './command.ts'
import { listMembers } from './who.ts'

interface Word {
  readonly usage: string
  readonly help: string
  run(scene: Scene, player: Player, rest: string): void
}

const words: { readonly [word: string]: Word } = {
  form: { usage: ' NAME', help: 'a new party, which you lead', run: formParty },
  join: { usage: ' NAME', help: 'join it; you are asked for its password if it has one', run: joinParty },
  leave: { usage: '', help: 'leave your party', run: leave },
  list: { usage: '', help: 'all parties', run: listParties },
  who: { usage: '', help: 'who is in your party, and where', run: who },
  say: { usage: ' WORDS', help: 'talk to your party, as gsay does', run: sayInParty },
  passwd: {
    usage: ' [PASSWORD]',
    help: 'the password of your party, 8 characters at most; alone: none',
    run: setPartyPassword,
  },
  help: { usage: '', help: 'this', run: (_, player) => help(player) },
}

export const partyCommands: readonly Command[] = [
  {
    word: 'party',
    usage: '[form | join | leave | list | who | say | passwd | help]',
    help: 'Play together. Alone: which party you are in.',
    takes: 'none',
    heard: true,
    run: partyWords,
  },
  {
    word: 'gsay',
    usage: 'WORDS',
    help: 'Talk to your party alone.',
    takes: 'none',
    heard: true,
    run: sayInParty,
  },
]

function partyWords(scene: Scene, player: Player, typed: string): void {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(typed)!
  if (word === '') return tellOwnParty(scene, player)
  const known = Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : undefined
  if (known) known.run(scene, player, rest)
  else help(player)
}

function leave(scene: Scene, player: Player): void {
  if (ownParty(scene, player)) leaveParty(scene, player)
}

function who(scene: Scene, player: Player): void {
  const party = ownParty(scene, player)
  if (party) listMembers(scene, player, party)
}

function help(player: Player): void {
  const lines = Object.entries(words).map(([word, { usage, help }]) => `party ${word}${usage}: ${help}`)
  player.tell(lines.join('\n'), messageTypes.help)
}
