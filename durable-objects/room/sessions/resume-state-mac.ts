// [LINK-4] A resume state determines a session, so a room accepts only the resume states that it has sealed itself.
import { blake2s } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { constantTimeEqual } from '../../platform/secrets.ts'

/** Bytes of the seal (MAC), which precedes the resume state. */
const macBytes = 16

/** The key of a session derives from the room's secret, the session's token and the game's version. */
export class ResumeStateMac {
  readonly #key: Uint8Array
  readonly #versions: readonly [number, ...number[]]
  readonly #sha = new ReusableSha256()

  /** `secret`: random, known only to the room. `versions`: the game's, then those whose resume states it also reads. */
  constructor(secret: string, versions: readonly [number, ...number[]]) {
    this.#key = blake2s(encodeUtf8(`note seal ${secret}`))
    this.#versions = versions
  }

  forSession(token: string): SessionMac {
    return this.#forVersion(token, this.#versions[0])
  }

  /** The resume state without its seal; undefined if this room did not seal it for this session. */
  verify(token: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed.length < macBytes) return undefined
    const resumeState = sealed.slice(macBytes)
    const isGenuine = this.#versions.some((version) =>
      constantTimeEqual(sealed, this.#forVersion(token, version).seal(resumeState)),
    )
    return isGenuine ? resumeState : undefined
  }

  #forVersion(token: string, version: number): SessionMac {
    const key = blake2s(encodeUtf8(`session ${version} ${token}`), { key: this.#key, dkLen: macBytes })
    return new SessionMac(key, this.#sha)
  }
}

/**
 * The MAC is the first half of the SHA-256 of key and resume state. The other half stays secret, which prevents length
 * extension. Speed matters: a busy room seals thousands of resume states a second, and with a keyed BLAKE2s the seals
 * took as long as the rest of the work.
 */
export class SessionMac {
  readonly #key: Uint8Array
  readonly #sha: ReusableSha256

  constructor(key: Uint8Array, sha: ReusableSha256) {
    this.#key = key
    this.#sha = sha
  }

  seal(resumeState: Uint8Array): Uint8Array {
    const whole = concatBytes([this.#key, resumeState])
    whole.set(this.#sha.digest(whole).subarray(0, macBytes))
    return whole
  }
}

/** A SHA-256 hasher that is reused, because creating one takes as long as hashing a block. */
export class ReusableSha256 {
  readonly #fresh = sha256.create()
  readonly #used = sha256.create()
  readonly #output = new Uint8Array(32)

  /** The returned array is valid until the next call. */
  digest(bytes: Uint8Array): Uint8Array {
    this.#fresh._cloneInto(this.#used).update(bytes).digestInto(this.#output)
    return this.#output
  }
}
