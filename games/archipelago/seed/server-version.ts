// The emulated server version.
import type { Version } from './seed.ts'

/** The version of the original server that this one reports. */
export const serverVersion: Version = { major: 0, minor: 6, build: 7 }
