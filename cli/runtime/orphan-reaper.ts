// Ends the workerd processes if `packetboat start` is killed. Otherwise workerd would continue to run and keep its port
// and its databases. A shell reads a pipe that closes when this process ends, and then kills the last reported
// processes.
import { type ChildProcess, spawn } from 'node:child_process'

/**
 * The script of the shell. The script reads lines of pids, and kills the pids of the last line when the pipe closes.
 */
const script = `trap '' INT TERM HUP; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids`

export class OrphanReaper {
  /** The shell, or undefined on Windows, where child processes end together with their parent. */
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

  /** Reports the processes to kill. The new list replaces the last list. A negative number means a process group. */
  watchRuntimes(pids: readonly number[]): void {
    this.#shell?.stdin?.write(`${pids.join(' ')}\n`)
  }

  /** Closes the pipe. The shell kills the last reported processes that still run, and ends. */
  release(): void {
    this.#shell?.stdin?.end()
  }
}
