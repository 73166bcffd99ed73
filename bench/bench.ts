// What a bench is: figures as data, and a run that samples them. Benches fill it in; main.ts runs and table.ts prints.

/** One thing measured, and what it is held against. */
export interface Figure {
  /** What samples are added under. */
  readonly id: string
  /** As printed: what is measured, and how. */
  readonly what: string
  readonly unit: string
  /** To be reached; at most one of the two. A figure without either is for reading only. */
  readonly atMost?: number
  readonly atLeast?: number
  /** What others were measured at, by name. */
  readonly references?: { readonly [who: string]: number }
}

/** A part of a bench, as the command line has it. */
export interface Choice {
  readonly game?: string
  readonly attack?: string
}

export interface Bench {
  readonly name: string
  readonly about: string
  /** The same, of that part alone; undefined: there is none. A bench without it is measured as a whole. */
  only?(choice: Choice): Bench | undefined
  readonly figures: readonly Figure[]
  /** Samples every figure at least once. `tell` takes one line on how far it is. Throws when something is broken. */
  run(rounds: number, samples: Samples, tell: (line: string) => void): Promise<void>
}

/** What was measured, by figure. */
export class Samples {
  readonly #values: ReadonlyMap<string, number[]>

  constructor(figures: readonly Figure[]) {
    this.#values = new Map(figures.map(({ id }) => [id, []]))
  }

  add(id: string, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${id} came to ${value}`)
    this.of(id).push(value)
  }

  /** In the order of the rounds. */
  of(id: string): number[] {
    const values = this.#values.get(id)
    if (!values) throw new Error(`there is no figure ${id}`)
    return values
  }
}
