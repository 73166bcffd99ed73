// The version of Archipelago that this server emulates.
import type { Version } from './seed.ts'

/** The server version in RoomInfo. */
export const serverVersion: Version = { major: 0, minor: 6, build: 7 }
