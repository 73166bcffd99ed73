/** A measured quantity and its targets. */
export interface Figure {
  readonly id: string
  readonly description: string
  readonly unit: string
  /** A figure without a target is informational. */
  readonly atMost?: number
  readonly atLeast?: number
  /** Measurements of other servers, by the server's name. */
  readonly references?: { readonly [who: string]: number }
}

export interface BenchSelection {
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
  select?(choice: BenchSelection): Bench | undefined
  readonly figures: readonly Figure[]
  /** Samples every figure at least once. Throws if the system under test fails. */
  run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void>
  /** Replaces the figures in the output of `--json`. */
  json?(onProgress: (line: string) => void): Promise<object>
}

export class Samples {
  readonly #values: ReadonlyMap<string, number[]>

  constructor(figures: readonly Figure[]) {
    this.#values = new Map(figures.map(({ id }) => [id, []]))
  }

  add(id: string, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${id}: invalid value ${value}`)
    this.of(id).push(value)
  }

  of(id: string): number[] {
    const values = this.#values.get(id)
    if (!values) throw new Error(`unknown figure ${id}`)
    return values
  }
}
