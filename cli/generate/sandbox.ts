// Builds the command line that runs the generator of an Archipelago checkout. In bubblewrap the generator has no
// network and can write only to its own folders. Without bubblewrap the generator runs with the user's rights. The
// generator's memory and the size of its files are always limited.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from '../terminal/failure.ts'

export interface GeneratorLimits {
  /** Maximum bytes of the generator's memory. */
  readonly memory: number
  /** Maximum bytes of each file that the generator writes, and of all its temporary files together. */
  readonly output: number
}

export interface Checkout {
  readonly folder: string
  readonly python: string
  readonly pythonFolders: readonly string[]
}

export interface RunFolders {
  readonly players: string
  readonly output: string
  readonly work: string
}

export interface GeneratorCommand {
  readonly program: string
  readonly words: readonly string[]
  readonly env: { readonly [name: string]: string }
}

const program = 'Generate.py'
/** The folders in a checkout in which users create virtual environments of Python. */
const environments = ['venv', '.venv']

/**
 * Finds the generator in a checkout. `python`: the interpreter; by default that of the checkout's virtual environment,
 * or the system's. Throws Failure if the folder is not a checkout or Python does not run.
 */
export function findCheckout(path: string, python?: string): Checkout {
  const folder = resolve(path)
  if (!existsSync(join(folder, program)))
    throw new Failure(`${path} has no ${program}: pass the folder of an Archipelago checkout`)
  const own = environments.map((name) => join(folder, name, 'bin/python')).find((file) => existsSync(file))
  const chosen = python ?? own ?? 'python3'
  const describe = 'import json, sys; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))'
  const { status, stdout, error } = spawnSync(chosen, ['-c', describe], { encoding: 'utf8' })
  if (error || status !== 0)
    throw new Failure(`${chosen} does not run${error ? `: ${error.message}` : ''}: pass --python`)
  const [executable, ...prefixes] = JSON.parse(stdout) as [string, string, string]
  return { folder, python: executable, pythonFolders: [...new Set(prefixes)] }
}

export function requireSandbox(): void {
  const words = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', 'true']
  const { status, error, stderr } = spawnSync('bwrap', words, { encoding: 'utf8' })
  if (status === 0) return
  const reason = error ? 'it is not installed (Debian: apt-get install bubblewrap)' : stderr.trim()
  throw new Failure(
    `no sandbox: bubblewrap does not work here: ${reason}. To run the generator with your own rights, pass --unsandboxed.`,
  )
}

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/etc/alternatives']
const systemFiles = ['/etc/ld.so.cache', '/etc/localtime', '/etc/ssl']

export function sandboxedCommand(
  checkout: Checkout,
  folders: RunFolders,
  limits: GeneratorLimits,
): GeneratorCommand {
  const isOfSystem = (folder: string) =>
    systemFolders.some((known) => folder === known || folder.startsWith(`${known}/`))
  const readable = [checkout.folder, ...checkout.pythonFolders.filter((folder) => !isOfSystem(folder))]
  return {
    program: 'bwrap',
    words: [
      // bwrap is started without `--new-session`, so that its process group can be killed as a whole. The flag would
      // only protect a terminal, and the caller's session has none.
      ...['--unshare-all', '--die-with-parent'],
      ...['--proc', '/proc', '--dev', '/dev', '--size', `${limits.output}`, '--tmpfs', '/tmp'],
      ...[...systemFolders, ...systemFiles].flatMap((path) => ['--ro-bind-try', path, path]),
      ...readable.flatMap((path) => ['--ro-bind', path, path]),
      ...['--ro-bind', folders.players, '/players', '--bind', folders.output, '/output'],
      ...['--bind', folders.work, '/work', '--chdir', '/work'],
      ...limitedCommand(checkout, { players: '/players', output: '/output' }, limits),
    ],
    env: environment('/tmp'),
  }
}

export function unsandboxedCommand(
  checkout: Checkout,
  folders: RunFolders,
  limits: GeneratorLimits,
): GeneratorCommand {
  const [shell = '', ...words] = limitedCommand(checkout, folders, limits)
  return { program: shell, words, env: environment(folders.work) }
}

/** `ulimit` counts file sizes in blocks of 512 bytes and memory in KiB. */
function limitedCommand(
  { python, folder }: Checkout,
  { players, output }: Pick<RunFolders, 'players' | 'output'>,
  limits: GeneratorLimits,
): readonly string[] {
  const memory = Math.floor(limits.memory / 1024)
  const blocks = Math.floor(limits.output / 512)
  return [
    ...['/bin/sh', '-c', `ulimit -v ${memory} && ulimit -f ${blocks} && exec "$@"`, 'sh'],
    ...[python, join(folder, program), '--player_files_path', players, '--outputpath', output],
  ]
}

/**
 * The variables of the worker's environment are left out, because they may contain tokens. SKIP_REQUIREMENTS_UPDATE
 * prevents the checkout from installing packages.
 */
const environment = (home: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  LANG: 'C.UTF-8',
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  SKIP_REQUIREMENTS_UPDATE: '1',
})
