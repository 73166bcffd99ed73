// Progress of a long operation.

/** A room that is being created. */
export interface CreationProgress {
  readonly room: string
  /** The share that is done, 0 to 1. */
  readonly share: number
}
