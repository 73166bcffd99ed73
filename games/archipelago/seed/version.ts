// Whose part a room plays.
import type { Version } from './seed.ts'

/** The original server that this one answers as. */
export const serverVersion: Version = { major: 0, minor: 6, build: 7 }
