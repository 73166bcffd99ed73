// The admin's commands, which start with `/`. Used by the admin seat.
import { sendFreeHints, type HintKind } from '../hints/hint-requests.ts'
import { setPlayerAlias } from './handlers/aliases.ts'
import { playersText } from './handlers/player-status.ts'
import { sendItem, sendItems, sendLocation } from './handlers/send-items.ts'
import type { CommandLine } from './dispatcher/command-line.ts'
import { startCountdown } from './handlers/countdown.ts'
import { formatDataStorage } from './handlers/datastore.ts'
import { collectSlot, setReleaseAllowed, releaseSlot } from './handlers/release-collect.ts'
import { formatOptions, setOption } from './handlers/options.ts'
import { parsePlayerArgument } from './handlers/player-names.ts'
import { helpCommand, licenseCommand, statusCommand } from './shared-commands.ts'
import { type CommandCall, noArguments, someArguments, type CommandTable, wordCount } from './dispatcher/command-table.ts'

export const adminCommands: CommandTable = {
  marker: '/',
  replyType: 'AdminCommandResult',
  commands: [
    helpCommand,
    licenseCommand,
    {
      name: 'options',
      parameters: '',
      help: "Shows this room's options, both passwords among them.",
      accepts: noArguments,
      run: ({ world, reply }) => reply(...formatOptions(world, 'all')),
    },
    {
      name: 'save',
      parameters: '',
      help: 'Needs no use: everything is saved as it happens.',
      accepts: noArguments,
      run: ({ reply }) =>
        reply('Everything is saved already: this room saves whatever happens as it happens.'),
    },
    {
      name: 'players',
      parameters: '',
      help: 'Shows who is connected; who is not stands in brackets.',
      accepts: noArguments,
      run: ({ world, reply }) => reply(playersText(world)),
    },
    statusCommand,
    {
      name: 'exit',
      parameters: '',
      help: 'Stops nothing: a room is closed by its host, not from within.',
      accepts: noArguments,
      run: ({ reply }) =>
        reply('This room goes on: only its host closes it, and while nobody is here it rests.'),
    },
    {
      name: 'alias',
      parameters: 'player_name_then_alias_name',
      help: 'Shows a player by another name, of at most 16 characters; without one, by the own name again.',
      accepts: someArguments,
      run: setPlayerAlias,
    },
    {
      name: 'collect',
      parameters: 'player_name',
      help: "Fetches everything of a player that is still in anybody's world.",
      accepts: someArguments,
      run: collectSlot,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Counts the seconds down for everybody, then says GO.',
      accepts: wordCount(0, 1),
      run: startCountdown,
    },
    {
      name: 'release',
      formerName: 'forfeit',
      parameters: 'player_name',
      help: "Hands out everything that is still in a player's world.",
      accepts: someArguments,
      run: releaseSlot,
    },
    {
      name: 'allow_release',
      formerName: 'allow_forfeit',
      parameters: 'player_name',
      help: 'Lets a player use !release whenever they like.',
      accepts: someArguments,
      run: (call, line) => setReleaseAllowed(call, line, true),
    },
    {
      name: 'forbid_release',
      formerName: 'forbid_forfeit',
      parameters: 'player_name',
      help: "Takes that back: the room's release_mode decides again.",
      accepts: someArguments,
      run: (call, line) => setReleaseAllowed(call, line, undefined),
    },
    {
      name: 'send_multiple',
      parameters: 'amount player_name item_name',
      help: 'Gives a player an item as often as you say, up to 100 times.',
      accepts: wordCount(3),
      run: sendItems,
    },
    {
      name: 'send',
      parameters: 'player_name item_name',
      help: 'Gives a player an item.',
      accepts: wordCount(2),
      run: sendItem,
    },
    {
      name: 'send_location',
      parameters: 'player_name location_name',
      help: "Checks a player's location for them.",
      accepts: wordCount(2),
      run: sendLocation,
    },
    {
      name: 'hint',
      parameters: 'player_name item_name',
      help: "Tells where a player's item is; it costs nobody anything.",
      accepts: wordCount(2),
      run: (call, line) => hintFor(call, line, 'item'),
    },
    {
      name: 'hint_location',
      parameters: 'player_name location_name',
      help: "Tells what is at a player's location; it costs nobody anything.",
      accepts: wordCount(2),
      run: (call, line) => hintFor(call, line, 'location'),
    },
    {
      name: 'option',
      parameters: 'option_name option_value',
      help: 'Sets one of the options that /options shows.',
      accepts: wordCount(2, 2),
      run: setOption,
    },
    {
      name: 'datastore',
      parameters: '',
      help: 'Shows what clients keep in the data storage and how large it is.',
      accepts: noArguments,
      run: ({ world, reply }) => reply(formatDataStorage(world.storage)),
    },
  ],
}

function hintFor({ world, reply }: CommandCall, line: CommandLine, kind: HintKind): void {
  const { slot, rest, refusal } = parsePlayerArgument(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const text = sendFreeHints(world, slot, kind, rest)
  if (text !== undefined) reply(text)
}
