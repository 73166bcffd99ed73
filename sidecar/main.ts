// Runs a sidecar as its own process, for `packetboat sidecar`.
import type { Settings } from './config.ts'
import { startSidecar } from './sidecar.ts'

/**
 * Runs until a signal (drains, exit code 0; a second signal exits at once) or until another sidecar takes over the id
 * (exit code 1). Returns the exit code.
 */
export async function runSidecar(settings: Settings): Promise<number> {
  const sidecar = await startSidecar(settings)
  let asked = false
  const stop = () => {
    if (asked) process.exit(1)
    asked = true
    void sidecar.drain()
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const code = await sidecar.closed
  for (const signal of signals) process.off(signal, stop)
  return code
}
