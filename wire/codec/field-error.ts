import { WireError } from '../util/wire-error.ts'

/** A WireError that collects the field's path while it propagates, so that successful reads compute no paths. */
export class FieldError extends WireError {
  readonly problem: string
  path = ''

  constructor(problem: string) {
    super(problem)
    this.problem = problem
  }

  /** `step`: `.name` or `[3]`. */
  prependPath(step: string): this {
    this.path = step + this.path
    this.message = `${this.path.replace(/^\./, '')}: ${this.problem}`
    return this
  }
}

export function throwFieldError(problem: string): never {
  throw new FieldError(problem)
}

/** Returns errors that are not a FieldError unchanged. */
export function addPathStep(error: unknown, step: string): unknown {
  return error instanceof FieldError ? error.prependPath(step) : error
}

/** Converts a FieldError to a plain WireError, whose stack starts with the complete message. */
export function toWireError(error: unknown): unknown {
  return error instanceof FieldError ? new WireError(error.message) : error
}
