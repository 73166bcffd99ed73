// A process of Debian's crossfire-server with its state in a temporary folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const serverProgram = '/usr/sbin/crossfire-server'
const settings = '/etc/crossfire'
const state = '/var/games/crossfire'
/** Password of the `dm` command, which makes the player a dungeon master. */
export const masterPassword = 'differential'
/** An hour of the game's 28-hour day at which it is light outside. */
const afternoon = 14
/** User id to run as when started by root, because the server refuses to run as root. */
const nobody = 65_534

export class ReferenceServerProcess {
  readonly port: number
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(port: number, process: ChildProcess, folder: string) {
    this.port = port
    this.#process = process
    this.#folder = folder
  }

  static async start(): Promise<ReferenceServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'differential-'))
    const local = join(folder, 'local')
    const conf = join(folder, 'conf')
    await cp(state, local, { recursive: true })
    await cp(settings, conf, { recursive: true })
    await writeFile(join(local, 'clockdata'), `${afternoon}`)
    await writeFile(join(conf, 'dm_file'), `*:${masterPassword}:*\n`)
    const asRoot = process.getuid?.() === 0
    if (asRoot) await giveToNobody(folder)
    const port = await freePort()
    const words = ['-local', local, '-conf', conf, '-tmpdir', local, '-p', String(port), '-n']
    const user = asRoot ? { uid: nobody, gid: nobody } : {}
    const child = spawn(serverProgram, words, { stdio: 'ignore', ...user })
    const server = new ReferenceServerProcess(port, child, folder)
    await server.#untilListening()
    return server
  }

  async stop(): Promise<void> {
    const running = this.#process.exitCode === null && this.#process.signalCode === null
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    // Uses SIGKILL, because a hanging server ignores other signals. The server's state is no longer needed.
    if (running && this.#process.kill('SIGKILL')) await ended
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** The server reads all archetypes before it listens. */
  async #untilListening(): Promise<void> {
    const listening = Number(this.port).toString(16).toUpperCase().padStart(4, '0')
    for (let tries = 0; tries < 600; tries++) {
      if (this.#process.exitCode !== null)
        throw new Error(`${serverProgram} exited with code ${this.#process.exitCode}`)
      const sockets = await Promise.all(
        ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8')),
      )
      if (sockets.some((table) => new RegExp(`:${listening} \\w+:0000 0A`).test(table))) return
      await pause(100)
    }
    await this.stop()
    throw new Error(`${serverProgram} does not listen after 60 s`)
  }
}

async function giveToNobody(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  await chown(folder, nobody, nobody)
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), nobody, nobody)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { readonly port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
