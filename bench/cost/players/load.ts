// The actions of a game's typical player, and the options of the room.
import type { Transport } from '../../../wire/net/framing.ts'
import type { ClientProgram, LoadClient, RoomSetup } from '../simulated-room.ts'

/**
 * `idle`: connected; the client sends only its automatic messages. `bounces`: also the messages by which some clients
 * avoid a timeout.
 */
export type Behaviour = 'plays' | 'idle' | 'bounces'

export interface Load {
  readonly setup: RoomSetup
  /** The transport between clients and sidecar. */
  readonly transport: Transport
  /** Connections of this many players, if they have more than one each. */
  connections?(players: number, mood: Behaviour): number
  /** The nth connection. */
  player(n: number, mood: Behaviour, client: LoadClient): ClientProgram
}
