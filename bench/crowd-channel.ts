// Runs the load clients of a bench in their own process, so that they share no event loop with the server under test.
// The two processes exchange one command and one reply at a time.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

interface Message {
  readonly type: string
}
type Failed = { readonly type: 'failed'; readonly detail: string }

/** The bench's end. `C` and `R`: the commands and replies of one kind of crowd, discriminated by `type`. */
export class CrowdChannel<C extends Message, R extends Message> {
  readonly #process: ChildProcess

  /** `program`: the path of a module that calls `serveCommands`. */
  constructor(program: string) {
    // It ends by itself when its channel to this process closes.
    this.#process = fork(program)
  }

  /** The reply, which must be of this type. Throws when the crowd fails, or has ended. */
  async request<T extends R['type']>(command: C, type: T): Promise<Extract<R, { readonly type: T }>> {
    const over = new AbortController()
    const { signal } = over
    const answer = once(this.#process, 'message', { signal }).then(([reply]) => reply as R | Failed)
    const ended = once(this.#process, 'exit', { signal }).then(
      (): Failed => ({ type: 'failed', detail: 'the process exited' }),
    )
    ended.catch(() => {}) // no longer awaited
    this.#process.send(command)
    const reply = await Promise.race([answer, ended])
    over.abort()
    if (reply.type === 'failed')
      throw new Error(`the crowd failed to ${command.type}: ${(reply as Failed).detail}`)
    if (reply.type !== type) throw new Error(`the crowd answered ${command.type} with ${reply.type}`)
    return reply as Extract<R, { readonly type: T }>
  }

  end(): void {
    this.#process.kill()
  }
}

/** Runs `measure` with a crowd, and ends its process. */
export async function withCrowd<Crowd extends { end(): void }, T>(
  crowd: Crowd,
  measure: (crowd: Crowd) => Promise<T>,
): Promise<T> {
  try {
    return await measure(crowd)
  } finally {
    crowd.end()
  }
}

/** The crowd's end: runs the commands. An error fails only its command. */
export function serveCommands<C extends Message, R extends Message>(act: (command: C) => Promise<R>): void {
  process.on('message', (command: C) => {
    act(command)
      .catch((error: unknown): Failed => ({ type: 'failed', detail: String(error) }))
      .then((reply) => process.send!(reply))
  })
}
