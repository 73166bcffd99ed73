// The actions of a game's typical player, and the options of the room.
import type { Transport } from '../../../wire/net/framing.ts'
import type { LoadClient, Program, RoomSetup } from '../simulated-room.ts'

/**
 * `still`: connected, with only the program's automatic messages. `bounces`: with the messages by which some programs
 * avoid a timeout.
 */
export type Behaviour = 'plays' | 'still' | 'bounces'

export interface Load {
  readonly setup: RoomSetup
  /** To the sidecar. */
  readonly transport: Transport
  player(n: number, mood: Behaviour, client: LoadClient): Program
}
