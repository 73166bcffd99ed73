// Whether the Directory already knows an announcement, by the digest of the last one that it has answered.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { base64url } from '../../platform/secrets.ts'
import type { Announcement } from '../../rpc/rpc-types.ts'
import type { LastAnnouncement } from '../context/hibernation-state.ts'

/** An unchanged announcement is not sent again within this time. Later it is, in case the Directory has lost it. */
const trustedForMs = 60 * 60 * 1000
const digestBytes = 16

/** Checks for changes at each join and leave: comparing texts costs less than hashing them. */
export class AnnouncementDeduper {
  /** The last text that was hashed. */
  #text = ''
  #digest = ''

  /** The Directory's state after this announcement. */
  digestOf(announcement: Announcement, at: number): LastAnnouncement {
    return { digest: this.#digestOf(JSON.stringify(announcement)), at }
  }

  /** Whether the Directory knows this at `at`. False after the clock was set back. */
  isKnown(lastAnnouncement: LastAnnouncement | undefined, announcement: Announcement, at: number): boolean {
    if (!lastAnnouncement || lastAnnouncement.at > at || at - lastAnnouncement.at >= trustedForMs)
      return false
    const text = JSON.stringify(announcement)
    if (lastAnnouncement.digest === this.#digest) return text === this.#text
    return lastAnnouncement.digest === this.#digestOf(text)
  }

  #digestOf(text: string): string {
    if (text !== this.#text) {
      this.#text = text
      this.#digest = base64url(blake2s(encodeUtf8(text), { dkLen: digestBytes }))
    }
    return this.#digest
  }
}
