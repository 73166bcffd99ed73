// What a usual player of a game does, and what his room is founded with.
import type { Transport } from '../../../wire/framing.ts'
import type { Founding, Program, Voice } from '../room.ts'

/** `still`: in, and only what its program says by itself. `bounces`: what some programs say so as not to be cut off. */
export type Mood = 'plays' | 'still' | 'bounces'

export interface Load {
  readonly founding: Founding
  /** By the sidecar. */
  readonly transport: Transport
  player(n: number, mood: Mood, voice: Voice): Program
}
