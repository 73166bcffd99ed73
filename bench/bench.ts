// The interface of a bench: its figures as data, and a run that samples them. main.ts runs the benches and table.ts
// prints the results.

/** A measured quantity and its targets. */
export interface Figure {
  /** The key of the figure's samples. */
  readonly id: string
  /** The description in the printed table. */
  readonly description: string
  readonly unit: string
  /** The target: `atMost` or `atLeast`. A figure without a target is informational. */
  readonly atMost?: number
  readonly atLeast?: number
  /** Measurements of other servers, by name. */
  readonly references?: { readonly [who: string]: number }
}

/** The part of a bench that the user selects on the command line. */
export interface Choice {
  readonly game?: string
  readonly attack?: string
}

export interface Bench {
  readonly name: string
  readonly description: string
  /**
   * The bench reduced to `choice`, or undefined if the bench has no such part. A bench without this method always runs
   * as a whole.
   */
  only?(choice: Choice): Bench | undefined
  readonly figures: readonly Figure[]
  /**
   * Samples every figure at least once. Calls `onProgress` with progress lines. Throws if the system under test fails.
   */
  run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void>
  /** The output of `--json`, for a bench whose `--json` does not print the figures. */
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

  /** The samples of a figure in the order of the rounds. */
  of(id: string): number[] {
    const values = this.#values.get(id)
    if (!values) throw new Error(`unknown figure ${id}`)
    return values
  }
}
