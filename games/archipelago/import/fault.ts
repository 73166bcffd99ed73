// How the readers of an upload say that it will not do; founding.ts turns it into the host's answer.

/** What was handed in makes no room: the message names the place in it. */
export class SeedFault extends Error {
  override name = 'SeedFault'
}
