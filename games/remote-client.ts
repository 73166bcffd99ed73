// Remote clients that the site runs for players who have only a screen and input devices. Such a client joins the room
// like any other, draws, and streams to the screen. It runs outside the room, so drawing takes none of the room's time.
import type { Frame, Options } from './game-context.ts'

/**
 * How the site runs a game's remote clients.
 * @example games/arcane-sector/remote-client/index.ts
 */
export interface RemoteClientFactory {
  /** The WebSocket subprotocol that the screen requests. */
  readonly subprotocol: string
  /** Maximum number of these clients in a room with these options. 0: disabled. */
  maxClients(options: Options): number
  /** The room's file that each client needs. */
  readonly fileName: string
  /**
   * Starts a client for a newly connected screen. `file` holds the bytes of the file named above. Throws WireError if
   * the request is invalid.
   */
  createClient(request: RemoteClientRequest, file: Uint8Array, context: RemoteClientContext): RemoteClient
}

/**
 * Data of the upgrade request.
 * @example games/arcane-sector/remote-client/credentials.ts
 */
export interface RemoteClientRequest {
  readonly cookies: { readonly [name: string]: string }
  /** The query parameters. */
  readonly query: { readonly [name: string]: string }
}

/**
 * The services that one client can use.
 * @example games/arcane-sector/remote-client/remote-client.ts
 */
export interface RemoteClientContext {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Sends a message to the screen. */
  sendToScreen(message: Frame): void
  /** Sends a frame to the room. Dropped while there is no connection. */
  sendToRoom(frame: Frame): void
  /** Opens a connection to the room and replaces any current one. `onConnected` or `onDisconnected` is called next. */
  connect(): void
  /** Ends the client, for this reason in words. */
  close(reason: string): void
  /** Returns the result of `draw`, computed once and shared by all clients of the same instance. */
  shared<T extends object>(draw: () => T): T
}

/**
 * One client. Throws WireError if the screen or the room violates the protocol; that ends the client.
 * @example games/arcane-sector/remote-client/remote-client.ts
 */
export interface RemoteClient {
  /** The connection to the room is open. */
  onConnected(): void
  /** Handles a frame from the room. */
  onFrame(frame: Frame): void
  /**
   * The connection to the room closed, for the room's reason or ''. Returns why the client ends, in words, or undefined
   * to reconnect.
   */
  onDisconnected(reason: string): string | undefined
  /** Handles a message from the screen. */
  onScreenMessage(message: Frame): void
  /** Does the work that is due. Called several times a second. */
  tick(): void
  /** The screen has disconnected: leave the room cleanly. */
  onScreenClosed(): void
}
