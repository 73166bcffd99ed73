import type { GameContext } from '../../../games/game.ts'
import { unrestrictedModeration } from '../../../games/moderation.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { secureRandom } from '../../../wire/util/random.ts'
import { GuessLimiter } from '../../limits/guess-limiter.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoomContext } from '../context/room-context.ts'

/** Without a world, only `platform` is needed. */
interface GameSurroundings {
  readonly platform: {
    readonly clock: Clock
    readonly secrets: Pick<Platform['secrets'], 'hash' | 'matches'>
  }
  /** Absent: a new limiter counts guesses for this context only. */
  readonly guessLimiter?: GuessLimiter
  readonly log?: RoomContext['log']
}

type TransactionServices = Pick<GameContext, 'multicast' | 'announce' | 'moderation'> & {
  spend(steps: number): void
}

/** `services`: absent for a context without a world, which has no sessions. */
export function gameContext(
  surroundings: GameSurroundings,
  seed: string,
  services: TransactionServices = {
    multicast() {},
    announce() {},
    spend() {},
    moderation: unrestrictedModeration,
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
    recordGuess: ({ address }, target, password) => guessLimiter.countAttempt(address, target, password),
    recordCorrectGuess: ({ address }, target) => guessLimiter.takeBackAttempt(address, target),
    chargeSteps: services.spend,
    multicast: services.multicast,
    announce: services.announce,
    moderation: services.moderation,
    log: (event, fields) => surroundings.log?.('info', event, fields),
  }
}
