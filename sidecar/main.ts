// Runs a sidecar as its own process, for `packetboat sidecar`.
import type { SidecarSettings } from './config/settings.ts'
import { startSidecar } from './sidecar.ts'

/**
 * Runs until a signal (drains, exit code 0; a second signal exits at once) or until another sidecar takes over the id
 * (exit code 1). Returns the exit code.
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
