// Node's fetch keeps connections open, and the Worker closes idle ones. A request at that moment fails with "other
// side closed", which happens often on a busy machine, so tests use a new connection for each request.
interface Agent {
  readonly constructor: new (options: { readonly pipelining: number }) => Agent
}

/** The global that holds the dispatcher of Node's fetch after its first call. */
const key = Symbol.for('undici.globalDispatcher.1')

/** Makes every fetch of this process use its own connection. */
export async function disableKeepAlive(): Promise<void> {
  await fetch('data:,')
  const at = globalThis as unknown as { [key]: Agent }
  at[key] = new at[key].constructor({ pipelining: 0 })
}
