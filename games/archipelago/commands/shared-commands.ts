// The commands common to players and the admin. Used by both tables.
import { statusText } from './handlers/player-status.ts'
import { anyArguments, type Command, formatHelp, noArguments } from './dispatcher/command-table.ts'

export const helpCommand: Command = {
  name: 'help',
  parameters: '',
  help: 'Shows these commands.',
  accepts: noArguments,
  run: ({ table, reply }) => reply(formatHelp(table)),
}

export const licenseCommand: Command = {
  name: 'license',
  parameters: '',
  help: 'Tells how this server may be used and passed on.',
  accepts: noArguments,
  run: ({ reply }) =>
    reply(
      [
        'This room is hosted by Packetboat, free software under the MIT License.',
        'Anybody may use, change and pass it on, as long as its copyright and licence notices stay with it.',
        'It comes without warranty of any kind.',
      ].join('\n'),
    ),
}

export const statusCommand: Command = {
  name: 'status',
  parameters: '[tag]',
  help: [
    "Shows every player's connections, and how many of the locations are checked.",
    'With a tag, DeathLink for one, also how many of the connections have it.',
  ].join('\n'),
  accepts: anyArguments,
  run: ({ world, reply }, { words }) => reply(statusText(world, words.join(' '))),
}
