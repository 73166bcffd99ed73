// The admin's commands, which start with `/`. Used by the admin seat.
import { grantHint, type HintKind } from '../hints/asking.ts'
import { renameOther } from './aliases.ts'
import { playersText } from './attendance.ts'
import { sendItem, sendItems, sendLocation } from './cheats.ts'
import type { CommandLine } from './command-line.ts'
import { countDown } from './countdown.ts'
import { datastoreText } from './datastore.ts'
import { collectFor, grantRelease, releaseFor } from './endings.ts'
import { optionLines, setOption } from './options.ts'
import { playerAndRest } from './players.ts'
import { help, license, status } from './shared-commands.ts'
import { type Call, nothing, something, type Table, words } from './table.ts'

export const adminCommands: Table = {
  marker: '/',
  answers: 'AdminCommandResult',
  commands: [
    help,
    license,
    {
      name: 'options',
      parameters: '',
      help: "Shows this room's options, both passwords among them.",
      takes: nothing,
      run: ({ world, reply }) => reply(...optionLines(world, 'all')),
    },
    {
      name: 'save',
      parameters: '',
      help: 'Needs no use: everything is saved as it happens.',
      takes: nothing,
      run: ({ reply }) =>
        reply('Everything is saved already: this room saves whatever happens as it happens.'),
    },
    {
      name: 'players',
      parameters: '',
      help: 'Shows who is connected; who is not stands in brackets.',
      takes: nothing,
      run: ({ world, reply }) => reply(playersText(world)),
    },
    status,
    {
      name: 'exit',
      parameters: '',
      help: 'Stops nothing: a room is closed by its host, not from within.',
      takes: nothing,
      run: ({ reply }) =>
        reply('This room goes on: only its host closes it, and while nobody is here it rests.'),
    },
    {
      name: 'alias',
      parameters: 'player_name_then_alias_name',
      help: 'Shows a player by another name, of at most 16 characters; without one, by the own name again.',
      takes: something,
      run: renameOther,
    },
    {
      name: 'collect',
      parameters: 'player_name',
      help: "Fetches everything of a player that is still in anybody's world.",
      takes: something,
      run: collectFor,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Counts the seconds down for everybody, then says GO.',
      takes: words(0, 1),
      run: countDown,
    },
    {
      name: 'release',
      formerly: 'forfeit',
      parameters: 'player_name',
      help: "Hands out everything that is still in a player's world.",
      takes: something,
      run: releaseFor,
    },
    {
      name: 'allow_release',
      formerly: 'allow_forfeit',
      parameters: 'player_name',
      help: 'Lets a player use !release whenever they like.',
      takes: something,
      run: (call, line) => grantRelease(call, line, true),
    },
    {
      name: 'forbid_release',
      formerly: 'forbid_forfeit',
      parameters: 'player_name',
      help: "Takes that back: the room's release_mode decides again.",
      takes: something,
      run: (call, line) => grantRelease(call, line, undefined),
    },
    {
      name: 'send_multiple',
      parameters: 'amount player_name item_name',
      help: 'Gives a player an item as often as you say, up to 100 times.',
      takes: words(3),
      run: sendItems,
    },
    {
      name: 'send',
      parameters: 'player_name item_name',
      help: 'Gives a player an item.',
      takes: words(2),
      run: sendItem,
    },
    {
      name: 'send_location',
      parameters: 'player_name location_name',
      help: "Checks a player's location for them.",
      takes: words(2),
      run: sendLocation,
    },
    {
      name: 'hint',
      parameters: 'player_name item_name',
      help: "Tells where a player's item is; it costs nobody anything.",
      takes: words(2),
      run: (call, line) => hintFor(call, line, 'item'),
    },
    {
      name: 'hint_location',
      parameters: 'player_name location_name',
      help: "Tells what is at a player's location; it costs nobody anything.",
      takes: words(2),
      run: (call, line) => hintFor(call, line, 'location'),
    },
    {
      name: 'option',
      parameters: 'option_name option_value',
      help: 'Sets one of the options that /options shows.',
      takes: words(2, 2),
      run: setOption,
    },
    {
      name: 'datastore',
      parameters: '',
      help: 'Shows what clients keep in the data storage and how large it is.',
      takes: nothing,
      run: ({ world, reply }) => reply(datastoreText(world.storage)),
    },
  ],
}

function hintFor({ world, reply }: Call, line: CommandLine, kind: HintKind): void {
  const { slot, rest, refusal } = playerAndRest(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const text = grantHint(world, slot, kind, rest)
  if (text !== undefined) reply(text)
}
