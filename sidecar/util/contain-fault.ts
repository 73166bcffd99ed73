// Keeps a fault of this program at the one client that causes it: an uncaught error would end the process, and with it
// the connections of all clients.
import type { Logger } from './log.ts'

/** The close reason of a client that a fault of this program has ended. */
export const faultCloseReason = 'fault of the sidecar'

/** Runs a step of one client. An unexpected error is logged, and disconnects this client only. */
export function containFault(
  log: Pick<Logger, 'error'>,
  client: { disconnect(reason: string): void },
  step: () => void,
): void {
  try {
    step()
  } catch (error) {
    log.error({ err: error }, 'fault')
    client.disconnect(faultCloseReason)
  }
}
