// The error of the readers of an upload; create-room.ts turns it into the answer to the host.

/** The upload cannot be used. The message names the position of the error in it. */
export class SeedError extends Error {
  override name = 'SeedError'
}
