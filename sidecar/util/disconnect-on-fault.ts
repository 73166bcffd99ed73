// An uncaught error would end the process, and with it the connections of all clients.
import type { Logger } from './log.ts'

export const faultCloseReason = 'fault of the sidecar'

/** Runs `step`. If it throws, logs the error and disconnects this client only. */
export function disconnectOnFault(
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
