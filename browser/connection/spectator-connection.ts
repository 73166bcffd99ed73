// A spectator's connection. It regularly confirms that it has read what it received (wire/link/spectator-frames.ts).
import { readConfirmationMs, spectatorKeepalive } from '../../wire/link/spectator-frames.ts'
import { Connection, type ConnectionStatus } from './connection.ts'

export interface SpectatorEvents {
  /** A new socket is open: a full snapshot follows. */
  opened?(): void
  /** One message: all frames of one moment. */
  received(message: string | Uint8Array): void
  statusChanged?(status: ConnectionStatus): void
}

/** `path`: the room's spectator endpoint. */
export function connectSpectator(path: string, { received, ...events }: SpectatorEvents): void {
  let pingTimer: ReturnType<typeof setTimeout> | undefined
  const connection = new Connection(path, {
    ...events,
    received(message) {
      if (message === spectatorKeepalive.pong) return
      received(message)
      if (pingTimer !== undefined) return
      pingTimer = setTimeout(() => {
        pingTimer = undefined
        connection.send(spectatorKeepalive.ping)
      }, readConfirmationMs)
    },
  })
}

/** Event on the document when a spectating page receives something. */
export const spectatorUpdated = 'spectator-updated'
