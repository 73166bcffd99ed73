// The commands of every player, which start with `!`. Used by `say`.
import { requestHint } from '../hints/hint-requests.ts'
import { plainMessage } from '../room/messages.ts'
import { runAdminCommand } from './admin-session.ts'
import { setOwnAlias } from './handlers/aliases.ts'
import { playersText } from './handlers/player-status.ts'
import { getItem } from './handlers/send-items.ts'
import { startCountdown, checkCountdownAllowed } from './handlers/countdown.ts'
import { collectOwnSlot, releaseOwnSlot } from './handlers/release-collect.ts'
import { listCheckedLocations, listMissingLocations, listRemainingItems } from './handlers/locations.ts'
import { formatOptions } from './handlers/options.ts'
import { helpCommand, licenseCommand, statusCommand } from './shared-commands.ts'
import { anyArguments, type CommandCall, noArguments, type PlayerCall, someArguments, type CommandTable, wordCount } from './dispatcher/command-table.ts'

/** Rooms with fewer names than this send the answer to `!players` to everybody. */
const smallRoomSlots = 10

export const playerCommands: CommandTable<PlayerCall> = {
  marker: '!',
  replyType: 'CommandResult',
  commands: [
    helpCommand,
    licenseCommand,
    {
      name: 'options',
      parameters: '',
      help: "Shows this room's options, the password to join among them.",
      accepts: noArguments,
      run: ({ world, reply }) => reply(...formatOptions(world, 'without server_password')),
    },
    {
      name: 'admin',
      parameters: '[command]',
      help: [
        'Commands the server, for whoever knows its password: "!admin login PASSWORD" first,',
        'then "!admin /help" shows what there is, and "!admin logout" ends it.',
      ].join('\n'),
      accepts: anyArguments,
      run: ({ world, client }, { rest }) => runAdminCommand(world, client, rest ?? ''),
    },
    {
      name: 'players',
      parameters: '',
      help: 'Shows who is connected; who is not stands in brackets.',
      accepts: noArguments,
      run: replyWithPlayers,
    },
    statusCommand,
    {
      name: 'release',
      formerName: 'forfeit',
      parameters: '',
      help: 'Hands out everything that is still in your world.',
      accepts: noArguments,
      run: releaseOwnSlot,
    },
    {
      name: 'collect',
      parameters: '',
      help: "Fetches everything of yours that is still in anybody's world.",
      accepts: noArguments,
      run: collectOwnSlot,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Counts the seconds down for everybody, then says GO.',
      accepts: wordCount(0, 1),
      run: (call, line) => checkCountdownAllowed(call) && startCountdown(call, line),
    },
    {
      name: 'remaining',
      parameters: '',
      help: 'Names the items that are still in your world, but neither their places nor their owners.',
      accepts: noArguments,
      run: listRemainingItems,
    },
    {
      name: 'missing',
      parameters: '[filter_text]',
      help: [
        'Names your locations that the server does not know as checked.',
        'With a text, those whose names have it in them, or those of the group of that name.',
      ].join('\n'),
      accepts: anyArguments,
      run: listMissingLocations,
    },
    {
      name: 'checked',
      parameters: '[filter_text]',
      help: [
        'Names your locations that the server knows as checked.',
        'With a text, those whose names have it in them, or those of the group of that name.',
      ].join('\n'),
      accepts: anyArguments,
      run: listCheckedLocations,
    },
    {
      name: 'alias',
      parameters: '[alias_name]',
      help: 'Shows you by another name, of at most 16 characters; without one, by your own again.',
      accepts: anyArguments,
      run: setOwnAlias,
    },
    {
      name: 'getitem',
      parameters: 'item_name',
      help: 'Makes you a present of an item, where the room allows it.',
      accepts: someArguments,
      run: getItem,
    },
    {
      name: 'hint',
      parameters: '[item_name]',
      help: [
        'Buys a look at where an item of yours is; without a name, shows your hints and what one costs.',
        'Where hints cost something each call brings one new place: call again for the next.',
      ].join('\n'),
      accepts: anyArguments,
      run: (call, { rest }) => replyIfText(call, requestHint(call.world, call.client, 'item', rest ?? '')),
    },
    {
      name: 'hint_location',
      parameters: '[location]',
      help: 'Buys a look at what is at a location of yours; without a name, shows your hints and what one costs.',
      accepts: anyArguments,
      run: (call, { rest }) => replyIfText(call, requestHint(call.world, call.client, 'location', rest ?? '')),
    },
  ],
}

function replyWithPlayers({ world, reply }: CommandCall): void {
  const text = playersText(world)
  if (world.seed.connectNames.size < smallRoomSlots) world.announce(plainMessage(text, 'CommandResult'))
  else reply(text)
}

function replyIfText({ reply }: CommandCall, text: string | undefined): void {
  if (text !== undefined) reply(text)
}
