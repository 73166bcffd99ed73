/**
 * Thrown if an upload cannot be used. The message names the position of the error in the upload. create-room.ts
 * converts the error to a refusal.
 */
export class SeedError extends Error {
  override name = 'SeedError'
}
