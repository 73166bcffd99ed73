// Notes are kept by sidecars, and a session is whoever its note says: so a room takes back only what it gave. [LINK-4]
import { blake2s } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { joinedBytes } from '../wire/joined-bytes.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import { equal } from './secrets.ts'

/** Of a seal, in bytes. It stands in front of the note. */
const sealBytes = 16

/** The seals of one room's notes. Each session has a key of its own, made of the room's, its token and the game's version. */
export class NoteSeal {
  readonly #key: Uint8Array
  readonly #versions: readonly [number, ...number[]]
  readonly #sha = new Sha256()

  /** `secret`: random, known to the room alone. `versions`: the game's own, then the older ones whose notes it reads. */
  constructor(secret: string, versions: readonly [number, ...number[]]) {
    this.#key = blake2s(encodeUtf8(`note seal ${secret}`))
    this.#versions = versions
  }

  /** For the session of this token. */
  of(token: string): SessionSeal {
    return this.#of(token, this.#versions[0])
  }

  /** The note in what a sidecar brings back; undefined: it was not sealed here, or for another session. */
  opened(token: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed.length < sealBytes) return undefined
    const note = sealed.slice(sealBytes)
    const genuine = this.#versions.some(
      (version) =>
        equal(sealed, this.#of(token, version).sealed(note)) ||
        equal(sealed.subarray(0, sealBytes), this.#digest(`${version} ${token} `, note)),
    )
    return genuine ? note : undefined
  }

  #of(token: string, version: number): SessionSeal {
    // Never the beginning of what `opened` takes of an older build: its seal of an empty note would be this key.
    return new SessionSeal(this.#digest(`session ${version} ${token}`, nothing), this.#sha)
  }

  /** Itself the seal of builds before there were keys of sessions, whose sidecars may still have some. */
  #digest(head: string, tail: Uint8Array): Uint8Array {
    return blake2s(joinedBytes([encodeUtf8(head), tail]), { key: this.#key, dkLen: sealBytes })
  }
}

/**
 * Half of the SHA-256 of key and note: the other half is nobody's, so that none can be made longer. A crowd's steps seal
 * thousands of notes a second, and most of these fit one block: a keyed BLAKE2s took as long as all else that a step does.
 */
export class SessionSeal {
  readonly #key: Uint8Array
  readonly #sha: Sha256

  constructor(key: Uint8Array, sha: Sha256) {
    this.#key = key
    this.#sha = sha
  }

  /** What a sidecar is given to keep. */
  sealed(note: Uint8Array): Uint8Array {
    const whole = joinedBytes([this.#key, note])
    whole.set(this.#sha.of(whole).subarray(0, sealBytes))
    return whole
  }
}

/** One for many: to make one takes as long as a block of what it digests. */
export class Sha256 {
  readonly #fresh = sha256.create()
  readonly #used = sha256.create()
  readonly #digest = new Uint8Array(32)

  /** Good until the next. */
  of(bytes: Uint8Array): Uint8Array {
    this.#fresh._cloneInto(this.#used).update(bytes).digestInto(this.#digest)
    return this.#digest
  }
}

const nothing = new Uint8Array(0)
