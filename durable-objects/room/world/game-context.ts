// The platform services of a game: time, random numbers, hashing, the log. It reaches the rest of a room through its
// peers.
import type { GameContext } from '../../../games/game.ts'
import { noModeration } from '../../../games/moderation.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { secureRandom } from '../../../wire/util/random.ts'
import { GuessLimiter } from '../../limits/guess-limiter.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoomContext } from '../context/room-context.ts'

/** A room, or the platform services of a game without a world. */
interface GameSurroundings {
  readonly platform: {
    readonly clock: Clock
    readonly secrets: Pick<Platform['secrets'], 'hash' | 'matches'>
  }
  /** Absent: guesses are counted as long as this context exists. */
  readonly guessLimiter?: GuessLimiter
  /** Absent: nothing is logged. */
  readonly log?: RoomContext['log']
}

/** The services that belong to a world's transactions. */
type TransactionServices = Pick<GameContext, 'multicast' | 'announce' | 'moderation'> & {
  spend(steps: number): void
}

/** `services` absent: without a world there are no sessions to send to. */
export function gameContext(
  surroundings: GameSurroundings,
  seed: string,
  services: TransactionServices = {
    multicast() {},
    announce() {},
    spend() {},
    moderation: noModeration,
  },
): GameContext {
  const { clock, secrets } = surroundings.platform
  const { guessLimiter = new GuessLimiter({ clock }) } = surroundings
  return {
    now: clock.now.bind(clock),
    random: secureRandom(seed),
    hashSecret: (secret) => secrets.hash(secret),
    verifySecret: (secret, hashed) => secrets.matches(secret, hashed),
    delay: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    recordGuess: ({ address }, target, password) => guessLimiter.countGuess(address, target, password),
    recordCorrectGuess: ({ address }, target) => guessLimiter.guessedRight(address, target),
    chargeSteps: services.spend,
    multicast: services.multicast,
    announce: services.announce,
    moderation: services.moderation,
    log: (event, fields) => surroundings.log?.('info', event, fields),
  }
}
