// Sidecars store notes, and a note defines its session, so a room accepts only notes that it issued itself. [LINK-4]
import { blake2s } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../wire/joined-bytes.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import { equal } from './secrets.ts'

/** Length of a seal in bytes. It precedes the note. */
const sealBytes = 16

/** MACs of one room's notes. A session's key derives from the room's secret, its token and the game's version. */
export class NoteSeal {
  readonly #key: Uint8Array
  readonly #versions: readonly [number, ...number[]]
  readonly #sha = new Sha256()

  /** `secret`: random, known to the room only. `versions`: the game's own, then the older ones whose notes it reads. */
  constructor(secret: string, versions: readonly [number, ...number[]]) {
    this.#key = blake2s(encodeUtf8(`note seal ${secret}`))
    this.#versions = versions
  }

  /** The seal of this token's session. */
  of(token: string): SessionSeal {
    return this.#of(token, this.#versions[0])
  }

  /** The note in a sidecar's data; undefined: not sealed by this room for this session. */
  opened(token: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed.length < sealBytes) return undefined
    const note = sealed.slice(sealBytes)
    const genuine = this.#versions.some((version) => equal(sealed, this.#of(token, version).sealed(note)))
    return genuine ? note : undefined
  }

  #of(token: string, version: number): SessionSeal {
    const key = blake2s(encodeUtf8(`session ${version} ${token}`), { key: this.#key, dkLen: sealBytes })
    return new SessionSeal(key, this.#sha)
  }
}

/**
 * Half of the SHA-256 of key and note: the other half stays secret, which prevents length extension. A crowd's steps
 * seal thousands of notes a second, most of them in one block: a keyed BLAKE2s took as long as the rest of a step.
 */
export class SessionSeal {
  readonly #key: Uint8Array
  readonly #sha: Sha256

  constructor(key: Uint8Array, sha: Sha256) {
    this.#key = key
    this.#sha = sha
  }

  /** The sealed note for a sidecar to store. */
  sealed(note: Uint8Array): Uint8Array {
    const whole = concatBytes([this.#key, note])
    whole.set(this.#sha.of(whole).subarray(0, sealBytes))
    return whole
  }
}

/** Shared by all seals: creating one takes as long as hashing a block. */
export class Sha256 {
  readonly #fresh = sha256.create()
  readonly #used = sha256.create()
  readonly #digest = new Uint8Array(32)

  /** Valid until the next call. */
  of(bytes: Uint8Array): Uint8Array {
    this.#fresh._cloneInto(this.#used).update(bytes).digestInto(this.#digest)
    return this.#digest
  }
}

