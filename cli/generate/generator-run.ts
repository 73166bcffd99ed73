import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { unzipSync } from 'fflate'
import { findProcess } from '../../sidecar/lock/processes.ts'
import { OrphanReaper } from '../runtime/orphan-reaper.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import type { Checkout, GeneratorCommand, RunFolders } from './sandbox.ts'

/** Maximum length of the stored end of the output, in characters. */
const maxOutputLength = 6000
const folderPrefix = 'packetboat-generate-'
/** Maximum bytes of all players' files together. A room accepts 24 MiB (AP-16.1). */
const maxPlayersBytes = 32 * 1024 * 1024

/** `message`: the end of the generator's output, or the fault in the players' files or in the result. */
export class GeneratorError extends Error {
  override name = 'GeneratorError'
}

export interface GeneratorRun {
  readonly checkout: Checkout
  readonly commandFor: (folders: RunFolders) => GeneratorCommand
  readonly timeLimitMs: number
  /** Maximum bytes of the generated file. */
  readonly maxFileBytes: number
}

export interface GeneratedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Throws GeneratorError, Failure, or the reason of the signal. If this process ends or is killed, the generator also
 * ends.
 */
export async function runGenerator(
  { checkout, commandFor, timeLimitMs, maxFileBytes }: GeneratorRun,
  zip: Uint8Array,
  signal: AbortSignal,
): Promise<GeneratedFile> {
  const root = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  try {
    const folders = { players: join(root, 'players'), output: join(root, 'output'), work: join(root, 'work') }
    for (const folder of Object.values(folders)) await mkdir(folder)
    for (const [name, text] of Object.entries(unzipPlayers(zip)))
      await writeFile(join(folders.players, name), text)
    // The generator reads its settings from the working directory, because the checkout is read-only.
    const settings = join(checkout.folder, 'host.yaml')
    if (existsSync(settings)) await copyFile(settings, join(folders.work, 'host.yaml'))
    await runProgram(commandFor(folders), folders.work, timeLimitMs, signal)
    return await findResult(folders.output, maxFileBytes)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

export async function deleteAbandonedRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : 0
    if (pid > 0 && !findProcess(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {}) // another user's folder
  }
}

/** Throws Failure if the zip arrived damaged, and GeneratorError if it contains files that are not players' files. */
function unzipPlayers(zip: Uint8Array): { readonly [name: string]: Uint8Array } {
  let bytes = 0
  try {
    return unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        bytes += originalSize
        if (bytes > maxPlayersBytes || !/^[A-Za-z0-9_-]+\.yaml$/.test(name))
          throw new GeneratorError(`the site's zip has an unexpected file, or is too large: ${name}`)
        return true
      },
    })
  } catch (error) {
    if (error instanceof GeneratorError) throw error
    throw new Failure(`the site's zip cannot be unpacked: ${describeInOneLine(error)}`)
  }
}

/** Throws GeneratorError with the end of the output if the program fails or takes too long. */
async function runProgram(
  { program, words, env }: GeneratorCommand,
  cwd: string,
  timeLimitMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const reaper = new OrphanReaper()
  // The shell waits for a line before it starts the generator, so that the reaper knows the process id first.
  const waiting = ['-c', 'read -r _ && exec "$@"', 'sh', program, ...words]
  const child = spawn('/bin/sh', waiting, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  // The reaper ends the whole process group, because a process that bubblewrap has just started does not end when
  // bubblewrap is killed.
  if (child.pid !== undefined) reaper.replaceWatchedPids([-child.pid])
  child.stdin.on('error', () => {}) // the process has ended; its exit code shows why
  child.stdin.end('\n')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder('utf8')
    stream.on('data', (bytes: Buffer) => {
      output = (output + decoder.write(bytes)).slice(-maxOutputLength)
    })
  }
  let isLate = false
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
  }
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, timeLimitMs)
  signal.addEventListener('abort', kill)
  try {
    const how = await new Promise<string>((resolve) => {
      child.once('error', ({ message }) => resolve(message))
      child.once('close', (code, killedBy) =>
        resolve(code === 0 ? '' : `it ended with ${killedBy ?? `code ${code}`}`),
      )
    })
    signal.throwIfAborted()
    if (isLate) throw new GeneratorError(`${output}\nit took longer than ${timeLimitMs / 60_000} minutes`)
    if (how !== '') throw new GeneratorError(`${output.trimEnd()}\n${how}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    reaper.replaceWatchedPids([])
    reaper.release()
  }
}

async function findResult(folder: string, maxBytes: number): Promise<GeneratedFile> {
  const names = (await readdir(folder)).filter((name) => /\.(zip|archipelago)$/i.test(name)).sort()
  const name = names.find((one) => /^AP_.*\.zip$/i.test(one)) ?? names[0]
  if (name === undefined)
    throw new GeneratorError('the generator ended without an error, but wrote no AP_….zip')
  const path = join(folder, name)
  // A link is rejected, because it could lead to a file outside of the sandbox.
  const status = await lstat(path)
  if (!status.isFile()) throw new GeneratorError(`${name} is not a file`)
  if (status.size > maxBytes)
    throw new GeneratorError(`${name} has ${status.size} bytes; the site accepts up to ${maxBytes}`)
  return { name, bytes: new Uint8Array(await readFile(path)) }
}
