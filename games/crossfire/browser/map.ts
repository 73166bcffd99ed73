// A map as who watches is told it: the faces of each cell, how dark it is there, and who plays in it.

import type { Space } from '../packets/map2.ts'
import { type FromServer, fromServer } from '../packets.ts'

/** Faces from below. `darkness`: 0 broad day to 4. */
export interface WatchedCell {
  readonly faces: readonly number[]
  readonly darkness: number
  readonly players: readonly string[]
}

/** How bright a client paints each step of darkness. */
const bright = [255, 191, 143, 95, 47] as const

export class WatchedMap {
  width = 0
  height = 0
  /** By number, as PNG. */
  readonly pictures = new Map<number, Uint8Array>()
  #cells = new Map<string, WatchedCell>()

  begun(): void {
    this.#cells.clear()
    this.width = 0
    this.height = 0
  }

  /** Throws WireError for what is no packet of the game's. Gives the faces that are new. */
  heard(frames: readonly (string | Uint8Array)[]): number[] {
    const fresh: number[] = []
    for (const frame of frames) {
      const packet: FromServer = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'newmap') this.begun()
      else if (packet.type === 'map2') for (const space of packet.spaces) this.#take(space)
      else if (packet.type === 'image2' && !this.pictures.has(packet.face)) {
        this.pictures.set(packet.face, packet.data.slice())
        fresh.push(packet.face)
      }
    }
    return fresh
  }

  cell(x: number, y: number): WatchedCell | undefined {
    return this.#cells.get(`${x} ${y}`)
  }

  /** Everybody who plays on it, and where. */
  get players(): { readonly name: string; readonly x: number; readonly y: number }[] {
    return [...this.#cells].flatMap(([place, { players }]) => {
      const [x = 0, y = 0] = place.split(' ').map(Number)
      return players.map((name) => ({ name, x, y }))
    })
  }

  /** A cell is told whole. */
  #take({ x, y, changes }: Space): void {
    const faces = changes.flatMap((one) => (one.change === 'face' ? [one] : []))
    const light = changes.flatMap((one) => (one.change === 'darkness' ? [one.value] : []))[0] ?? 255
    const darkness = bright.findIndex((least) => light >= least)
    this.#cells.set(`${x} ${y}`, {
      faces: faces.sort((a, b) => a.layer - b.layer).map(({ face }) => face),
      darkness: darkness < 0 ? bright.length - 1 : darkness,
      players: changes.flatMap((one) => (one.change === 'label' ? [one.text] : [])),
    })
    this.width = Math.max(this.width, x + 1)
    this.height = Math.max(this.height, y + 1)
  }
}
