// Runs a sidecar as its own process, for `packetboat sidecar`.
import type { SidecarSettings } from './config/settings.ts'
import { startSidecar } from './sidecar.ts'

/**
 * Runs a sidecar and returns the exit code. A signal drains the sidecar (exit code 0). A second signal exits at once.
 * The sidecar also ends when another sidecar takes over its id (exit code 1).
 */
export async function runSidecar(settings: SidecarSettings): Promise<number> {
  const sidecar = await startSidecar(settings)
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void sidecar.drain()
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const code = await sidecar.closed
  for (const signal of signals) process.off(signal, stop)
  return code
}
