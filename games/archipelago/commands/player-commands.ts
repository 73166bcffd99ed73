import { requestHint } from '../hints/hint-requests.ts'
import { plainMessage } from '../room/messages.ts'
import { runAdminCommand } from './admin-session.ts'
import {
  type CommandContext,
  type CommandTable,
  hasWordCount,
  type PlayerCommandContext,
  takesAnyArguments,
  takesSomeArguments,
} from './dispatcher/command-table.ts'
import { setOwnAlias } from './handlers/aliases.ts'
import { checkCountdownAllowed, startCountdown } from './handlers/countdown.ts'
import { listCheckedLocations, listMissingLocations, listRemainingItems } from './handlers/locations.ts'
import { formatOptions } from './handlers/options.ts'
import { playersText } from './handlers/player-status.ts'
import { collectOwnSlot, releaseOwnSlot } from './handlers/release-collect.ts'
import { cheatItem } from './handlers/send-items.ts'
import { lockOwnSlot, unlockOwnSlot } from './handlers/slot-lock.ts'
import { setVideoLink } from './handlers/video-link.ts'
import { helpCommand, licenseCommand, statusCommand } from './shared-commands.ts'

/** In a room with fewer slots than this, everybody gets the answer to `!players`. */
const smallRoomSlots = 10

export const playerCommands: CommandTable<PlayerCommandContext> = {
  marker: '!',
  replyType: 'CommandResult',
  commands: [
    helpCommand,
    licenseCommand,
    {
      name: 'options',
      help: "Lists this room's options, including the password to join.",
      run: ({ world, reply }) => reply(...formatOptions(world, 'without server_password')),
    },
    {
      name: 'admin',
      parameters: '[command]',
      help: [
        'Runs server commands. First log in with "!admin login PASSWORD" and the server password.',
        '"!admin /help" lists the commands, and "!admin logout" logs out.',
      ].join('\n'),
      accepts: takesAnyArguments,
      run: ({ world, client }, { rest }) => runAdminCommand(world, client, rest ?? ''),
    },
    {
      name: 'players',
      help: 'Lists connected players, and disconnected players in brackets.',
      run: replyWithPlayers,
    },
    statusCommand,
    {
      name: 'release',
      formerName: 'forfeit',
      help: 'Releases all remaining items in your world.',
      run: releaseOwnSlot,
    },
    {
      name: 'collect',
      help: 'Collects your remaining items from all worlds.',
      run: collectOwnSlot,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Announces a countdown of the given seconds to everybody.',
      accepts: hasWordCount(0, 1),
      run: (call, line) => checkCountdownAllowed(call) && startCountdown(call, line),
    },
    {
      name: 'remaining',
      help: 'Lists the items not found yet in your world, without their locations and receivers.',
      run: listRemainingItems,
    },
    {
      name: 'missing',
      parameters: '[filter_text]',
      help: [
        'Lists your locations that are not checked.',
        'With filter_text, lists only locations whose names contain it, or the locations of the group with this name.',
      ].join('\n'),
      accepts: takesAnyArguments,
      run: listMissingLocations,
    },
    {
      name: 'checked',
      parameters: '[filter_text]',
      help: [
        'Lists your locations that are checked.',
        'With filter_text, lists only locations whose names contain it, or the locations of the group with this name.',
      ].join('\n'),
      accepts: takesAnyArguments,
      run: listCheckedLocations,
    },
    {
      name: 'alias',
      parameters: '[alias_name]',
      help: 'Sets your display name (at most 16 characters). Without alias_name, restores your own name.',
      accepts: takesAnyArguments,
      run: setOwnAlias,
    },
    {
      name: 'getitem',
      parameters: 'item_name',
      help: 'Sends you an item, if the room allows it.',
      accepts: takesSomeArguments,
      run: cheatItem,
    },
    {
      name: 'hint',
      parameters: '[item_name]',
      help: [
        'Buys a hint for one of your items. Without item_name, lists your hints and the price of a hint.',
        'If hints cost points, each call reveals one new location. Call again for the next one.',
      ].join('\n'),
      accepts: takesAnyArguments,
      run: (call, { rest }) => replyIfText(call, requestHint(call.world, call.client, 'item', rest ?? '')),
    },
    {
      name: 'hint_location',
      parameters: '[location]',
      help: 'Buys a hint for one of your locations. Without location, lists your hints and the price of a hint.',
      accepts: takesAnyArguments,
      run: (call, { rest }) =>
        replyIfText(call, requestHint(call.world, call.client, 'location', rest ?? '')),
    },
    {
      name: 'report',
      isAddition: true,
      parameters: 'player_name [reason]',
      help: 'Reports a player to the host, with the last 20 lines of chat that you received. Nobody else sees the report.',
      accepts: takesSomeArguments,
      run: ({ world, client, reply }, { rest = '' }) =>
        reply(world.context.moderation.report(client.peer, rest, world.feed.chat)),
    },
    {
      name: 'lock',
      isAddition: true,
      help: 'Locks your slot: only this client can join it from then on. You can unlock it with !unlock, and so can the host.',
      run: lockOwnSlot,
    },
    {
      name: 'unlock',
      isAddition: true,
      help: 'Unlocks your slot.',
      run: unlockOwnSlot,
    },
    {
      name: 'video',
      isAddition: true,
      parameters: '[platform] [user]',
      help: 'Sets the link to your video stream: twitch or youtube and your user name, or an address. "!video off" removes it.',
      accepts: hasWordCount(0, 2),
      run: setVideoLink,
    },
  ],
}

function replyWithPlayers({ world, reply }: CommandContext): void {
  const text = playersText(world)
  if (world.seed.connectNames.size < smallRoomSlots) world.announce(plainMessage(text, 'CommandResult'))
  else reply(text)
}

function replyIfText({ reply }: CommandContext, text: string | undefined): void {
  if (text !== undefined) reply(text)
}
