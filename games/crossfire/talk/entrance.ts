// What the two ways of logging in, by account and by question and answer, share.
import type { Host, Peer } from '../../game.ts'
import type { ClientView } from './client-view.ts'
import type { CrossfireRoom } from './room.ts'

export interface Entrance {
  readonly room: CrossfireRoom
  readonly host: Host
  readonly peer: Peer
  readonly view: ClientView
  /** Brings the character in. Its password has been checked, and that there is room for it. */
  play(name: string): void
}

/** [CF-16.3] What is told at the door while as many play as may. */
export const tooManyPlayers = 'Too many are playing already. Please try again later.'
/** [CF-4.17] What is told of a password that may not be tried now. */
export const tooManyAttempts = 'Too many attempts; wait a minute'
/** Why a client is closed that tries again and again. */
export const tooManyLogins = 'too many logins of this address'
