// Node's fetch keeps its connections open, and a Worker closes one that has been idle: who asks at that very moment reads
// "other side closed". On a busy machine that moment lasts, so that tests ask on a new connection each time.
interface Agent {
  readonly constructor: new (options: { readonly pipelining: number }) => Agent
}

/** Where Node's fetch has what opens connections for it, once it was called. */
const key = Symbol.for('undici.globalDispatcher.1')

/** From now on every fetch of this process is on a connection of its own. */
export async function disableKeepAlive(): Promise<void> {
  await fetch('data:,')
  const at = globalThis as unknown as { [key]: Agent }
  at[key] = new at[key].constructor({ pipelining: 0 })
}
