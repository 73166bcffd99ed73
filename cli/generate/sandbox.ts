// The command line that runs the generator of an Archipelago checkout: in bubblewrap, without network and with nothing
// of the machine to write to, or directly. Both limit memory and the size of files.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from '../terminal/failure.ts'

/** Bytes. */
export interface GeneratorLimits {
  readonly memory: number
  /** Maximum bytes of each file that the generator writes, and of all its temporary files together. */
  readonly output: number
}

/** The program of a checkout, and the folders that it reads. */
export interface Checkout {
  readonly folder: string
  readonly python: string
  /** The folders of the interpreter and its packages. */
  readonly pythonFolders: readonly string[]
}

/** Folders of one run. */
export interface RunFolders {
  readonly players: string
  readonly output: string
  /** The working directory. */
  readonly work: string
}

export interface GeneratorCommand {
  readonly program: string
  readonly words: readonly string[]
  readonly env: { readonly [name: string]: string }
}

const program = 'Generate.py'
/** Python environments that users create beside or inside a checkout. */
const environments = ['venv', '.venv']

/**
 * Throws Failure if the folder is no checkout, or Python does not run. `python`: default: the one in the checkout's
 * virtual environment, or the system's.
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

/** Throws Failure if bubblewrap cannot make sandboxes here. */
export function requireSandbox(): void {
  const words = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', 'true']
  const { status, error, stderr } = spawnSync('bwrap', words, { encoding: 'utf8' })
  if (status === 0) return
  const reason = error ? 'it is not installed (Debian: apt-get install bubblewrap)' : stderr.trim()
  throw new Failure(
    `no sandbox: bubblewrap does not work here: ${reason}. To run the generator with your own rights, pass --unsandboxed.`,
  )
}

/** System folders that programs read, as far as they exist. */
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
      // No --new-session: the caller's session has no terminal, and its whole process group can be killed.
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

/** `ulimit` counts files in blocks of 512 bytes, and memory in KiB. */
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

/** Omits the worker's own environment, which may contain tokens. Keeps the checkout from installing packages. */
const environment = (home: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  LANG: 'C.UTF-8',
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  SKIP_REQUIREMENTS_UPDATE: '1',
})
