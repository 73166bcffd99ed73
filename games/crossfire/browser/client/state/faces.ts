// The server first sends names and checksums, so that a client requests only pictures that it lacks.

import { PacketHandler } from '../core/packet-handler.ts'

/** Each picture counts as at least `entryOverheadBytes`. The least recently used pictures are evicted first. */
const maxCachedBytes = 32 * 1024 * 1024
const entryOverheadBytes = 1024
const maxPendingRequests = 8192

interface Named {
  readonly name: string
  readonly checksum: number
}

export class FaceCache extends PacketHandler {
  readonly #pictures = new Map<number, Uint8Array>()
  readonly #names = new Map<number, Named>()
  /** Pictures by name and checksum; these keys stay valid in sessions that number the faces differently. */
  readonly #byChecksum = new Map<string, Uint8Array>()
  readonly #asked = new Set<number>()
  #bytes = 0

  /**
   * Call this method for a new session. Its face numbers can mean other pictures, and its server does not answer the
   * requests of the previous session.
   */
  reset(): void {
    this.#asked.clear()
    this.#names.clear()
  }

  /**
   * The picture of a face. If the client lacks the picture, the method requests the picture and returns undefined; the
   * event `face` reports its arrival.
   */
  picture(face: number): Uint8Array | undefined {
    const picture = this.#pictures.get(face)
    if (picture) return picture
    this.#ask(face)
    return undefined
  }

  /** Such as `apple.111`; undefined if unknown. */
  nameOf(face: number): string | undefined {
    return this.#names.get(face)?.name
  }

  /** [CF-6.8] */
  named(face: number, name: string, checksum: number): void {
    this.#names.set(face, { name, checksum })
    const kept = this.#byChecksum.get(checksumKey({ name, checksum }))
    if (kept && this.#pictures.get(face) === kept) return
    if (kept) return this.#store(face, kept)
    this.#drop(face)
    this.#ask(face)
  }

  /** [CF-6.7] */
  onFace(face: number, png: Uint8Array): void {
    // The bytes are copied, because a view would keep the whole message in memory.
    const picture = png.slice()
    const named = this.#names.get(face)
    this.#asked.delete(face)
    if (named) this.#byChecksum.set(checksumKey(named), picture)
    this.#store(face, picture)
  }

  #ask(face: number): void {
    if (face <= 0 || this.#asked.has(face) || this.#asked.size >= maxPendingRequests) return
    this.#asked.add(face)
    this.sendPacket({ type: 'askface', face })
  }

  #store(face: number, picture: Uint8Array): void {
    this.#drop(face)
    this.#pictures.set(face, picture)
    this.#bytes += costOf(picture)
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= maxCachedBytes || oldest === face) break
      this.#drop(oldest)
    }
    this.events.emit('face', face)
  }

  #drop(face: number): void {
    const picture = this.#pictures.get(face)
    if (!picture) return
    this.#pictures.delete(face)
    this.#bytes -= costOf(picture)
    if ([...this.#pictures.values()].includes(picture)) return
    for (const [key, kept] of this.#byChecksum) if (kept === picture) this.#byChecksum.delete(key)
  }
}

function checksumKey({ name, checksum }: Named): string {
  return `${checksum} ${name}`
}

const costOf = ({ length }: Uint8Array) => Math.max(entryOverheadBytes, length)
