// Notes are kept by sidecars, and a session is whoever its note says: so a room takes back only what it gave. [LINK-4]
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../wire/utf8.ts'
import { equal } from './secrets.ts'

/** Of a seal, in bytes. It stands in front of the note. */
const sealBytes = 16

/** The seals of one room: a keyed digest (BLAKE2s) over the session's token, the game's version and the note. */
export class NoteSeal {
  readonly #key: Uint8Array
  readonly #versions: readonly number[]

  /** `secret`: random, known to the room alone. `versions`: the game's own, then the older ones whose notes it reads. */
  constructor(secret: string, versions: readonly [number, ...number[]]) {
    this.#key = blake2s(encodeUtf8(`note seal ${secret}`))
    this.#versions = versions
  }

  /** What a sidecar is given to keep for the session of this token. */
  sealed(token: string, note: Uint8Array): Uint8Array {
    return joined(this.#digest(token, this.#versions[0]!, note), note)
  }

  /** The note in what a sidecar brings back; undefined: it was not sealed here, or for another session. */
  opened(token: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed.length < sealBytes) return undefined
    const [seal, note] = [sealed.subarray(0, sealBytes), sealed.slice(sealBytes)]
    const genuine = this.#versions.some((version) => equal(seal, this.#digest(token, version, note)))
    return genuine ? note : undefined
  }

  #digest(token: string, version: number, note: Uint8Array): Uint8Array {
    const sealed = joined(encodeUtf8(`${version} ${token} `), note)
    return blake2s(sealed, { key: this.#key, dkLen: sealBytes })
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
