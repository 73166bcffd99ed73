// A bench: figures as data, and a run that samples them. Benches implement it; main.ts runs them and table.ts prints.

/** A measured quantity and its targets. */
export interface Figure {
  /** The key of its samples. */
  readonly id: string
  /** The printed description: what is measured, and how. */
  readonly what: string
  readonly unit: string
  /** The target, at most one of the two. A figure without either is informational. */
  readonly atMost?: number
  readonly atLeast?: number
  /** Measurements of other servers, by name. */
  readonly references?: { readonly [who: string]: number }
}

/** A part of a bench, from the command line. */
export interface Choice {
  readonly game?: string
  readonly attack?: string
}

export interface Bench {
  readonly name: string
  readonly about: string
  /** The bench reduced to that part; undefined if it has no such part. A bench without it always runs as a whole. */
  only?(choice: Choice): Bench | undefined
  readonly figures: readonly Figure[]
  /** Samples every figure at least once. `tell` receives progress lines. Throws when something is broken. */
  run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void>
  /** The output of `--json`, if it is not the figures. */
  json?(onProgress: (line: string) => void): Promise<object>
}

/** The samples of each figure. */
export class Samples {
  readonly #values: ReadonlyMap<string, number[]>

  constructor(figures: readonly Figure[]) {
    this.#values = new Map(figures.map(({ id }) => [id, []]))
  }

  add(id: string, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${id}: invalid value ${value}`)
    this.of(id).push(value)
  }

  /** In the order of the rounds. */
  of(id: string): number[] {
    const values = this.#values.get(id)
    if (!values) throw new Error(`unknown figure ${id}`)
    return values
  }
}
