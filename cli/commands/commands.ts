// The commands and flags of `packetboat`. Each command's action is in its own file, loaded on use.
import { Argument, Command, Option } from 'commander'
import { webhookEventKinds } from '../../durable-objects/model/webhook.ts'
import type { Game } from '../../games/game.ts'
import about from '../../package.json' with { type: 'json' }
import { regions } from '../../wire/net/region.ts'
import { loadGamesForHelp, optionHelp } from '../options/option-help.ts'
import { type Output, terminal } from '../terminal/output.ts'
import { configureProgram, runProgram } from '../terminal/program.ts'
import {
  parseComment,
  parseCooldown,
  parseListen,
  parseOption,
  parsePort,
  parsePositive,
  parseRoomName,
  parseSeconds,
  parseVariable,
} from './arguments.ts'
import type { BackupFlags, RestoreFlags } from './backup.ts'
import type { DeployFlags } from './deploy.ts'
import type { LogsFlags } from './logs.ts'
import type { BanFlags } from './moderation.ts'
import type { ApiFlags, CreateRoomFlags, ForkRoomFlags, PreviewFlags, SetRoomFlags } from './room.ts'
import type { ImportFlags } from './room-export.ts'
import { sidecarCommand } from './sidecar.ts'
import type { WadFlags } from './wad.ts'
import type { CreateWebhookFlags } from './webhooks.ts'

const localWorkerUrl = 'http://127.0.0.1:8787'

/** Runs one command line (without node and script). Exit codes: 0 success, 1 failure, 2 usage error. */
export function run(words: readonly string[], output: Output = terminal): Promise<number> {
  return runProgram(words, async () => buildProgram(output, await loadGamesForHelp(words)), output)
}

/** The whole command. `games`: only for help with their options. */
export function buildProgram(output: Output, games: readonly Game[]): Command {
  const command = configureProgram(new Command('packetboat'), about.version, output)
    .description(about.description)
    // Options after a command are its own: otherwise `backup` would take the --url of `backup restore`, which has
    // one, too.
    .enablePositionalOptions()
  addStart(command, output)
  sidecarCommand(command.command('sidecar'))
  addRoom(command, output, games)
  addDeploy(command, output)
  addDoctor(command, output)
  addLogs(command, output)
  addBackup(command, output)
  addWad(command, output)
  return command
}

function addStart(parent: Command, output: Output): void {
  parent
    .command('start')
    .description('a Worker and a sidecar on this machine, with a room of every game')
    .option('--port <n>', 'port of the Worker, 0 for any', parsePort, 8787)
    .option('--state <dir>', 'folder of tokens and worlds', '.packetboat')
    .option('--host <address>', 'address to bind to', '127.0.0.1')
    .addOption(new Option('--ports <any>', 'every listener on a free port').choices(['any']))
    .option('--json', 'when ready, one line of JSON on stdout')
    .action(async ({ ports, json, ...options }) => {
      const { start } = await import('./start.ts')
      await start({ ...options, anyPorts: ports === 'any', json: json === true }, output)
    })
}

function addRoom(parent: Command, output: Output, games: readonly Game[]): void {
  const room = parent
    .command('room')
    .description('rooms of a Worker, by its API; the token is that of the site or the room')
  const commands = () => import('./room.ts')
  withAccessOptions(
    room.command('create').description('founds a room, of a file or folder where the game wants one'),
  )
    .argument('<game>')
    .argument('[path]', 'a file, or a folder that is sent as a zip')
    .option('--save <path>', 'the save of a game begun elsewhere, where the game takes one')
    .option('--arch <path>', 'archetypes and pictures of a world of yours, for crossfire')
    .option('--maps <path>', 'the maps of that world')
    .option('--room <name>', 'its name; three words otherwise')
    .option('--title <text>', 'up to 80 characters')
    .option('--region <code>', `where it is to be: ${regions.join(' ')}; near its host otherwise`)
    .option('--option <name=value>', 'an option of the game; the value is JSON or text', parseOption, [])
    .option(
      '--listen <transport:port>',
      'a door (0: any free port), or none; all the usual otherwise',
      parseListen,
    )
    .action(async (game: string, path: string | undefined, flags: CreateRoomFlags) =>
      (await commands()).createRoom(game, path, flags, output),
    )
    .addHelpText('after', ({ command }) => optionHelp(games, command.args, false))
  withAccessOptions(
    room.command('preview').description('what is in a file or folder, before a room is founded of it'),
  )
    .argument('<game>')
    .argument('<path>', 'a file, or a folder that is sent as a zip')
    .option('--save <path>', 'the save of a game begun elsewhere, where the game takes one')
    .action(async (game: string, path: string, flags: PreviewFlags) =>
      (await commands()).previewFile(game, path, flags, output),
    )
  withAccessOptions(room.command('list').description('all rooms')).action(async (flags: ApiFlags) =>
    (await commands()).listRooms(flags, output),
  )
  roomCommand(room, 'show', 'one room').action(async (name: string, flags: ApiFlags) =>
    (await commands()).showRoom(name, flags, output),
  )
  for (const [word, status] of [
    ['close', 'closed'],
    ['open', 'open'],
  ] as const) {
    const description =
      word === 'close' ? 'nobody new comes in, players finish' : 'newcomers are welcome again'
    roomCommand(room, word, description).action(async (name: string, flags: ApiFlags) =>
      (await commands()).setRoomStatus(name, status, flags, output),
    )
  }
  roomCommand(room, 'set', 'changes what is named, and leaves the rest')
    .option('--title <text>', 'up to 80 characters')
    .addOption(new Option('--watching <word>', 'whether anybody may watch').choices(['on', 'off']))
    .option('--comment <text>', 'a line for everybody, up to six; an empty one takes all away', parseComment)
    .option('--listen <transport:port>', 'the doors from now on (0: any free port), or none', parseListen)
    .option('--option <name=value>', 'an option of the game; the value is JSON or text', parseOption, [])
    .option('--password <text>', 'wanted from who comes in; an empty one takes it away')
    .action(async (name: string, flags: SetRoomFlags) => (await commands()).setRoom(name, flags, output))
    .addHelpText('after', ({ command }) => optionHelp(games, command.args, true))
  roomCommand(room, 'fork', 'another room of the same beginnings, which goes its own way')
    .addOption(
      new Option('--from <where>', 'where it begins').choices(['beginning', 'now']).default('beginning'),
    )
    .option('--save <path>', 'the save that it begins from instead, where the game takes one')
    .option('--room <name>', 'its name; three words otherwise')
    .option('--title <text>', 'up to 80 characters')
    .action(async (name: string, flags: ForkRoomFlags) => (await commands()).forkRoom(name, flags, output))
  roomCommand(room, 'cost', 'what it uses on Cloudflare and what that costs, by days').action(
    async (name: string, flags: ApiFlags) => (await commands()).showCost(name, flags, output),
  )
  roomCommand(room, 'delete', 'ends a room and forgets it').action(async (name: string, flags: ApiFlags) =>
    (await commands()).deleteRoom(name, flags, output),
  )
  roomCommand(room, 'token', 'a new token for a room; the old one is void').action(
    async (name: string, flags: ApiFlags) => (await commands()).renewRoomToken(name, flags, output),
  )
  addRoomExport(room, output)
  addModeration(room, output)
  addWebhooks(room, output)
}

function addRoomExport(room: Command, output: Output): void {
  const commands = () => import('./room-export.ts')
  roomCommand(
    room,
    'export',
    'everything that a room is, in one file; whoever has it has what is secret in the room',
  )
    .argument('<file>', 'where to; what is there is replaced when all of it has come')
    .action(async (name: string, file: string, flags: ApiFlags) =>
      (await commands()).exportRoom(name, file, flags, output),
    )
  withAccessOptions(
    room
      .command('import')
      .description('a room from elsewhere, or from before, of its file; its token is a new one'),
  )
    .argument('<file>', 'as export wrote it')
    .option('--room <name>', 'its name here; the one that it had otherwise')
    .action(async (file: string, flags: ImportFlags) => (await commands()).importRoom(file, flags, output))
}

function addLogs(parent: Command, output: Output): void {
  const logs = parent
    .command('logs')
    .description('what happened in a room, or in those of the site that were heard of last')
    .argument('[game/room]', 'one room only', parseRoomName)
    .option('--follow', 'and what happens from now on, until it is stopped')
  withAccessOptions(logs).action(async (name: string | undefined, flags: LogsFlags) => {
    const { showLogs } = await import('./logs.ts')
    await showLogs(name, flags, output)
  })
}

function addModeration(room: Command, output: Output): void {
  const commands = () => import('./moderation.ts')
  roomCommand(room, 'people', 'who is in').action(async (name: string, flags: ApiFlags) =>
    (await commands()).listPeople(name, flags, output),
  )
  roomCommand(room, 'kick', 'ends a session')
    .argument('<id>', 'of the session, as people shows it')
    .action(async (name: string, id: string, flags: ApiFlags) =>
      (await commands()).kick(name, id, flags, output),
    )
  roomCommand(room, 'say', "says a line to the room as its host: /help lists the game's commands")
    .argument('<line>', 'in quotes')
    .action(async (name: string, line: string, flags: ApiFlags) =>
      (await commands()).say(name, line, flags, output),
    )
  roomCommand(room, 'ban', 'bans a name or an address for a time')
    .argument('<who>', 'a name or an address')
    .option('--seconds <n>', 'for how long', parseSeconds, 86_400)
    .option('--reason <text>', 'up to 200 characters')
    .action(async (name: string, who: string, flags: BanFlags) =>
      (await commands()).ban(name, who, flags, output),
    )
  roomCommand(room, 'bans', 'who is banned, and until when').action(async (name: string, flags: ApiFlags) =>
    (await commands()).listBans(name, flags, output),
  )
  roomCommand(room, 'lift', 'lifts a ban')
    .argument('<id>', 'of the ban, as bans shows it')
    .action(async (name: string, id: string, flags: ApiFlags) =>
      (await commands()).liftBan(name, id, flags, output),
    )
  roomCommand(room, 'log', 'what happened in the room, the newest last').action(
    async (name: string, flags: ApiFlags) => (await commands()).readLog(name, flags, output),
  )
}

function addWebhooks(room: Command, output: Output): void {
  const commands = () => import('./webhooks.ts')
  roomCommand(room, 'webhooks', 'who is told what happens in the room').action(
    async (name: string, flags: ApiFlags) => (await commands()).listWebhooks(name, flags, output),
  )
  roomCommand(room, 'hook', "has what happens told to a url, Discord's or your own")
    .argument('<url>', 'where to; a secret of the room')
    .addOption(new Option('--kind <kind>', 'as it looks otherwise').choices(['discord', 'plain']))
    .addOption(new Option('--on <kind...>', 'of what; of everything otherwise').choices(webhookEventKinds))
    .option('--cooldown <seconds>', 'so long news of a kind wait, to be told together (60)', parseCooldown)
    .action(async (name: string, url: string, flags: CreateWebhookFlags) =>
      (await commands()).createWebhook(name, url, flags, output),
    )
  roomCommand(room, 'unhook', 'has nothing told there any more')
    .argument('<id>', 'of the webhook, as webhooks shows it')
    .action(async (name: string, id: string, flags: ApiFlags) =>
      (await commands()).deleteWebhook(name, id, flags, output),
    )
}

function roomCommand(parent: Command, word: string, description: string): Command {
  const name = new Argument('<game/room>').argParser(parseRoomName)
  return withAccessOptions(parent.command(word).description(description)).addArgument(name)
}

function withAccessOptions(command: Command): Command {
  return command
    .option('--url <url>', 'the Worker', localWorkerUrl)
    .option('--token <token>', 'instead of ADMIN_TOKEN from the environment or the state folder')
    .option('--state <dir>', 'whose token is good for a Worker on this machine (.packetboat)')
    .option('--json', 'the answer as one line of JSON')
}

function addDeploy(parent: Command, output: Output): void {
  parent
    .command('deploy')
    .description(
      'puts the Worker onto Cloudflare, makes the secrets that are missing, and looks whether all is well',
    )
    .option('--name <name>', 'of the Worker, where a second one is wanted')
    .option('--domain <host>', 'a name of your own for it, in a zone of the same account')
    .option('--var <NAME=value>', 'a setting of the Worker, as CREATE=open', parseVariable, [])
    .option('--url <url>', 'where it is reached, if not where wrangler says')
    .option('--dry-run', 'all that goes without an account; nothing is uploaded')
    .action(async (flags: DeployFlags) => {
      const { deploy } = await import('./deploy.ts')
      await deploy(flags, output)
    })
}

function addBackup(parent: Command, output: Output): void {
  const commands = () => import('./backup.ts')
  const backup = withAccessOptions(
    parent.command('backup').description('all rooms of a site in a folder; only what has changed comes'),
  )
    .enablePositionalOptions()
    .argument('<dir>', 'where to; earlier backups in it stay')
    .option('--keep <n>', 'so many backups stay, this one included', parsePositive)
    .action(async (dir: string, flags: BackupFlags) => (await commands()).backup(dir, flags, output))
  backup
    .command('verify')
    .description('whether all of it is as it was written')
    .argument('<dir>')
    .option('--json', 'the answer as one line of JSON')
    .action(async (dir: string, asked: { json?: boolean }) =>
      (await commands()).verifyBackup(dir, asked, output),
    )
  withAccessOptions(
    backup.command('restore').description('the rooms of the last backup, each with a new token'),
  )
    .argument('<dir>')
    .argument('[game/room]', 'one room only', parseRoomName)
    .option('--replace', 'rooms of these names that are there go first')
    .action(async (dir: string, name: string | undefined, flags: RestoreFlags) =>
      (await commands()).restoreBackup(dir, name, flags, output),
    )
}

function addDoctor(parent: Command, output: Output): void {
  parent
    .command('doctor')
    .description('what works, what does not, and why')
    .argument('[game/room]', 'one room only', parseRoomName)
    .option('--url <url>', 'the Worker', localWorkerUrl)
    .option('--json', 'what was found, as one line of JSON')
    .action(async (name: string | undefined, asked: { url: string; json?: boolean }) => {
      const { doctor } = await import('./doctor.ts')
      await doctor({ ...asked, name }, output)
    })
}

function addWad(parent: Command, output: Output): void {
  parent
    .command('wad')
    .description("the file of DOOM-2077's original client, with a room's maps, and art of yours or ours")
    .argument('<game/room>', 'of doom-2077', parseRoomName)
    .option('--art <file>', 'a WAD whose pictures and sounds are taken; ours otherwise')
    .option('--maps <file>', 'the WAD of which the room was founded, if it was of one: it serves none of it')
    .option('--out <file>', 'where it is written', 'DOOM1-NET.WAD')
    .option('--url <url>', 'the Worker', localWorkerUrl)
    .option('--json', 'what was written as one line of JSON')
    .action(async (name: string, flags: WadFlags) => {
      const { makeWad } = await import('./wad.ts')
      await makeWad(name, flags, output)
    })
}
