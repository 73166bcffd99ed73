// Ends the workerd processes if `packetboat start` is killed. Otherwise workerd would continue to run and keep its port
// and its databases.
import { type ChildProcess, spawn } from 'node:child_process'

/** Reads lines of pids. When this process ends, the pipe closes, and the script kills the pids of the last line. */
const script = `trap '' INT TERM HUP; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids`

export class OrphanReaper {
  /** Undefined on Windows, where child processes end together with their parent. */
  readonly #shell: ChildProcess | undefined

  constructor() {
    if (process.platform === 'win32') return
    // The shell runs in a session of its own, so that signals from the terminal or to this process group do not reach
    // it.
    this.#shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    // If the shell fails, the next start ends the remaining processes (state-lock.ts).
    for (const part of [this.#shell, this.#shell.stdin]) part?.on('error', () => this.#shell?.unref())
    this.#shell.unref()
  }

  /** The new list replaces the last list. A negative number means a process group. */
  replaceWatchedPids(pids: readonly number[]): void {
    this.#shell?.stdin?.write(`${pids.join(' ')}\n`)
  }

  /** The shell kills the last reported processes that still run, and ends. */
  release(): void {
    this.#shell?.stdin?.end()
  }
}
