// The door for clients that the site itself runs: somebody brings only a screen and hands, and what is between these and the
// room (a client that plays it as any other does, and draws) runs beside the room, so that drawing never costs it its time.
import type { Frame, Options } from './host.ts'

/** How a game's thin clients are run, one by one. */
export interface ThinDoor {
  /** The WebSocket subprotocol that whoever comes asks for. */
  readonly subprotocol: string
  /** How many a room with these options has at a time; 0: it has none. */
  most(options: Options): number
  /** Of the room's files the one that such a client needs. */
  readonly file: string
  /** Somebody has come; `file` is the one of that name. Throws WireError where what he asks makes no sense. */
  begin(asked: ThinAsked, file: Uint8Array, around: ThinAround): Thin
}

/** What the upgrade says of who comes. */
export interface ThinAsked {
  readonly cookies: { readonly [name: string]: string }
  /** Behind the `?`. */
  readonly query: { readonly [name: string]: string }
}

/** What one client has of where it runs. */
export interface ThinAround {
  /** Milliseconds of a clock that goes on. */
  now(): number
  /** To the screen. */
  show(message: Frame): void
  /** To the room; while there is no connection it is lost. */
  say(frame: Frame): void
  /** A connection to the room, in the place of the one there is: `entered` comes next, or `left`. */
  come(): void
  /** It is over, for this reason in words. */
  end(reason: string): void
  /** What `draw` makes. It is called once for all clients that run in the same place, one after the other. */
  drawn<T extends object>(draw: () => T): T
}

/** One client. Throws WireError for what breaks a protocol, of the screen's or the room's: that is its end. */
export interface Thin {
  /** There is a connection to the room. */
  entered(): void
  /** A frame of the room's. */
  told(frame: Frame): void
  /** The connection to the room is gone, for the room's reason or ''. What it is over for, in words; undefined: come again. */
  left(reason: string): string | undefined
  /** A message of the screen's. */
  done(message: Frame): void
  /** Called some times a second: does what is due. */
  minds(): void
  /** The screen is gone: leaves the room in good order. */
  gone(): void
}
