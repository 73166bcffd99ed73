// Context shared by the two logins: by account, and by question and answer.
import type { GameContext, Peer } from '../../../game.ts'
import { tooManyGuessesMessage } from '../../../shared/passwords.ts'
import type { ClientView } from '../client-view/client-view.ts'
import type { CrossfireRoom } from '../room/crossfire-room.ts'

/** A promise if a password must be hashed; the function that it resolves to runs as the rest of the transaction. */
export type LoginStep = void | Promise<() => void>

export interface LoginContext {
  readonly room: CrossfireRoom
  readonly context: GameContext
  readonly peer: Peer
  readonly view: ClientView
  /** Puts the character into the game. The caller has checked its password and the player limit. */
  enterGame(name: string): void
}

/** [CF-16.3] Error while the room is full of players. */
export const tooManyPlayersMessage = 'The game is full. Try again later.'
/** [CF-4.17] Error for an address with too many password attempts. */
export const tooManyAttemptsMessage = 'Too many attempts. Wait a minute.'
/** Close reason for a client with too many attempts. */
export const tooManyLoginsMessage = 'too many logins from this address'

/**
 * [CF-4.17] [CF-4.20] Compares the password with the hash. Returns an error text if no attempt is allowed now.
 * `target`: the key of `Accounts.ownerOf`. A target that must wait does not use up the attempts of the address.
 */
export function checkPassword(
  { room, context, peer }: LoginContext,
  target: string,
  password: string,
  hashed: string,
): string | Promise<boolean> {
  // Checked before the guess is counted. Otherwise a guess that is counted but not compared would have to be taken
  // back, and this could take back an earlier guess that was compared.
  if (!room.canAttemptLogin(peer)) return tooManyAttemptsMessage
  const waitMs = context.recordGuess(peer, target, password)
  if (waitMs > 0) return tooManyGuessesMessage(waitMs)
  room.takeLoginAttempt(peer)
  return context.verifySecret(password, hashed).then((matches) => {
    if (matches) context.recordCorrectGuess(peer, target)
    return matches
  })
}
