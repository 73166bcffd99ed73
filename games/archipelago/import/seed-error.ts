// The error of the readers of an upload; create-room.ts turns it into the answer to the host.

/** The upload cannot be used; the message names the place in it. */
export class SeedError extends Error {
  override name = 'SeedError'
}
