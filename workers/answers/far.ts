// How far something is that takes its time.

/** A room is being made. */
export interface Far {
  readonly room: string
  /** How much of it is done, 0 to 1. */
  readonly share: number
}
