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

/** Whoever comes or goes has a room ask whether that is news: what is as it was is not digested again. */
export class Telling {
  #text = ''
  #digest = ''

  /** What the Directory knows when it has been told this. */
  of(announcement: Announcement, at: number): Told {
    const text = JSON.stringify(announcement)
    if (text !== this.#text) {
      this.#text = text
      this.#digest = base64url(blake2s(encodeUtf8(text), { dkLen: digestBytes }))
    }
    return { digest: this.#digest, at }
  }
}

/** Whether the Directory need not be told this again. A clock that was put back makes it be told. */
export function knows(told: Told | undefined, { digest, at }: Told): boolean {
  return told !== undefined && told.digest === digest && told.at <= at && at - told.at < believedMs
}

/** Of what several sockets keep. */
export function newest(one: Told | undefined, other: Told | undefined): Told | undefined {
  if (!one || !other) return one ?? other
  return other.at > one.at ? other : one
}
