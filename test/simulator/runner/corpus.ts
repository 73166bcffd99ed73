// Runs that once failed, shrunk: each found a fault, and is run first from then on. A plan is kept whole, for what a
// seed draws changes with the simulator.
import { readFileSync } from 'node:fs'
import type { Plan } from '../scenarios/plan.ts'

export interface CorpusEntry extends Plan {
  /** What it found, in a sentence. */
  readonly found: string
  readonly game: string
}

export function corpus(): readonly CorpusEntry[] {
  return JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'))
}
