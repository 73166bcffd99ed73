import type { MapSpace } from '../protocol/packets/map2.ts'
import { spectatorPackets } from '../protocol/packets/spectator.ts'

/** Faces are from the bottom up. `darkness` is 0 (daylight) to 4. */
export interface SpectatedCell {
  readonly x: number
  readonly y: number
  readonly faces: readonly number[]
  readonly darkness: number
  readonly players: readonly string[]
}

export interface SpectatedPlayer {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Brightness by level of darkness. */
const bright = [255, 191, 143, 95, 47] as const

export class SpectatedMap {
  readonly title: string
  width = 0
  height = 0
  readonly #cells = new Map<string, SpectatedCell>()

  constructor(title: string) {
    this.title = title
  }

  cell(x: number, y: number): SpectatedCell | undefined {
    return this.#cells.get(`${x} ${y}`)
  }

  get players(): SpectatedPlayer[] {
    return [...this.#cells.values()].flatMap(({ x, y, players }) => players.map((name) => ({ name, x, y })))
  }

  applyPacket({ x, y, changes }: MapSpace): void {
    const faces = changes.flatMap((one) => (one.change === 'face' ? [one] : []))
    const light = changes.flatMap((one) => (one.change === 'darkness' ? [one.value] : []))[0] ?? 255
    const darkness = bright.findIndex((least) => light >= least)
    this.#cells.set(`${x} ${y}`, {
      ...{ x, y },
      faces: faces.sort((a, b) => a.layer - b.layer).map(({ face }) => face),
      darkness: darkness < 0 ? bright.length - 1 : darkness,
      players: changes.flatMap((one) => (one.change === 'label' ? [one.text] : [])),
    })
    this.width = Math.max(this.width, x + 1)
    this.height = Math.max(this.height, y + 1)
  }
}

export class SpectatedWorld {
  /** PNGs by face number. */
  readonly pictures = new Map<number, Uint8Array>()
  readonly #maps = new Map<string, SpectatedMap>()
  /** Name and title of the map to which the following packets belong. */
  #head: readonly [name: string, title: string] = ['', '']

  /** Also discards the pictures, because the faces of a room that was upgraded can have other numbers. */
  reset(): void {
    this.pictures.clear()
    this.#maps.clear()
  }

  /** The maps in the order in which they were first shown. */
  get maps(): readonly SpectatedMap[] {
    return [...this.#maps.values()].filter(({ width }) => width > 0)
  }

  /** Returns the faces that are new. Throws WireError for a malformed packet. */
  handlePacket(frames: readonly (string | Uint8Array)[]): number[] {
    const fresh: number[] = []
    for (const frame of frames) {
      const packet = spectatorPackets.decode(frame as Uint8Array)
      if (packet.type === 'drawextinfo') this.#head = parseMapHeader(packet.text)
      // After `newmap` the map is shown again only if cells follow.
      else if (packet.type === 'newmap') this.#maps.delete(this.#head[0])
      else if (packet.type === 'map2') for (const space of packet.spaces) this.#map.applyPacket(space)
      else if (packet.type === 'image2' && !this.pictures.has(packet.face)) {
        this.pictures.set(packet.face, packet.data.slice())
        fresh.push(packet.face)
      }
    }
    return fresh
  }

  get #map(): SpectatedMap {
    const [name, title] = this.#head
    const map = this.#maps.get(name) ?? new SpectatedMap(title)
    this.#maps.set(name, map)
    return map
  }
}

/** Parses a text such as `town Hollowford`. */
function parseMapHeader(text: string): [name: string, title: string] {
  const [name = '', ...title] = text.split(' ')
  return [name, title.join(' ')]
}
