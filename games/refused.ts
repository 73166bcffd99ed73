// Telling a refusal from what was asked for.
import type { Refused } from './game.ts'

export function isRefused(answer: object): answer is Refused {
  return 'refused' in answer
}
