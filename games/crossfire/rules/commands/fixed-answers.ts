// [CF-9.16] Crossfire's server has several options for each of these commands, this server only one.
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { TextCommand } from './command.ts'

const answers: { readonly [command: string]: string } = {
  applymode: 'Applying a thing takes off the things that are in its place.',
  bowmode: 'Bows shoot one missile in the direction that you face.',
  delete: 'To delete a character, ask the owner of the room.',
  face: 'There is one set of pictures.',
  fix_me: 'Your stats are always up to date.',
  language: 'This server speaks English.',
  maps: 'Maps open and close by themselves; `whereabouts` shows where players are.',
  party_rejoin: 'You stay in your party until you leave it.',
  'search-items': 'The command `pickup` sets what you pick up by walking over it.',
  sound: 'Your client chooses whether to play sounds.',
  usekeys: 'Doors open with keys that you carry, also in containers.',
  version: 'Packetboat, for Crossfire clients of 1997 and of today.',
  wimpy: 'You never flee by yourself.',
}

export const fixedAnswers: readonly TextCommand[] = Object.entries(answers).map(([name, answer]) => ({
  name,
  help: answer,
  run: (_, player) => player.sendMessage(answer, messageTypes.info),
}))
