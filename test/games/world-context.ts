import type { GameContext } from '../../games/game.ts'
import { unrestrictedModeration } from '../../games/moderation.ts'

function unexpected(): never {
  throw new Error('the world asked for what it must not')
}

/**
 * A context with these services. All other services do nothing, except that secrets, random numbers and delays throw.
 */
export function worldContext(services: Partial<GameContext>): GameContext {
  return {
    now: () => 0,
    random: unexpected,
    hashSecret: async () => unexpected(),
    verifySecret: async () => unexpected(),
    delay: async () => unexpected(),
    recordGuess: () => 0,
    recordCorrectGuess() {},
    chargeSteps() {},
    moderation: unrestrictedModeration,
    announce() {},
    multicast() {},
    log() {},
    ...services,
  }
}
