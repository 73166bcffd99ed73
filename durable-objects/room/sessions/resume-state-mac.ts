// Sidecars store resume states, and a resume state defines its session, so a room accepts only resume states that it issued itself. [LINK-4]
import { blake2s } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { constantTimeEqual } from '../../platform/secrets.ts'

/** Length of a seal in bytes. It precedes the resume state. */
const macBytes = 16

/** MACs of one room's resume states. A session's key derives from the room's secret, its token and the game's version. */
export class ResumeStateMac {
  readonly #key: Uint8Array
  readonly #versions: readonly [number, ...number[]]
  readonly #sha = new ReusableSha256()

  /** `secret`: random, known to the room only. `versions`: the game's own, then the older ones whose resume states it reads. */
  constructor(secret: string, versions: readonly [number, ...number[]]) {
    this.#key = blake2s(encodeUtf8(`note seal ${secret}`))
    this.#versions = versions
  }

  forSession(token: string): SessionMac {
    return this.#forVersion(token, this.#versions[0])
  }

  /** The resume state in a sidecar's data; undefined if this room did not seal it for this session. */
  verify(token: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed.length < macBytes) return undefined
    const note = sealed.slice(macBytes)
    const genuine = this.#versions.some((version) =>
      constantTimeEqual(sealed, this.#forVersion(token, version).seal(note)),
    )
    return genuine ? note : undefined
  }

  #forVersion(token: string, version: number): SessionMac {
    const key = blake2s(encodeUtf8(`session ${version} ${token}`), { key: this.#key, dkLen: macBytes })
    return new SessionMac(key, this.#sha)
  }
}

/**
 * Half of the SHA-256 of key and resume state: the other half stays secret, which prevents length extension. Many players' transactions
 * seal thousands of resume states a second, most of them in one block: a keyed BLAKE2s took as long as the rest of a step.
 */
export class SessionMac {
  readonly #key: Uint8Array
  readonly #sha: ReusableSha256

  constructor(key: Uint8Array, sha: ReusableSha256) {
    this.#key = key
    this.#sha = sha
  }

  /** The sealed resume state for a sidecar to store. */
  seal(resumeState: Uint8Array): Uint8Array {
    const whole = concatBytes([this.#key, resumeState])
    whole.set(this.#sha.digest(whole).subarray(0, macBytes))
    return whole
  }
}

/** Shared by all seals: creating one takes as long as hashing a block. */
export class ReusableSha256 {
  readonly #fresh = sha256.create()
  readonly #used = sha256.create()
  readonly #output = new Uint8Array(32)

  /** Valid until the next call. */
  digest(bytes: Uint8Array): Uint8Array {
    this.#fresh._cloneInto(this.#used).update(bytes).digestInto(this.#output)
    return this.#output
  }
}
