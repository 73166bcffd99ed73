// The commands and flags of `packetboat`. The action of each command is in a file of its own, which is loaded when the
// command runs.
import { Argument, Command, Option } from 'commander'
import type { Game } from '../../games/game.ts'
import about from '../../package.json' with { type: 'json' }
import { createUrlOption, withAccessOptions } from '../options/access-options.ts'
import {
  parseCount,
  parseNonEmptyText,
  parsePort,
  parseRoomName,
  parseRoomNames,
  parseVariable,
} from '../options/arguments.ts'
import { loadGamesForHelp } from '../options/option-help.ts'
import { type Output, printableOutput, terminalOutput } from '../terminal/output.ts'
import { commandAction, configureProgram, runProgram } from '../terminal/program.ts'
import type { Shell } from './completion.ts'
import { addDeleteCommand, addListCommand, addRoomCommands } from './room-commands.ts'
import { sidecarCommand } from './sidecar.ts'

/**
 * `words`: the arguments without node and script. Returns the exit code: 0 for success, 1 for failure, 2 for a usage
 * error.
 */
export function runCommandLine(words: readonly string[], output: Output = terminalOutput): Promise<number> {
  // `help room create` becomes `room create --help`, because commander's own `help` supports only one level.
  const asked = words[0] === 'help' ? [...words.slice(1), '--help'] : words
  return runProgram(asked, async () => buildProgram(output, await loadGamesForHelp(asked)), output)
}

/** `games`: only needed for help texts that list the games' options. */
export function buildProgram(output: Output, games: readonly Game[]): Command {
  const command = configureProgram(new Command('packetboat'), about.version, output)
    .description(about.description)
    // Options after a subcommand belong to the subcommand. Otherwise `backup` would parse the --url of `backup
    // restore`.
    .enablePositionalOptions()
  const printable = printableOutput(output)
  addStart(command, printable)
  addSidecar(command, printable)
  addRoomCommands(command, printable, games)
  addListCommand(command, 'ls', printable)
  addDeleteCommand(command, 'rm', printable)
  addDeploy(command, printable)
  addDoctor(command, printable)
  addLogs(command, printable)
  addSay(command, printable)
  addSeries(command, printable)
  addBackup(command, printable)
  addWad(command, printable)
  addGenerate(command, printable)
  addCompletion(command, output)
  return command
}

function addStart(parent: Command, output: Output): void {
  parent
    .command('start')
    .description('run a Worker and a sidecar on this machine, with a room for every game')
    .option('--port <n>', 'port of the site; 0: any free port', parsePort, 8787)
    .option('--state <dir>', 'state folder, with tokens and worlds', parseNonEmptyText, '.packetboat')
    .option(
      '--host <address>',
      'address to listen on; 0.0.0.0 also allows your network',
      parseNonEmptyText,
      '127.0.0.1',
    )
    .addOption(new Option('--ports <any>', 'put every listener on a free port').choices(['any']))
    .addOption(
      new Option('--metrics-port <n>', 'port of the sidecar’s metrics on loopback')
        .argParser(parsePort)
        .default(0, 'any free port'),
    )
    .option(
      '--backup <to=dir,every=24h,keep=n>',
      'back up all rooms on a schedule; keep: number of backups to keep (default: all)',
    )
    .option('--json', 'print one line of JSON when ready')
    .action(async ({ ports, json, ...options }) => {
      const { start } = await import('./start.ts')
      await start({ ...options, anyPorts: ports === 'any', json: json === true }, output)
    })
}

function addSidecar(parent: Command, output: Output): void {
  const sidecar = sidecarCommand(parent.command('sidecar')).enablePositionalOptions()
  const commands = () => import('./sidecars.ts')
  withAccessOptions(
    sidecar
      .command('list')
      .alias('ls')
      .description('list the sidecars of a site, and those that were connected in the last week'),
  ).action(commandAction(commands, 'listSidecars', output))
  withAccessOptions(
    sidecar
      .command('rm')
      .description('remove a retired sidecar from the status and the metrics; alerts about it end')
      .argument('<id>', 'sidecar id, from sidecar list'),
  ).action(commandAction(commands, 'forgetSidecar', output))
}

function addGenerate(parent: Command, output: Output): void {
  withAccessOptions(
    parent
      .command('generate')
      .description(
        'generate the multiworlds of rooms that gathered files, with an Archipelago checkout on this machine',
      )
      .argument('[game/room...]', 'only these rooms (default: all rooms of the site)', parseRoomNames),
  )
    .requiredOption('--archipelago <dir>', 'folder of an Archipelago checkout with Generate.py')
    .option(
      '--python <path>',
      'Python to run the generator with (default: that of DIR/venv or DIR/.venv, or python3)',
    )
    .option('--name <text>', "name of this worker, for the rooms' hosts (default: the host name)")
    .option('--minutes <n>', 'time limit of one generation', parseCount, 60)
    .option('--memory <n>', 'memory limit in MiB', parseCount, 4096)
    .option('--output <n>', 'size limit of each file that the generator writes, in MiB', parseCount, 256)
    .option('--unsandboxed', 'run the generator with your own rights instead of in bubblewrap')
    .option('--once', 'generate the multiworlds of the rooms that wait now, and exit')
    .action(commandAction(() => import('./generate.ts'), 'generate', output))
}

function addLogs(parent: Command, output: Output): void {
  const logs = parent
    .command('logs')
    .description('show the log of a room, or of the most recently active rooms')
    .argument('[game/room]', 'only this room', parseRoomName)
    .option('--follow', 'keep printing new lines until you stop it')
  withAccessOptions(logs).action(commandAction(() => import('./logs.ts'), 'showLogs', output))
}

function addSay(parent: Command, output: Output): void {
  withAccessOptions(parent.command('say').description('show a message to the players of all rooms'))
    .argument('<text>', 'one line, in quotes, up to 200 characters')
    .action(commandAction(() => import('./moderation.ts'), 'sayToAll', output))
}

function addSeries(parent: Command, output: Output): void {
  withAccessOptions(
    parent
      .command('series')
      .description('show the board of a series: the players of all its rooms, including deleted rooms'),
  )
    .argument('<game>')
    .argument('<name>', 'name of the series: the value of the option series of its rooms')
    .option(
      '--erase-room <room>',
      'erase the rows of this deleted room; the token may be the key of the series',
    )
    .option('--erase-player <name>', 'erase the rows of this player in deleted rooms')
    .option('--yes', 'with --erase-room or --erase-player: do not ask for confirmation')
    .action(commandAction(() => import('./room-history.ts'), 'showOrEditSeries', output))
}

function addDeploy(parent: Command, output: Output): void {
  parent
    .command('deploy')
    .description('deploy to Cloudflare, generate missing secrets and run doctor')
    .option('--name <name>', 'name of the Worker (default: the one in wrangler.toml)')
    .option('--domain <host>', 'custom domain, in a zone of the same account')
    .option('--var <NAME=value>', 'setting of the Worker, such as CREATE=open; repeatable', parseVariable, [])
    .option('--url <url>', 'public URL of the site (default: the one that wrangler reports)')
    .addOption(
      new Option(
        '--code-updates <mode>',
        'when running rooms switch to the new code: deferred (at an idle moment within 300 s) or immediate (default: deferred)',
      ).choices(['deferred', 'immediate']),
    )
    .option('--dry-run', 'run all checks without deploying')
    .option('--json', 'print the result as one line of JSON, with the generated secrets')
    .action(commandAction(() => import('./deploy.ts'), 'deploy', output))
}

function addBackup(parent: Command, output: Output): void {
  const commands = () => import('./backup.ts')
  const backup = withAccessOptions(
    parent.command('backup').description('back up all rooms of a site; downloads only changed rooms'),
  )
    .enablePositionalOptions()
    .argument('<dir>', 'backup folder; earlier backups in it are kept')
    .option('--keep <n>', 'keep only the newest n backups (default: all)', parseCount)
    .action(commandAction(commands, 'backup', output))
  backup
    .command('verify')
    .description('verify all files of a backup folder')
    .argument('<dir>')
    .option('--json', 'print the result as one line of JSON')
    .action(commandAction(commands, 'verifyBackup', output))
  withAccessOptions(
    backup.command('restore').description('restore rooms from the last backup, with new room tokens'),
  )
    .argument('<dir>')
    .argument('[game/room]', 'only this room', parseRoomName)
    .option('--replace', 'delete existing rooms of the same name first')
    .option('--from <url>', 'site whose newest backup to restore, if the folder has backups of several sites')
    .option('--yes', 'do not ask for confirmation')
    .action(commandAction(commands, 'restoreBackup', output))
}

function addCompletion(program: Command, { out }: Output): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags, for your shell to load')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts')
      out(completionScript(program, shell))
    })
}

function addDoctor(parent: Command, output: Output): void {
  parent
    .command('doctor')
    .description('connect to every listener like a real client and report problems')
    .argument('[game/room]', 'only this room', parseRoomName)
    .addOption(createUrlOption())
    .option('--json', 'print the result as one line of JSON')
    .action(async (name: string | undefined, asked: { url: string; json?: boolean }) => {
      const { doctor } = await import('./doctor.ts')
      await doctor({ ...asked, name }, output)
    })
}

function addWad(parent: Command, output: Output): void {
  parent
    .command('wad')
    .description(
      "write DOOM1-NET.WAD for DOOM-2077's original client: a room's maps, with your art or the built-in art",
    )
    .argument('<game/room>', 'a doom-2077 room', parseRoomName)
    .option('--art <file>', 'WAD with your pictures and sounds (default: built-in art)')
    .option('--maps <file>', 'WAD that the room was created from; needed if it has its own maps')
    .option('--out <file>', 'file to write', 'DOOM1-NET.WAD')
    .addOption(createUrlOption())
    .option('--json', 'print the result as one line of JSON')
    .action(commandAction(() => import('./wad.ts'), 'makeWad', output))
}
