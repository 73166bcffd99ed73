// Shrunk plans of runs that found a fault. `npm test` runs them first. The whole plan is stored, because a seed draws a
// different plan when the simulator changes.
import { readFileSync } from 'node:fs'
import type { Plan } from '../scenarios/plan.ts'

export interface CorpusEntry extends Plan {
  /** The title of the test, which states the behaviour that the fault violated. */
  readonly found: string
  readonly game: string
}

export function corpus(): readonly CorpusEntry[] {
  return JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'))
}
