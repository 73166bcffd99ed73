import type { GameContext, Peer } from '../../../game.ts'
import { tooManyGuessesMessage } from '../../../shared/passwords.ts'
import type { ClientView } from '../client-view/client-view.ts'
import type { CrossfireRoom } from '../room/crossfire-room.ts'

/** Result of a step. If a password must be hashed, it is a promise that resolves to the rest of the transaction. */
export type LoginStep = void | Promise<() => void>

export interface LoginContext {
  readonly room: CrossfireRoom
  readonly context: GameContext
  readonly peer: Peer
  readonly view: ClientView
  /** The caller has checked the password and the player limit. */
  enterGame(name: string): void
}

/** [CF-16.3] */
export const tooManyPlayersMessage = 'The game is full. Try again later.'
/** [CF-4.17] */
export const tooManyAttemptsMessage = 'Too many attempts. Wait a minute.'
export const tooManyLoginsMessage = 'too many logins from this address'

/**
 * [CF-4.17] [CF-4.20] Compares the password with the hash that `readHash` returns. Returns an error text if no attempt is
 * allowed now. `guessKey` is the key for counting wrong guesses, such as `Accounts.guessKeyOf` returns. While a key must
 * wait, attempts on it do not count for the address.
 *
 * The function to which the promise resolves returns whether the password is right. It must be called in the rest of the
 * transaction: a password that was changed or deleted while it was compared is wrong.
 */
export function checkPassword(
  { room, context, peer }: LoginContext,
  guessKey: string,
  password: string,
  readHash: () => string | undefined,
): string | Promise<() => boolean> {
  // The limit of the address is checked before the guess is counted. Otherwise a guess that is counted but not compared
  // would have to be uncounted, and this could uncount an earlier guess that was compared.
  if (!room.canAttemptLogin(peer)) return tooManyAttemptsMessage
  const waitMs = context.recordGuess(peer, guessKey, password)
  if (waitMs > 0) return tooManyGuessesMessage(waitMs)
  room.takeLoginAttempt(peer)
  const hashed = readHash()!
  return context.verifySecret(password, hashed).then((matches) => {
    if (matches) context.recordCorrectGuess(peer, guessKey)
    return () => matches && readHash() === hashed
  })
}
