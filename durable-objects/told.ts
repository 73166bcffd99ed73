// What the Directory was last told of a room. An instance after this one finds it without a row: it lies in the
// attachments of the sockets that outlive this one, and is gone with them.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../wire/utf8.ts'
import type { Announcement } from './rooms.ts'
import { base64url } from './secrets.ts'

export interface Told {
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** So long it is believed that the Directory knows it still: whatever it may have lost is told again within this. */
const believedMs = 60 * 60 * 1000
const digestBytes = 16

/** Whoever comes or goes has a room ask whether that is news: texts are compared, which costs less than to digest them. */
export class Telling {
  /** What was digested last. */
  #text = ''
  #digest = ''

  /** What the Directory knows when it has been told this. */
  of(announcement: Announcement, at: number): Told {
    return { digest: this.#digestOf(JSON.stringify(announcement)), at }
  }

  /** Whether the Directory need not be told this again at `at`. A clock that was put back makes it be told. */
  knows(told: Told | undefined, announcement: Announcement, at: number): boolean {
    if (!told || told.at > at || at - told.at >= believedMs) return false
    const text = JSON.stringify(announcement)
    if (told.digest === this.#digest) return text === this.#text
    return told.digest === this.#digestOf(text)
  }

  #digestOf(text: string): string {
    if (text !== this.#text) {
      this.#text = text
      this.#digest = base64url(blake2s(encodeUtf8(text), { dkLen: digestBytes }))
    }
    return this.#digest
  }
}

/** Of what several sockets keep. */
export function newest(one: Told | undefined, other: Told | undefined): Told | undefined {
  if (!one || !other) return one ?? other
  return other.at > one.at ? other : one
}
