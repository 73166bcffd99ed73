import { type Command, formatHelp, takesAnyArguments } from './dispatcher/command-table.ts'
import { statusText } from './handlers/player-status.ts'

export const helpCommand: Command = {
  name: 'help',
  help: 'Lists these commands.',
  run: ({ table, reply }) => reply(formatHelp(table)),
}

export const licenseCommand: Command = {
  name: 'license',
  help: 'Shows the license of this server.',
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
  accepts: takesAnyArguments,
  run: ({ world, reply }, { words }) => reply(statusText(world, words.join(' '))),
}
