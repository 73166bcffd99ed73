// How an error learns the path of its field. Used by the codecs; what leaves the tables is a plain WireError.
import { WireError } from './error.ts'

/** A WireError that grows its path on the way out, so that a path costs nothing until it is needed. */
export class FieldError extends WireError {
  readonly problem: string
  path = ''

  constructor(problem: string) {
    super(problem)
    this.problem = problem
  }

  /** `step` is `.name` or `[3]`. */
  within(step: string): this {
    this.path = step + this.path
    this.message = `${this.path.replace(/^\./, '')}: ${this.problem}`
    return this
  }
}

export function fail(problem: string): never {
  throw new FieldError(problem)
}

/** The same error, one step further out; errors of any other kind as they are. */
export function within(error: unknown, step: string): unknown {
  return error instanceof FieldError ? error.within(step) : error
}

/** What leaves the tables: a plain WireError whose stack begins with its whole message. */
export function finished(error: unknown): unknown {
  return error instanceof FieldError ? new WireError(error.message) : error
}
