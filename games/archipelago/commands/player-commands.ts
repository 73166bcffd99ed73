// The commands of every player, which start with `!`. Used by `say`.
import { askHint } from '../hints/asking.ts'
import { plain } from '../room/texts.ts'
import { administer } from './admin-seat.ts'
import { renameSelf } from './aliases.ts'
import { playersText } from './attendance.ts'
import { cheatIn } from './cheats.ts'
import { countDown, mayCountDown } from './countdown.ts'
import { collectOwn, releaseOwn } from './endings.ts'
import { listChecked, listMissing, listRemaining } from './locations.ts'
import { optionLines } from './options.ts'
import { help, license, status } from './shared-commands.ts'
import { anything, type Call, nothing, type PlayerCall, something, type Table, words } from './table.ts'

/** Rooms with fewer names than this send the answer to `!players` to everybody. */
const namesOfSmallRoom = 10

export const playerCommands: Table<PlayerCall> = {
  marker: '!',
  answers: 'CommandResult',
  commands: [
    help,
    license,
    {
      name: 'options',
      parameters: '',
      help: "Shows this room's options, the password to join among them.",
      takes: nothing,
      run: ({ world, reply }) => reply(...optionLines(world, 'without server_password')),
    },
    {
      name: 'admin',
      parameters: '[command]',
      help: [
        'Commands the server, for whoever knows its password: "!admin login PASSWORD" first,',
        'then "!admin /help" shows what there is, and "!admin logout" ends it.',
      ].join('\n'),
      takes: anything,
      run: ({ world, client }, { rest }) => administer(world, client, rest ?? ''),
    },
    {
      name: 'players',
      parameters: '',
      help: 'Shows who is connected; who is not stands in brackets.',
      takes: nothing,
      run: showPlayers,
    },
    status,
    {
      name: 'release',
      formerly: 'forfeit',
      parameters: '',
      help: 'Hands out everything that is still in your world.',
      takes: nothing,
      run: releaseOwn,
    },
    {
      name: 'collect',
      parameters: '',
      help: "Fetches everything of yours that is still in anybody's world.",
      takes: nothing,
      run: collectOwn,
    },
    {
      name: 'countdown',
      parameters: 'seconds=10',
      help: 'Counts the seconds down for everybody, then says GO.',
      takes: words(0, 1),
      run: (call, line) => mayCountDown(call) && countDown(call, line),
    },
    {
      name: 'remaining',
      parameters: '',
      help: 'Names the items that are still in your world, but neither their places nor their owners.',
      takes: nothing,
      run: listRemaining,
    },
    {
      name: 'missing',
      parameters: '[filter_text]',
      help: [
        'Names your locations that the server does not know as checked.',
        'With a text, those whose names have it in them, or those of the group of that name.',
      ].join('\n'),
      takes: anything,
      run: listMissing,
    },
    {
      name: 'checked',
      parameters: '[filter_text]',
      help: [
        'Names your locations that the server knows as checked.',
        'With a text, those whose names have it in them, or those of the group of that name.',
      ].join('\n'),
      takes: anything,
      run: listChecked,
    },
    {
      name: 'alias',
      parameters: '[alias_name]',
      help: 'Shows you by another name, of at most 16 characters; without one, by your own again.',
      takes: anything,
      run: renameSelf,
    },
    {
      name: 'getitem',
      parameters: 'item_name',
      help: 'Makes you a present of an item, where the room allows it.',
      takes: something,
      run: cheatIn,
    },
    {
      name: 'hint',
      parameters: '[item_name]',
      help: [
        'Buys a look at where an item of yours is; without a name, shows your hints and what one costs.',
        'Where hints cost something each call brings one new place: call again for the next.',
      ].join('\n'),
      takes: anything,
      run: (call, { rest }) => answer(call, askHint(call.world, call.client, 'item', rest ?? '')),
    },
    {
      name: 'hint_location',
      parameters: '[location]',
      help: 'Buys a look at what is at a location of yours; without a name, shows your hints and what one costs.',
      takes: anything,
      run: (call, { rest }) => answer(call, askHint(call.world, call.client, 'location', rest ?? '')),
    },
  ],
}

function showPlayers({ world, reply }: Call): void {
  const text = playersText(world)
  if (world.seed.connectNames.size < namesOfSmallRoom) world.announce(plain(text, 'CommandResult'))
  else reply(text)
}

function answer({ reply }: Call, text: string | undefined): void {
  if (text !== undefined) reply(text)
}
