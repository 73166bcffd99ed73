// The actions of a game's typical player, and the options of the room.
import type { Transport } from '../../../wire/framing.ts'
import type { Founding, Program, Voice } from '../room.ts'

/**
 * `still`: connected, with only the program's automatic messages. `bounces`: with the messages by which some programs
 * avoid a timeout.
 */
export type Mood = 'plays' | 'still' | 'bounces'

export interface Load {
  readonly founding: Founding
  /** To the sidecar. */
  readonly transport: Transport
  player(n: number, mood: Mood, voice: Voice): Program
}
