// The admin's commands, which start with `/`.
import { sendFreeHints } from '../hints/hint-requests.ts'
import type { HintKind } from '../hints/hint-search.ts'
import type { CommandLine } from './dispatcher/command-line.ts'
import {
  type CommandContext,
  type CommandTable,
  hasWordCount,
  takesSomeArguments,
} from './dispatcher/command-table.ts'
import { setPlayerAlias } from './handlers/aliases.ts'
import { startCountdown } from './handlers/countdown.ts'
import { formatDataStorage } from './handlers/datastore.ts'
import { formatOptions, setOption } from './handlers/options.ts'
import { parsePlayerArgument } from './handlers/player-names.ts'
import { playersText } from './handlers/player-status.ts'
import { collectSlot, releaseSlot, setReleaseAllowed } from './handlers/release-collect.ts'
import { sendItem, sendItems, sendLocation } from './handlers/send-items.ts'
import { unlockSlot } from './handlers/slot-lock.ts'
import { helpCommand, licenseCommand, statusCommand } from './shared-commands.ts'

export const adminCommands: CommandTable = {
  marker: '/',
  replyType: 'AdminCommandResult',
  commands: [
    helpCommand,
    licenseCommand,
    {
      name: 'options',
      help: "Lists this room's options, including both passwords.",
      run: ({ world, reply }) => reply(...formatOptions(world, 'all')),
    },
    {
      name: 'save',
      help: 'Has no effect: every change is saved immediately.',
      run: ({ reply }) => reply('Everything is already saved: this room saves every change immediately.'),
    },
    {
      name: 'players',
      help: 'Lists connected players, and disconnected players in brackets.',
      run: ({ world, reply }) => reply(playersText(world)),
    },
    statusCommand,
    {
      name: 'exit',
      help: 'Has no effect: only the host can close a room.',
      run: ({ reply }) =>
        reply(
          'This room keeps running: only its host can close it. It hibernates while nobody is connected.',
        ),
    },
    {
      name: 'alias',
      parameters: 'player_name_then_alias_name',
      help: "Sets a player's display name (at most 16 characters). Without alias_name, restores the original name.",
      accepts: takesSomeArguments,
      run: setPlayerAlias,
    },
    {
      name: 'collect',
      parameters: 'player_name',
      help: "Collects a player's remaining items from all worlds.",
      accepts: takesSomeArguments,
      run: collectSlot,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Announces a countdown of the given seconds to everybody.',
      accepts: hasWordCount(0, 1),
      run: startCountdown,
    },
    {
      name: 'release',
      formerName: 'forfeit',
      parameters: 'player_name',
      help: "Releases all remaining items in a player's world.",
      accepts: takesSomeArguments,
      run: releaseSlot,
    },
    {
      name: 'allow_release',
      formerName: 'allow_forfeit',
      parameters: 'player_name',
      help: 'Allows a player to use !release at any time.',
      accepts: takesSomeArguments,
      run: (call, line) => setReleaseAllowed(call, line, true),
    },
    {
      name: 'forbid_release',
      formerName: 'forbid_forfeit',
      parameters: 'player_name',
      help: "Withdraws /allow_release: the room's release_mode applies again.",
      accepts: takesSomeArguments,
      run: (call, line) => setReleaseAllowed(call, line, undefined),
    },
    {
      name: 'send_multiple',
      parameters: 'amount player_name item_name',
      help: 'Sends a player up to 100 copies of an item.',
      accepts: hasWordCount(3),
      run: sendItems,
    },
    {
      name: 'send',
      parameters: 'player_name item_name',
      help: 'Sends a player an item.',
      accepts: hasWordCount(2),
      run: sendItem,
    },
    {
      name: 'send_location',
      parameters: 'player_name location_name',
      help: "Checks a player's location.",
      accepts: hasWordCount(2),
      run: sendLocation,
    },
    {
      name: 'hint',
      parameters: 'player_name item_name',
      help: "Sends a hint about a player's item, at no cost.",
      accepts: hasWordCount(2),
      run: (call, line) => hintFor(call, line, 'item'),
    },
    {
      name: 'hint_location',
      parameters: 'player_name location_name',
      help: "Sends a hint about a player's location, at no cost.",
      accepts: hasWordCount(2),
      run: (call, line) => hintFor(call, line, 'location'),
    },
    {
      name: 'option',
      parameters: 'option_name option_value',
      help: 'Sets one of the options that /options lists.',
      accepts: hasWordCount(2, 2),
      run: setOption,
    },
    {
      name: 'datastore',
      help: 'Lists the keys of the data storage and their sizes.',
      run: ({ world, reply }) => reply(formatDataStorage(world.storage)),
    },
    {
      name: 'unlock',
      isAddition: true,
      parameters: 'player_name',
      help: 'Unlocks the slot of a player who has locked it with !lock.',
      accepts: takesSomeArguments,
      run: unlockSlot,
    },
  ],
}

function hintFor({ world, reply }: CommandContext, line: CommandLine, kind: HintKind): void {
  const { slot, rest, refusal } = parsePlayerArgument(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const text = sendFreeHints(world, slot, kind, rest)
  if (text !== undefined) reply(text)
}
