import type { Transport } from '../../../wire/net/framing.ts'
import type { ClientProgram, LoadClient, RoomSetup } from '../simulated-room.ts'

/**
 * `plays`: the client plays. `idle`: the client sends only its automatic messages. `bounces`: the client plays and also
 * sends the messages by which some clients avoid a timeout.
 */
export type Behaviour = 'plays' | 'idle' | 'bounces'

export interface PlayerLoad {
  readonly setup: RoomSetup
  readonly transport: Transport
  /** The number of connections of these players. Absent if each player has one connection. */
  connections?(players: number, behaviour: Behaviour): number
  /** Creates the program of the nth connection, from 0. */
  player(n: number, behaviour: Behaviour, client: LoadClient): ClientProgram
}
