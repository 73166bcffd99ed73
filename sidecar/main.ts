// A sidecar as a process of its own: what `packetboat sidecar` runs.
import type { Settings } from './config.ts'
import { startSidecar } from './sidecar.ts'

/**
 * Runs until a signal (drains, 0; a second signal ends it at once) or until another sidecar takes over the id (1).
 * Gives the exit code.
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
