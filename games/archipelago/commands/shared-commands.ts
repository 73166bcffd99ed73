// The commands common to players and the admin. Used by both tables.
import { statusText } from './attendance.ts'
import { anything, type Command, helpText, nothing } from './table.ts'

export const help: Command = {
  name: 'help',
  parameters: '',
  help: 'Shows these commands.',
  takes: nothing,
  run: ({ table, reply }) => reply(helpText(table)),
}

export const license: Command = {
  name: 'license',
  parameters: '',
  help: 'Tells how this server may be used and passed on.',
  takes: nothing,
  run: ({ reply }) =>
    reply(
      [
        'This room is hosted by Packetboat, free software under the MIT License.',
        'Anybody may use, change and pass it on, as long as its copyright and licence notices stay with it.',
        'It comes without warranty of any kind.',
      ].join('\n'),
    ),
}

export const status: Command = {
  name: 'status',
  parameters: '[tag]',
  help: [
    "Shows every player's connections, and how many of the locations are checked.",
    'With a tag, DeathLink for one, also how many of the connections have it.',
  ].join('\n'),
  takes: anything,
  run: ({ world, reply }, { words }) => reply(statusText(world, words.join(' '))),
}
