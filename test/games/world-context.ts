import type { GameContext } from '../../games/game.ts'
import { unrestrictedModeration } from '../../games/moderation.ts'

function unexpected(): never {
  throw new Error('the test gives the world no such service')
}

/** A context with these services. Of the others, secrets, random numbers and delays throw, and the rest do nothing. */
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
