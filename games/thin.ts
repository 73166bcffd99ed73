// Remote clients that the site runs for players who have only a screen and input devices. Such a client joins the room
// like any other, draws, and streams to the screen. It runs beside the room, so drawing takes none of the room's time.
import type { Frame, Options } from './host.ts'

/**
 * How the site runs a game's remote clients.
 * @example games/arcane-sector/thin/index.ts
 */
export interface ThinDoor {
  /** The WebSocket subprotocol that the screen requests. */
  readonly subprotocol: string
  /** Maximum number of these clients in a room with these options. 0: disabled. */
  most(options: Options): number
  /** The room's file that each client needs. */
  readonly file: string
  /**
   * Starts a client for a newly connected screen. `file` holds the bytes of the file named above. Throws WireError if
   * the request is invalid.
   */
  begin(asked: ThinAsked, file: Uint8Array, around: ThinAround): Thin
}

/**
 * Data of the upgrade request.
 * @example games/arcane-sector/thin/who.ts
 */
export interface ThinAsked {
  readonly cookies: { readonly [name: string]: string }
  /** The query parameters. */
  readonly query: { readonly [name: string]: string }
}

/**
 * The services that one client can use.
 * @example games/arcane-sector/thin/thin-client.ts
 */
export interface ThinAround {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Sends a message to the screen. */
  show(message: Frame): void
  /** Sends a frame to the room. Dropped while there is no connection. */
  say(frame: Frame): void
  /** Opens a connection to the room and replaces any current one. `entered` or `left` is called next. */
  come(): void
  /** Ends the client, for this reason in words. */
  end(reason: string): void
  /** Returns the result of `draw`, computed once and shared by all clients of the same instance. */
  drawn<T extends object>(draw: () => T): T
}

/**
 * One client. Throws WireError if the screen or the room violates the protocol; that ends the client.
 * @example games/arcane-sector/thin/thin-client.ts
 */
export interface Thin {
  /** The connection to the room is open. */
  entered(): void
  /** Handles a frame from the room. */
  told(frame: Frame): void
  /**
   * The connection to the room closed, for the room's reason or ''. Returns why the client ends, in words, or undefined
   * to reconnect.
   */
  left(reason: string): string | undefined
  /** Handles a message from the screen. */
  done(message: Frame): void
  /** Does the work that is due. Called several times a second. */
  minds(): void
  /** The screen has disconnected: leave the room cleanly. */
  gone(): void
}
