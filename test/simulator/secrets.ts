// Secrets that cost nothing and repeat, at the time that real ones take. They keep nothing secret.
import type { Secrets } from '../../durable-objects/secrets.ts'
import type { Chance } from './chance.ts'
import type { Owner, Scheduler } from './scheduler.ts'

/** Milliseconds that the platform takes for a digest, and for a password. */
const digestMs = 0.2
const hashMs = 15

export function simulatedSecrets(scheduler: Scheduler, chance: Chance, owner: Owner): Secrets {
  const token = () => Array.from({ length: 4 }, () => chance.below(2 ** 32).toString(36)).join('-')
  return {
    newToken: token,
    newEpoch: () => chance.between(1, 2 ** 32 - 1),
    digest: (text) => scheduler.later(digestMs, () => `digest of ${text}`, owner),
    hasDigest: (text, kept) => scheduler.later(digestMs, () => kept === `digest of ${text}`, owner),
    hash: (secret) => scheduler.later(hashMs, () => `hash of ${secret}`, owner),
    matches: (secret, hashed) => scheduler.later(hashMs, () => hashed === `hash of ${secret}`, owner),
  }
}

/** A session's token: 32 hexadecimal digits. */
export function sessionToken(chance: Chance): string {
  return Array.from({ length: 4 }, () =>
    chance
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}
