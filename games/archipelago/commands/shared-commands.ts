import { anyArguments, type Command, formatHelp, noArguments } from './dispatcher/command-table.ts'
import { statusText } from './handlers/player-status.ts'

export const helpCommand: Command = {
  name: 'help',
  parameters: '',
  help: 'Lists these commands.',
  accepts: noArguments,
  run: ({ table, reply }) => reply(formatHelp(table)),
}

export const licenseCommand: Command = {
  name: 'license',
  parameters: '',
  help: 'Shows the license of this server.',
  accepts: noArguments,
  run: ({ reply }) =>
    reply(
      [
        'This room is hosted by Packetboat, free software under the MIT License.',
        'You may use, change and distribute it if you keep its copyright and license notices.',
        'It is provided without warranty of any kind.',
      ].join('\n'),
    ),
}

export const statusCommand: Command = {
  name: 'status',
  parameters: '[tag]',
  help: [
    'Shows the connections and checked locations of every player.',
    'With a tag, for example DeathLink, also shows the number of connections with this tag.',
  ].join('\n'),
  accepts: anyArguments,
  run: ({ world, reply }, { words }) => reply(statusText(world, words.join(' '))),
}
