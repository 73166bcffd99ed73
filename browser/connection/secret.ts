// A secret stored in this browser, by which a game recognizes its player after a lost connection, a reload or a
// restart.
import { readSetting, saveSetting } from '../local-settings.ts'

/** Bytes of a secret: too many to guess. */
const secretBytes = 16

/** A new secret: 32 random characters, 0 to 9 and a to f. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The secret of this name, created on first use. `name`: must differ between rooms, because the owner of a room can
 * read the secret that players send to it.
 */
export function readOrCreateSecret(name: string): string {
  return readOrCreate(name, 'browser')
}

/**
 * Like `readOrCreateSecret`, but each tab has a secret of its own, for games that one person can play in several tabs.
 */
export function readOrCreateTabSecret(name: string): string {
  return readOrCreate(name, 'tab')
}

function readOrCreate(name: string, scope: 'browser' | 'tab'): string {
  const kept = readSetting(`secret ${name}`, scope)
  if (typeof kept === 'string') return kept
  const secret = createSecret()
  saveSetting(`secret ${name}`, secret, scope)
  return secret
}
