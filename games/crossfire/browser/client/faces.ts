// Pictures of faces, as PNG. The server sends names and checksums; known pictures are not requested again.

import { Part } from './part.ts'

/** Size of the picture cache in bytes, and the least that one picture counts. The least recently used go first. */
const mostBytes = 32 * 1024 * 1024
const leastBytes = 1024
/** Maximum number of pending requests. */
const mostAsked = 8192

interface Named {
  readonly name: string
  readonly checksum: number
}

export class Faces extends Part {
  readonly #pictures = new Map<number, Uint8Array>()
  readonly #names = new Map<number, Named>()
  /** Pictures by name and checksum, shared by all servers' numberings that this page has seen. */
  readonly #bySum = new Map<string, Uint8Array>()
  readonly #asked = new Set<number>()
  #bytes = 0

  /** A new session: numbers may mean other pictures, and pending requests will not be answered. */
  begun(): void {
    this.#asked.clear()
    this.#names.clear()
  }

  /** The face's PNG. If it is missing, requests it and returns undefined; the event `face` reports its arrival. */
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
    const kept = this.#bySum.get(sumKey({ name, checksum }))
    if (kept && this.#pictures.get(face) === kept) return
    if (kept) return this.#keep(face, kept)
    this.#drop(face)
    this.#ask(face)
  }

  /** [CF-6.7] */
  heard(face: number, png: Uint8Array): void {
    // Copy: a view would keep the whole message in memory.
    const picture = png.slice()
    const named = this.#names.get(face)
    this.#asked.delete(face)
    if (named) this.#bySum.set(sumKey(named), picture)
    this.#keep(face, picture)
  }

  #ask(face: number): void {
    if (face <= 0 || this.#asked.has(face) || this.#asked.size >= mostAsked) return
    this.#asked.add(face)
    this.send({ type: 'askface', face })
  }

  #keep(face: number, picture: Uint8Array): void {
    this.#drop(face)
    this.#pictures.set(face, picture)
    this.#bytes += costOf(picture)
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= mostBytes || oldest === face) break
      this.#drop(oldest)
    }
    this.events.tell('face', face)
  }

  #drop(face: number): void {
    const picture = this.#pictures.get(face)
    if (!picture) return
    this.#pictures.delete(face)
    this.#bytes -= costOf(picture)
    if ([...this.#pictures.values()].includes(picture)) return
    for (const [key, kept] of this.#bySum) if (kept === picture) this.#bySum.delete(key)
  }
}

function sumKey({ name, checksum }: Named): string {
  return `${checksum} ${name}`
}

const costOf = ({ length }: Uint8Array) => Math.max(leastBytes, length)
