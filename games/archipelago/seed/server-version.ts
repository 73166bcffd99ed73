import type { Version } from './seed.ts'

/** The version of Archipelago that this server emulates. */
export const serverVersion: Version = { major: 0, minor: 6, build: 7 }
