// Probes of a game's protocol. A probe connects to a listener like a real client and disconnects before it joins the
// game, to check from outside that a room is reachable.
import type { Transport } from '../wire/net/framing.ts'
import type { Frame } from './game-context.ts'

/**
 * One kind of client that connects to one kind of listener.
 * @example games/soaprun/protocol/probes.ts
 */
export interface ProtocolProbe {
  readonly transport: Transport | 'dispatch'
  /** The client that the probe imitates, such as `as a client of 1997`. Absent if the game has only one client. */
  readonly clientKind?: string
  /** Frames to send as soon as the connection is open. */
  readonly openingFrames: readonly Frame[]
  /**
   * Called after every frame and at the end. Undefined: the data is not sufficient yet. At the end, undefined means
   * that the server did not answer.
   */
  evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined
}

export interface ProbeResponse {
  /** The received frames, split by the listener's framing. For a dispatch listener, the data of each read. */
  readonly frames: readonly Frame[]
  /** Set if nothing more arrives. `closed`: the server has disconnected. `silent`: it was silent for too long. */
  readonly end?: 'closed' | 'silent'
}

/** The room's state as its Worker reports it. */
export interface ProbedRoom {
  readonly open: boolean
  readonly full: boolean
  /** Whether new clients must be admitted on the room's page first. `open` is then false. */
  readonly isPrivate?: boolean
}

export interface ProbeResult {
  readonly ok: boolean
  /** A description of the result that can follow the listener's name, such as `it accepts new clients (WLCM)`. */
  readonly message: string
  /** The usual way to fix the problem. */
  readonly hint?: string
  readonly redirect?: { readonly transport: Transport; readonly host: string; readonly port: number }
}
