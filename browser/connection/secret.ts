// After a lost connection, a reload or a restart, a game recognizes a player by a secret that this browser stores.
import { readSetting, saveSetting } from '../local-settings.ts'

const secretBytes = 16

/** 32 random characters, 0 to 9 and a to f. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * `name`: must be different for each room, because a room's owner can read the secrets that players send to the room.
 */
export const readOrCreateSecret = (name: string): string => readOrCreate(name, 'browser')

/** Each tab has its own secret, for games in which one person can play several characters in several tabs. */
export const readOrCreateTabSecret = (name: string): string => readOrCreate(name, 'tab')

function readOrCreate(name: string, scope: 'browser' | 'tab'): string {
  const kept = readSetting(`secret ${name}`, scope)
  if (typeof kept === 'string') return kept
  const secret = createSecret()
  saveSetting(`secret ${name}`, secret, scope)
  return secret
}
