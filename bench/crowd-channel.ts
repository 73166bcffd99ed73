// Runs the load clients of a bench in their own process, so that they share no event loop with the server under test.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface Call {
  readonly method: string
  readonly args: readonly unknown[]
}
interface Answer {
  readonly result?: unknown
  readonly failed?: string
}

/** The load clients of a bench, which run in another process. Arguments and results are sent as JSON. */
export type CrowdProcess<Crowd> = {
  readonly [M in keyof Crowd]: Crowd[M] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never
} & { end(): void }

/**
 * Starts the `crowd.ts` in `folder`, which calls `serveCrowd`. A call of the crowd's methods throws when the method
 * fails or the process has exited.
 */
export function forkCrowd<Crowd>(folder: string): CrowdProcess<Crowd> {
  const child = fork(join(folder, 'crowd.ts'))
  const call = async (method: string, args: readonly unknown[]) => {
    const over = new AbortController()
    const { signal } = over
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as Answer)
    const ended = once(child, 'exit', { signal }).then((): Answer => ({ failed: 'the process exited' }))
    ended.catch(() => {}) // rejects when the answer comes first
    child.send({ method, args } satisfies Call)
    const { result, failed } = await Promise.race([answered, ended])
    over.abort()
    if (failed !== undefined) throw new Error(`the crowd failed to ${method}: ${failed}`)
    return result
  }
  const own = { end: () => void child.kill() }
  return new Proxy(own, {
    get: (_, name) => (name === 'end' ? own.end : (...args: readonly unknown[]) => call(String(name), args)),
  }) as CrowdProcess<Crowd>
}

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

/** Runs the crowd's methods for the parent process. A method that throws fails only its own call. */
export function serveCrowd(crowd: object): void {
  const methods = crowd as { readonly [name: string]: (...args: readonly unknown[]) => unknown }
  const run = async ({ method, args }: Call): Promise<Answer> => ({ result: await methods[method]!(...args) })
  process.on('message', (call: Call) => {
    run(call)
      .catch((error: unknown): Answer => ({ failed: String(error) }))
      .then((answer) => process.send!(answer))
  })
}
