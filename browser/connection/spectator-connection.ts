// The page regularly confirms that it reads the messages (wire/link/spectator-frames.ts).
import { acknowledgeWithinMs, spectatorKeepalive } from '../../wire/link/spectator-frames.ts'
import { Connection, type ConnectionStatus } from './connection.ts'

export interface SpectatorEvents {
  /** Called when the socket is open. A full snapshot follows. */
  opened?(): void
  /** A message contains all frames of one update. */
  received(message: string | Uint8Array): void
  statusChanged?(status: ConnectionStatus): void
}

/** `path`: the path of the room's WebSocket for spectators. */
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
      }, acknowledgeWithinMs)
    },
  })
}

/** Dispatched on the document when the page has received a message of the spectator feed. */
export const spectatorUpdatedEvent = 'spectator-updated'
