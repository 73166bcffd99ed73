// The error for an unusable upload. create-room.ts converts it to a refusal.

/** The upload cannot be used. The message names the position of the error in the upload. */
export class SeedError extends Error {
  override name = 'SeedError'
}
