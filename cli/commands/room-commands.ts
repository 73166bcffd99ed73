// The commands and flags of `packetboat room`.
import { type Command, Option } from 'commander'
import { webhookEventKinds } from '../../durable-objects/model/webhook.ts'
import type { Game } from '../../games/game.ts'
import { regions } from '../../wire/net/region.ts'
import { addRoomSubcommand, withAccessOptions } from '../options/access-options.ts'
import {
  appendTextLine,
  parseCooldown,
  parseListen,
  parseOption,
  parseSeconds,
} from '../options/arguments.ts'
import { optionHelp } from '../options/option-help.ts'
import type { Output } from '../terminal/output.ts'
import { commandAction } from '../terminal/program.ts'
import type { ApiFlags } from './room.ts'

/** `games`: only needed for help texts that list the games' options. */
export function addRoomCommands(parent: Command, output: Output, games: readonly Game[]): void {
  const room = parent
    .command('room')
    .description('manage the rooms of a site, with the site token or the room token')
  const commands = () => import('./room.ts')
  withAccessOptions(
    room.command('create').description('create a room, from a file or folder if the game accepts one'),
  )
    .argument('<game>')
    .argument('[path]', 'a file, or a folder to send as a zip')
    .option('--save <path>', 'save file to start from (archipelago)')
    .option(
      '--arch <path>',
      'archetypes and pictures of your own world (crossfire): a folder, zip, tar or .deb',
    )
    .option('--maps <path>', 'maps of your own world (crossfire): a folder, zip, tar or .deb')
    .option('--room <name>', 'room name (default: three random words)')
    .option('--title <text>', 'title, up to 80 characters')
    .addOption(
      new Option(
        '--stage <stage>',
        'gathering: create the room without a file; players submit their files (archipelago)',
      ).choices(['gathering']),
    )
    .option('--region <code>', `region: ${regions.join(' ')} (default: nearest to you)`)
    .option('--option <name=value>', 'game option; the value is JSON or text; repeatable', parseOption, [])
    .option(
      '--listen <transport:port>',
      'listener (port 0: any free port), or none; repeatable (default: the game’s usual listeners)',
      parseListen,
    )
    .action(commandAction(commands, 'createRoom', output))
    .addHelpText('after', ({ command }) => optionHelp(games, command.args, false))
  withAccessOptions(
    room.command('preview').description('show what a file or folder contains, without creating a room'),
  )
    .argument('<game>')
    .argument('<path>', 'a file, or a folder to send as a zip')
    .option('--save <path>', 'save file to start from (archipelago)')
    .action(commandAction(commands, 'previewFile', output))
  addListCommand(room, 'list', output).alias('ls')
  addRoomSubcommand(room, 'show', 'show a room').action(commandAction(commands, 'showRoom', output))
  for (const [word, status, description] of [
    ['close', 'closed', 'stop new players from joining; current players stay'],
    ['open', 'open', 'let new players join again'],
  ] as const) {
    addRoomSubcommand(room, word, description).action(async (name: string, flags: ApiFlags) =>
      (await commands()).setRoomStatus(name, status, flags, output),
    )
  }
  addRoomSubcommand(room, 'set', 'change settings of a room; other settings are not changed')
    .option('--title <text>', 'title, up to 80 characters')
    .addOption(new Option('--watching <word>', 'allow spectators').choices(['on', 'off']))
    .addOption(new Option('--join <mode>', 'who may join').choices(['open', 'password', 'invited']))
    .option('--comment <text>', "comment line, up to six; '' removes all", appendTextLine)
    .option(
      '--hours <days times>',
      "opening hours, as in 'Fri-Sun 19:00-23:00'; repeatable; '' removes all",
      appendTextLine,
    )
    .option(
      '--time-zone <name>',
      'time zone of the opening hours and the closing date (default: that of this machine)',
    )
    .option('--closes <date>', "closing date, as in 2026-12-31T22:00; '' removes it")
    .option(
      '--listen <transport:port>',
      'new listeners (port 0: any free port), or none; repeatable',
      parseListen,
    )
    .option('--option <name=value>', 'game option; the value is JSON or text; repeatable', parseOption, [])
    .option('--password <text>', "require this password to join; '' removes it")
    .action(commandAction(commands, 'setRoom', output))
    .addHelpText('after', ({ command }) => optionHelp(games, command.args, true))
  addRoomSubcommand(room, 'fork', 'create a copy of a room')
    .addOption(
      new Option('--from <state>', 'copy the initial or the current state')
        .choices(['beginning', 'now'])
        .default('beginning'),
    )
    .option('--save <path>', 'save file with which the copy starts instead (archipelago)')
    .option('--room <name>', 'room name (default: three random words)')
    .option('--title <text>', 'title, up to 80 characters')
    .action(commandAction(commands, 'forkRoom', output))
  addRoomSubcommand(
    room,
    'timeline',
    'show the events of a room, and the earliest time to which it can go back',
  ).action(commandAction(() => import('./room-history.ts'), 'printTimeline', output))
  addRoomSubcommand(
    room,
    'stories',
    'show the stories of a room (its matches, games or days, and who played), and its board of players',
  ).action(commandAction(() => import('./room-history.ts'), 'printStories', output))
  addRoomSubcommand(
    room,
    'rewind',
    'take a room back to an earlier time, or create a copy of the room as it was then',
  )
    .requiredOption('--at <time>', 'the time, as in 2026-11-28T09:30:00Z')
    .addOption(
      new Option('--as <what>', 'replace: take this room back; fork: create another room')
        .choices(['fork', 'replace'])
        .default('replace'),
    )
    .option('--room <name>', 'name of a fork (default: three random words)')
    .option('--title <text>', 'title of a fork, up to 80 characters')
    .option('--yes', 'do not ask for confirmation')
    .action(commandAction(() => import('./room-history.ts'), 'rewindRoom', output))
  addFilm(room, output)
  addRoomSubcommand(
    room,
    'player-data',
    'print the data that a room stores about a player as JSON, or erase it',
  )
    .argument('<player>', 'the player’s name; some games take a number or a slot instead')
    .option('--erase', 'erase the data, also in the history; data that other players need gets a pseudonym')
    .option('--yes', 'with --erase: do not ask for confirmation')
    .action(commandAction(() => import('./player-data.ts'), 'exportOrErasePlayerData', output))
  addRoomSubcommand(room, 'cost', 'show usage on Cloudflare and its cost per day').action(
    commandAction(commands, 'showCost', output),
  )
  addDeleteCommand(room, 'delete', output).alias('rm')
  addRoomSubcommand(room, 'undelete', 'restore a room that was deleted in the last seven days').action(
    commandAction(commands, 'undeleteRoom', output),
  )
  addRoomSubcommand(room, 'token', 'create a new room token; the old one stops working')
    .option('--yes', 'do not ask for confirmation')
    .action(commandAction(commands, 'renewRoomToken', output))
  addGathering(room, output)
  addRoomExport(room, output)
  addModeration(room, output)
  addWebhooks(room, output)
}

export function addListCommand(parent: Command, word: string, output: Output): Command {
  return withAccessOptions(parent.command(word).description('list all rooms')).action(
    commandAction(() => import('./room.ts'), 'listRooms', output),
  )
}

export function addDeleteCommand(parent: Command, word: string, output: Output): Command {
  return addRoomSubcommand(parent, word, 'delete a room; for seven days it can be restored')
    .option('--yes', 'do not ask for confirmation')
    .action(commandAction(() => import('./room.ts'), 'deleteRoom', output))
}

function addFilm(room: Command, output: Output): void {
  const commands = () => import('./room-film.ts')
  addRoomSubcommand(room, 'film', 'list the periods that the film of a room covers').action(
    commandAction(commands, 'printFilm', output),
  )
  addRoomSubcommand(room, 'clip', 'save a clip of the film of a room, of at most 60 s, and print its link')
    .requiredOption('--from <time>', 'start of the clip, as in 2026-11-28T09:30:00Z')
    .requiredOption('--to <time>', 'end of the clip, as in 2026-11-28T09:31:00Z')
    .action(commandAction(commands, 'makeClip', output))
  addRoomSubcommand(room, 'clips', 'list clips and their links').action(
    commandAction(commands, 'listClips', output),
  )
  addRoomSubcommand(room, 'unclip', 'delete a clip; its link stops working')
    .argument('<id>', 'clip id, from room clips')
    .action(commandAction(commands, 'deleteClip', output))
}

function addGathering(room: Command, output: Output): void {
  const commands = () => import('./gathering.ts')
  addRoomSubcommand(room, 'yamls', "list the players' files of a room that gathers files (archipelago)")
    .option('--zip <file>', 'instead of listing the files, write a zip of them for the generator')
    .action(commandAction(commands, 'listFiles', output))
  addRoomSubcommand(room, 'submit', "submit a player's file to a room that gathers files (archipelago)")
    .argument('<file>', 'a YAML file')
    .option('--called <name>', "the player's name")
    .option('--discord <id>', "the player's Discord user id")
    .action(commandAction(commands, 'submitFile', output))
  addRoomSubcommand(room, 'takeback', "withdraw a player's file (archipelago)")
    .argument('<id>', 'file id, from room yamls')
    .action(commandAction(commands, 'withdrawFile', output))
  addRoomSubcommand(
    room,
    'start',
    "start the game of a room that gathers files, with the generator's output (archipelago)",
  )
    .argument('<path>', 'a file, or a folder to send as a zip')
    .option('--save <path>', 'save file to start from')
    .option('--option <name=value>', 'game option; the value is JSON or text; repeatable', parseOption, [])
    .action(commandAction(commands, 'startGame', output))
}

function addRoomExport(room: Command, output: Output): void {
  const commands = () => import('./room-export.ts')
  addRoomSubcommand(room, 'export', 'export a room to a file (contains its secrets)')
    .argument('<file>', 'file to write; an existing one is replaced after a complete download')
    .action(commandAction(commands, 'exportRoom', output))
  withAccessOptions(
    room.command('import').description('create a room from an exported file, with a new room token'),
  )
    .argument('<file>', 'a file written by room export')
    .option('--room <name>', 'room name (default: the exported room’s)')
    .action(commandAction(commands, 'importRoom', output))
}

function addModeration(room: Command, output: Output): void {
  const commands = () => import('./moderation.ts')
  addRoomSubcommand(room, 'people', 'list connected players').action(
    commandAction(commands, 'listPeople', output),
  )
  addRoomSubcommand(room, 'kick', 'disconnect a player')
    .argument('<id>', 'session id, from room people')
    .action(commandAction(commands, 'kick', output))
  addRoomSubcommand(room, 'say', 'show a message to all players, or run a command as the owner')
    .argument('<line>', "one line in quotes; a line that begins with / runs a command of the game's console")
    .action(commandAction(commands, 'say', output))
  addRoomSubcommand(room, 'invite', 'print the invite link of a private room')
    .option('--renew', 'create a new link; the old one stops working')
    .action(commandAction(commands, 'invite', output))
  addRoomSubcommand(room, 'mute', 'mute a player temporarily: they can play, but nobody sees what they say')
    .argument('<who>', 'a player name or an IP address')
    .option('--id', '<who> is a session id, from room people or room reports')
    .option('--seconds <n>', 'duration in seconds', parseSeconds, 86_400)
    .option('--reason <text>', 'reason, up to 200 characters')
    .action(commandAction(commands, 'mute', output))
  addRoomSubcommand(room, 'mutes', 'list mutes and when they end').action(
    commandAction(commands, 'listMutes', output),
  )
  addRoomSubcommand(room, 'unmute', 'remove a mute')
    .argument('<id>', 'mute id, from room mutes')
    .action(commandAction(commands, 'liftMute', output))
  addRoomSubcommand(room, 'reports', "list players' reports of each other, newest last").action(
    commandAction(commands, 'listReports', output),
  )
  addRoomSubcommand(room, 'dismiss', 'delete a report')
    .argument('<id>', 'report id, from room reports')
    .action(commandAction(commands, 'dismissReport', output))
  addRoomSubcommand(room, 'ban', 'ban a name or an address temporarily')
    .argument('<who>', 'a player name or an IP address')
    .option('--seconds <n>', 'duration in seconds', parseSeconds, 86_400)
    .option('--reason <text>', 'reason, up to 200 characters')
    .action(commandAction(commands, 'ban', output))
  addRoomSubcommand(room, 'bans', 'list bans and when they end').action(
    commandAction(commands, 'listBans', output),
  )
  addRoomSubcommand(room, 'lift', 'remove a ban')
    .argument('<id>', 'ban id, from room bans')
    .action(commandAction(commands, 'liftBan', output))
  addRoomSubcommand(room, 'log', 'show the log of a room, newest last').action(
    commandAction(commands, 'printLog', output),
  )
}

function addWebhooks(room: Command, output: Output): void {
  const commands = () => import('./webhooks.ts')
  addRoomSubcommand(room, 'webhooks', 'list webhooks').action(commandAction(commands, 'listWebhooks', output))
  addRoomSubcommand(room, 'hook', 'add a webhook (Discord or any HTTPS URL)')
    .argument('<url>', 'the URL; stored as a secret of the room')
    .addOption(
      new Option('--kind <kind>', 'message format (default: discord for Discord URLs, else plain)').choices([
        'discord',
        'plain',
      ]),
    )
    .addOption(
      new Option('--on <kind...>', "event kinds (default: the game's choice)").choices(webhookEventKinds),
    )
    .option(
      '--only <label=value...>',
      'only events with these labels, such as class=progression (default: all)',
    )
    .option(
      '--cooldown <seconds>',
      'seconds for which events of one kind are collected and then sent together (default: 60)',
      parseCooldown,
    )
    .action(commandAction(commands, 'createWebhook', output))
  addRoomSubcommand(room, 'unhook', 'delete a webhook')
    .argument('<id>', 'webhook id, from room webhooks')
    .action(commandAction(commands, 'deleteWebhook', output))
}
