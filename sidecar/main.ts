// Runs a sidecar as its own process, for `packetboat sidecar`.
import type { SidecarSettings } from './config/settings.ts'
import { startSidecar } from './sidecar.ts'
import { createStopSignal } from './util/signals.ts'

/**
 * Returns the exit code. A signal drains the sidecar (exit code 0). A second signal exits at once. The sidecar also
 * ends when another sidecar takes over its id (exit code 1).
 */
export async function runSidecar(settings: SidecarSettings): Promise<number> {
  const sidecar = await startSidecar(settings)
  createStopSignal().addEventListener('abort', () => void sidecar.drain())
  return sidecar.closed
}
