// The platform services of a game: time, random numbers, hashing, the log. It reaches the rest of a room through its
// peers.
import type { Frame, GameContext, GameEvent, Json, Peer } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { GuessLimiter } from '../../limits/guess-limiter.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { secureRandom } from './random.ts'

export interface GameContextSettings {
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'hash' | 'matches'>
  readonly seed: string
  /** Absent: guesses are counted as long as this context exists. */
  readonly guessLimiter?: GuessLimiter
  log(level: 'info', event: string, fields?: { readonly [name: string]: Json }): void
}

/** The services that belong to a world's transactions. */
export interface TransactionServices {
  cast(peers: Iterable<Peer>, frame: Frame, urgency?: Urgency): void
  spend(steps: number): void
  tell(news: GameEvent): void
}

export function gameContext(
  { clock, secrets, seed, log, guessLimiter = new GuessLimiter({ clock }) }: GameContextSettings,
  { cast, spend, tell }: TransactionServices,
): GameContext {
  return {
    now: () => clock.now(),
    random: secureRandom(seed),
    hashSecret: (secret) => secrets.hash(secret),
    verifySecret: (secret, hashed) => secrets.matches(secret, hashed),
    delay: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    recordGuess: ({ address }, target, password) => guessLimiter.countGuess(address, target, password),
    recordCorrectGuess: ({ address }, target) => guessLimiter.guessedRight(address, target),
    chargeSteps: spend,
    multicast: cast,
    announce: tell,
    log: (event, fields) => log('info', event, fields),
  }
}
