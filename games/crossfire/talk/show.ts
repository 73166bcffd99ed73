// The spectator feed of a Crossfire world: whole maps that have players who allow spectators, with their pictures, in
// the packets of today's clients. It contains nothing that players carry or are sent.
import type { Show } from '../../game.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import type { Space, SpaceChange } from '../packets/map2.ts'
import { type FromServer, fromServer } from '../packets.ts'
import { darknesses, darknessOf } from '../places/view.ts'
import type { Level } from '../scene/scene.ts'
import { lit } from '../time/day.ts'
import type { CrossfireWorld } from '../world.ts'

/** Maximum number of maps sent. */
const mostMaps = 8
/** Columns and rows that fit into a `map2`. */
const most = 49

/** The sent state of a map. */
interface ToldMap {
  /** Inputs of the cells' darkness. */
  light: string
  readonly cells: ToldCell[]
}
interface ToldCell {
  readonly stamp: number
  readonly darkness: number
}

export class CrossfireShow implements Show {
  readonly everyMs = 200
  readonly #world: CrossfireWorld
  readonly #maps = new Map<Level, ToldMap>()
  /** Faces whose pictures were sent. */
  readonly #faces = new Set<number>()

  constructor(world: CrossfireWorld) {
    this.#world = world
  }

  whole(now: number): readonly Uint8Array[] {
    const shown = this.#chosen()
    this.#maps.clear()
    this.#faces.clear()
    return this.#told(shown, now)
  }

  changes(now: number): readonly Uint8Array[] {
    return this.#told(this.#chosen(), now)
  }

  /** Nothing to release. */
  end(): void {}

  /** [CF-9.15] Without players to watch: the last map shown, if it has no players, else the town. */
  #chosen(): readonly Level[] {
    const watched = this.#world.played(({ watched }) => watched).slice(0, mostMaps)
    if (watched.length > 0) return watched
    const played = this.#world.played()
    const left = [...this.#maps.keys()].find((level) => !played.includes(level))
    return [left ?? this.#world.town()]
  }

  #told(shown: readonly Level[], now: number): readonly Uint8Array[] {
    const frames: FromServer[] = []
    for (const level of this.#maps.keys()) {
      if (shown.includes(level)) continue
      this.#maps.delete(level)
      frames.push(headOf(level), { type: 'newmap' })
    }
    for (const level of shown) frames.push(...this.#mapTold(level, now))
    return frames.map((packet) => fromServer.encode(packet))
  }

  #mapTold(level: Level, now: number): readonly FromServer[] {
    const before = this.#maps.get(level)
    const told = before ?? { light: '', cells: [] }
    this.#maps.set(level, told)
    const news = this.#compared(level, told, now)
    if (before) return news.length > 0 ? [headOf(level), ...news] : []
    return [headOf(level), { type: 'newmap' }, ...news]
  }

  /** The changed cells, after the pictures that they need. */
  #compared(level: Level, told: ToldMap, now: number): readonly FromServer[] {
    const general = darknessOf(level, now)
    const lights = general > 0 ? level.lights() : []
    const light = `${level.stamp} ${general}`
    if (light === told.light) return []
    told.light = light
    const [width, height] = [Math.min(level.width, most), Math.min(level.height, most)]
    const spaces: Space[] = []
    const pictures: FromServer[] = []
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const cell = { stamp: level.stampAt(x, y), darkness: lit(general, lights, x, y) }
        const before = told.cells[x + width * y]
        if (before?.stamp === cell.stamp && before.darkness === cell.darkness) continue
        told.cells[x + width * y] = cell
        const stack = level.stack(x, y)
        for (const { face } of stack) if (!this.#faces.has(face)) pictures.push(this.#picture(face))
        const named = level.playersAt(x, y).filter(({ watched }) => watched)
        const changes: SpaceChange[] = [
          { change: 'clear' },
          { change: 'darkness', value: 255 - darknesses[cell.darkness]! },
          ...stack.map(({ layer, face }): SpaceChange => ({ change: 'face', layer, face })),
          ...named.map(({ name }): SpaceChange => ({ change: 'label', kind: 'player', text: name })),
        ]
        spaces.push({ x, y, changes })
      }
    return spaces.length > 0 ? [...pictures, { type: 'map2', spaces }] : []
  }

  #picture(face: number): FromServer {
    this.#faces.add(face)
    return { type: 'image2', face, set: 0, data: this.#world.gallery.png(face) }
  }
}

/** Header that names the map of the packets that follow. */
function headOf({ name, plan }: Level): FromServer {
  const { kind, subtype, colour } = textKinds.maps
  return { type: 'drawextinfo', colour, kind, subtype, text: `${name} ${plan.title}` }
}
