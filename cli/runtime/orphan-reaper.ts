// workerd survives the death of its parent, and keeps its port and its databases. A shell beside `packetboat start`
// reads a pipe that closes when this process ends, and then kills the last reported runtimes.
import { type ChildProcess, spawn } from 'node:child_process'

/** Reads lines of pids, each replacing the previous one. When the pipe closes, kills the pids of the last line. */
const script = `trap '' INT TERM HUP; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids`

export class OrphanReaper {
  /** Undefined on Windows, which ends child processes together with their parent. */
  readonly #shell: ChildProcess | undefined

  constructor() {
    if (process.platform === 'win32') return
    // Runs in a session of its own, so that it does not get signals from this session's terminal or to this process
    // group.
    this.#shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    // Without a shell the next start ends the remaining runtimes (state-lock.ts).
    for (const part of [this.#shell, this.#shell.stdin]) part?.on('error', () => this.#shell?.unref())
    this.#shell.unref()
  }

  /** Reports the current runtimes. A negative number is a process group. */
  watchRuntimes(pids: readonly number[]): void {
    this.#shell?.stdin?.write(`${pids.join(' ')}\n`)
  }

  /** Closes the pipe: the shell kills the last reported runtimes that still run, and ends. */
  release(): void {
    this.#shell?.stdin?.end()
  }
}
