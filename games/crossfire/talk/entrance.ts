// What the two ways of logging in, by account and by question and answer, share.
import type { Host, Peer } from '../../game.ts'
import { tooManyWrong } from '../../shared/guesses.ts'
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

/**
 * [CF-4.17] [CF-4.20] Whether the password is the one that was hashed; a text where none may be tried now, and none was.
 * `target`: whose it is, as `Accounts.ownerOf` has it. A client that has to wait costs the others at its address none of their tries.
 */
export function tryPassword(
  { room, host, peer }: Entrance,
  target: string,
  password: string,
  hashed: string,
): string | Promise<boolean> {
  // Before the guess is counted: to take back one that is not compared might take back one that was.
  if (!room.hasTries(peer)) return tooManyAttempts
  const waitMs = host.guess(peer, target, password)
  if (waitMs > 0) return tooManyWrong(waitMs)
  room.mayTry(peer)
  return host.matches(password, hashed).then((matches) => {
    if (matches) host.guessedRight(peer, target)
    return matches
  })
}
