// The platform services of a game: time, random numbers, hashing, the log. It reaches the rest of a room through its
// peers.
import type { Frame, GameContext, Json, GameEvent, Peer } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import type { Urgency } from '../wire/link.ts'
import { unguessable } from './chance.ts'
import { GuessLimiter } from './guess-limiter.ts'
import type { Secrets } from './secrets.ts'

export interface GameHostSettings {
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'hash' | 'matches'>
  readonly seed: string
  /** Absent: guesses are counted as long as this host exists. */
  readonly guesses?: GuessLimiter
  log(level: 'info', event: string, fields?: { readonly [name: string]: Json }): void
}

/** The services that belong to a world's turns. */
export interface TurnDoors {
  cast(peers: Iterable<Peer>, frame: Frame, urgency?: Urgency): void
  spend(steps: number): void
  tell(news: GameEvent): void
}

export function gameHost(
  { clock, secrets, seed, log, guesses = new GuessLimiter({ clock }) }: GameHostSettings,
  { cast, spend, tell }: TurnDoors,
): GameContext {
  return {
    now: () => clock.now(),
    random: unguessable(seed),
    hashSecret: (secret) => secrets.hash(secret),
    verifySecret: (secret, hashed) => secrets.matches(secret, hashed),
    delay: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    recordGuess: ({ address }, target, password) => guesses.begin(address, target, password),
    recordCorrectGuess: ({ address }, target) => guesses.right(address, target),
    chargeSteps: spend,
    multicast: cast,
    announce: tell,
    log: (event, fields) => log('info', event, fields),
  }
}
