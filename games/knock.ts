// How a client of a game begins at a door, as data and pure functions: for whoever looks from outside whether a room can be
// reached. It speaks as a client does and leaves before it is anybody.
import type { Transport } from '../wire/framing.ts'
import type { Frame } from './host.ts'

/** One client's beginning at doors of one kind. */
export interface Knock {
  readonly transport: Transport | 'dispatch'
  /** Of several clients, whose this is: `as a client of 1997`. */
  readonly as?: string
  /** What it says as soon as it is in, a frame each. */
  readonly says: readonly Frame[]
  /** What it makes of what came, after every frame and at the end; undefined: it waits for more, which at the end is no answer. */
  hear(heard: Heard, room: KnockedRoom): Heeded | undefined
}

export interface Heard {
  /** As the door's framing cuts them; of a dispatch, what each read gave. */
  readonly frames: readonly Frame[]
  /** Nothing more comes: the other side hung up, or has been silent for too long. */
  readonly end?: 'closed' | 'silent'
}

/** The room as its Worker tells it. */
export interface KnockedRoom {
  readonly open: boolean
  readonly full: boolean
}

export interface Heeded {
  readonly ok: boolean
  /** In words, behind the door's name: `it welcomes newcomers (WLCM)`. */
  readonly seen: string
  /** What usually mends it. */
  readonly hint?: string
  /** Where the client would go next. */
  readonly sentTo?: { readonly transport: Transport; readonly host: string; readonly port: number }
}
