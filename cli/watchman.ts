// workerd outlives a parent that is killed, with its port and its databases in hand. A shell beside `packetboat start`
// waits at a pipe that nothing but the death of this process closes, and then ends the runtimes that it was last told of.
import { type ChildProcess, spawn } from 'node:child_process'

/** Reads lines of pids, each of which replaces the one before; when the pipe closes it kills those of the last line. */
const script = `trap '' INT TERM HUP; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids`

export class Watchman {
  /** None on Windows, which ends what a process began together with it. */
  readonly #shell: ChildProcess | undefined

  constructor() {
    if (process.platform === 'win32') return
    // In a session of its own: what is sent to ours, by a terminal or by who kills the whole group, must not reach it.
    this.#shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    // Without one the next start ends what this one leaves (lock.ts).
    for (const part of [this.#shell, this.#shell.stdin]) part?.on('error', () => this.#shell?.unref())
    this.#shell.unref()
  }

  /** Tells it which runtimes there are from now on. */
  runtimes(pids: readonly number[]): void {
    this.#shell?.stdin?.write(`${pids.join(' ')}\n`)
  }

  /** Closes the pipe: the shell kills what is left of the runtimes that it was last told of, and ends. */
  release(): void {
    this.#shell?.stdin?.end()
  }
}
