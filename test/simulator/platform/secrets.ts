// Fast and deterministic implementations of hashes and tokens, with the latency of the real ones. They are not secure.
import { createHash } from 'node:crypto'
import type { Secrets } from '../../../durable-objects/platform/secrets.ts'
import type { IncrementalDigest } from '../../../wire/export/room-export.ts'
import type { Scheduler, TimerOwner } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

/** Milliseconds that the platform takes for a digest, and for a password hash. */
const digestMs = 0.2
const hashMs = 15

export function createSimulatedSecrets(
  scheduler: Scheduler,
  random: SeededRandom,
  owner: TimerOwner,
): Secrets {
  const token = () => Array.from({ length: 4 }, () => random.integerBelow(2 ** 32).toString(36)).join('-')
  return {
    newToken: token,
    newEpoch: () => random.integerBetween(1, 2 ** 32 - 1),
    digest: (text) => scheduler.resolveAfter(digestMs, () => `digest of ${text}`, owner),
    hasDigest: (text, kept) => scheduler.resolveAfter(digestMs, () => kept === `digest of ${text}`, owner),
    hash: (secret) => scheduler.resolveAfter(hashMs, () => `hash of ${secret}`, owner),
    matches: (secret, hashed) => scheduler.resolveAfter(hashMs, () => hashed === `hash of ${secret}`, owner),
    newSha256: nativeSha256,
  }
}

/** SHA-256 of Node, which is ten times as fast as the implementation of real rooms. */
export function nativeSha256(): IncrementalDigest {
  const hash = createHash('sha256')
  return { update: (bytes) => hash.update(bytes), hex: () => hash.digest('hex') }
}

/** A token of 32 hexadecimal digits. */
export function sessionToken(random: SeededRandom): string {
  return Array.from({ length: 4 }, () =>
    random
      .integerBelow(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}
