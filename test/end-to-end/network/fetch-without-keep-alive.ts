// Makes tests use a new connection for each request. Node's fetch keeps connections open, and the Worker closes idle
// ones. On a busy machine a request is often sent at that moment, and fails with "other side closed".
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
