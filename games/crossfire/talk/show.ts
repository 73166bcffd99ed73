// What who only watches is sent of a Crossfire world: one map at a time of those that somebody is in, all of it, in the
// packets of today's clients, with the pictures that are seen on it.
import type { Show } from '../../game.ts'
import type { Space, SpaceChange } from '../packets/map2.ts'
import { type FromServer, fromServer } from '../packets.ts'
import { png } from '../pictures/faces.ts'
import { darknesses, darknessOf } from '../places/view.ts'
import type { Level } from '../scene/scene.ts'
import { lit } from '../time/day.ts'
import type { CrossfireWorld } from '../world.ts'

/** Where people are on several maps, each is shown for so long in turn. */
const turnMs = 20_000
/** Columns and rows that a `map2` can tell of. */
const most = 49

/** What was told of a cell. */
interface Told {
  readonly stamp: number
  readonly darkness: number
}

export class CrossfireShow implements Show {
  readonly everyMs = 200
  readonly #world: CrossfireWorld
  #level: Level | undefined
  #since = 0
  /** What the darkness of all cells follows from. */
  #light = ''
  #told: Told[] = []
  /** Of this map. */
  readonly #faces = new Set<number>()

  constructor(world: CrossfireWorld) {
    this.#world = world
  }

  whole(now: number): readonly Uint8Array[] {
    this.#choose(now)
    return this.#begin(now)
  }

  changes(now: number): readonly Uint8Array[] {
    if (this.#choose(now)) return this.#begin(now)
    return this.#compared(now)
  }

  /** Nothing was kept for it. */
  end(): void {}

  /** True: another map than before. */
  #choose(now: number): boolean {
    const played = this.#world.played()
    const before = this.#level
    const at = before ? played.indexOf(before) : -1
    const stays =
      before && (played.length === 0 || (at >= 0 && (played.length === 1 || now - this.#since < turnMs)))
    if (stays) return false
    this.#level = played[(at + 1) % Math.max(1, played.length)] ?? this.#world.town()
    this.#since = now
    return true
  }

  #begin(now: number): readonly Uint8Array[] {
    this.#told = []
    this.#light = ''
    this.#faces.clear()
    return [fromServer.encode({ type: 'newmap' }), ...this.#compared(now)]
  }

  /** The cells that are not as they were told, after the pictures of what is in them. */
  #compared(now: number): readonly Uint8Array[] {
    const level = this.#level!
    const general = darknessOf(level, now)
    const lights = general > 0 ? level.lights() : []
    const light = `${level.stamp} ${general}`
    if (light === this.#light) return []
    this.#light = light
    const [width, height] = [Math.min(level.width, most), Math.min(level.height, most)]
    const spaces: Space[] = []
    const pictures: FromServer[] = []
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const told = { stamp: level.stampAt(x, y), darkness: lit(general, lights, x, y) }
        const before = this.#told[x + width * y]
        if (before?.stamp === told.stamp && before.darkness === told.darkness) continue
        this.#told[x + width * y] = told
        const stack = level.stack(x, y)
        for (const { face } of stack) if (!this.#faces.has(face)) pictures.push(this.#picture(face))
        const changes: SpaceChange[] = [
          { change: 'clear' },
          { change: 'darkness', value: 255 - darknesses[told.darkness]! },
          ...stack.map(({ layer, face }): SpaceChange => ({ change: 'face', layer, face })),
          ...level
            .playersAt(x, y)
            .map(({ name }): SpaceChange => ({ change: 'label', kind: 'player', text: name })),
        ]
        spaces.push({ x, y, changes })
      }
    if (spaces.length === 0) return []
    return [...pictures, { type: 'map2', spaces } as const].map((packet) => fromServer.encode(packet))
  }

  #picture(face: number): FromServer {
    this.#faces.add(face)
    return { type: 'image2', face, set: 0, data: png(face) }
  }
}
