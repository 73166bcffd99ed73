// A remote client joins the room like any other client, draws the game, and streams the images to the screen of a
// player who has only a screen and input devices. It runs outside the room's object, so drawing does not delay the
// room.
import type { Frame, Options } from './game-context.ts'

/**
 * How the site runs a game's remote clients.
 * @example games/arcane-sector/remote-client/index.ts
 */
export interface RemoteClientFactory {
  /** The WebSocket subprotocol that the screen requests. */
  readonly subprotocol: string
  /** 0: disabled. */
  maxClients(options: Options): number
  /** Name of the room's file that each remote client needs. */
  readonly fileName: string
  /** Starts a client for a new screen. `file`: the content of `fileName`. Throws WireError on an invalid request. */
  createClient(request: RemoteClientRequest, file: Uint8Array, context: RemoteClientContext): RemoteClient
}

/**
 * Data of the upgrade request.
 * @example games/arcane-sector/remote-client/credentials.ts
 */
export interface RemoteClientRequest {
  readonly cookies: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
}

/**
 * The services that a remote client can use.
 * @example games/arcane-sector/remote-client/remote-client.ts
 */
export interface RemoteClientContext {
  /** Monotonic time in milliseconds. */
  now(): number
  sendToScreen(message: Frame): void
  /** The frame is dropped while there is no connection. */
  sendToRoom(frame: Frame): void
  /** Opens a connection to the room and replaces any current one. `onConnected` or `onDisconnected` is called next. */
  connect(): void
  /** `reason`: in words, for the player. */
  close(reason: string): void
  /** Returns the result of `draw`, which is called once for all clients that run in the same object. */
  shared<T extends object>(draw: () => T): T
}

/**
 * A remote client. Its methods throw WireError if the screen or the room violates the protocol, which ends the client.
 * @example games/arcane-sector/remote-client/remote-client.ts
 */
export interface RemoteClient {
  onConnected(): void
  onFrame(frame: Frame): void
  /**
   * Called when the connection to the room has closed. `reason`: the room's reason, or ''. Returns undefined to
   * reconnect, or otherwise the reason, in words, why the client ends.
   */
  onDisconnected(reason: string): string | undefined
  onScreenMessage(message: Frame): void
  /** Called several times a second. */
  tick(): void
  /** The client should leave the room cleanly. */
  onScreenClosed(): void
}
