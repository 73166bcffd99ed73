// The spectator feed of a Crossfire world: whole maps that have players who allow spectators, with their pictures, in
// the packets of today's clients. The feed contains no inventories and no texts to players.
import type { SpectatorFeed } from '../../../game.ts'
import type { Level } from '../../model/state/game-state.ts'
import { darknessBytes, levelDarkness } from '../../model/view/player-view.ts'
import type { CrossfireWorld } from '../../world.ts'
import { messageTypes } from '../events/message-types.ts'
import type { MapSpace, SpaceChange } from '../packets/map2.ts'
import { type SpectatorPacket, spectatorPackets } from '../packets/spectator.ts'

const maxMaps = 8
/** Maximum width and height of a map in a `map2`. */
const maxMapSide = 49

interface SentMap {
  /** All values on which the darkness of the cells depends. */
  light: string
  revision: number
  readonly cells: SentCell[]
}
interface SentCell {
  readonly stamp: number
  readonly darkness: number
}

export class CrossfireSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 180
  readonly #world: CrossfireWorld
  readonly #sentMaps = new Map<Level, SentMap>()
  readonly #sentFaces = new Set<number>()

  constructor(world: CrossfireWorld) {
    this.#world = world
  }

  snapshot(now: number): readonly Uint8Array[] {
    const levels = this.#chooseLevels()
    this.#sentMaps.clear()
    this.#sentFaces.clear()
    return this.#encodeChanges(levels, now)
  }

  delta(now: number): readonly Uint8Array[] {
    return this.#encodeChanges(this.#chooseLevels(), now)
  }

  onNoSpectators(): void {}

  /**
   * [CF-9.15] The maps with players who allow spectators. If there are none, a map that was shown and that all players
   * have left, or else the starting town.
   */
  #chooseLevels(): readonly Level[] {
    const watched = this.#world
      .populatedLevels(({ visibleToSpectators }) => visibleToSpectators)
      .slice(0, maxMaps)
    if (watched.length > 0) return watched
    const played = this.#world.populatedLevels()
    const left = [...this.#sentMaps.keys()].find((level) => !played.includes(level))
    return [left ?? this.#world.startingLevel()]
  }

  #encodeChanges(levels: readonly Level[], now: number): readonly Uint8Array[] {
    const frames: SpectatorPacket[] = []
    for (const level of this.#sentMaps.keys()) {
      if (levels.includes(level)) continue
      this.#sentMaps.delete(level)
      frames.push(mapHeader(level), { type: 'newmap' })
    }
    for (const level of levels) frames.push(...this.#mapChanges(level, now))
    return frames.map((packet) => spectatorPackets.encode(packet))
  }

  #mapChanges(level: Level, now: number): readonly SpectatorPacket[] {
    const before = this.#sentMaps.get(level)
    const sentMap = before ?? { light: '', revision: 0, cells: [] }
    this.#sentMaps.set(level, sentMap)
    const news = this.#cellChanges(level, sentMap, now)
    if (before) return news.length > 0 ? [mapHeader(level), ...news] : []
    return [mapHeader(level), { type: 'newmap' }, ...news]
  }

  /** The pictures that the changed cells need come first. */
  #cellChanges(level: Level, sentMap: SentMap, now: number): readonly SpectatorPacket[] {
    const general = levelDarkness(level, now)
    const light = `${general > 0 ? level.lightRevision : 0} ${general}`
    const changed = light === sentMap.light ? level.cellsChangedSince(sentMap.revision) : undefined
    sentMap.light = light
    sentMap.revision = level.revision
    if (changed?.length === 0) return []
    const spaces: MapSpace[] = []
    const pictures: SpectatorPacket[] = []
    for (const place of changed ?? Array(level.width * Math.min(level.height, maxMapSide)).keys()) {
      const [x, y] = [place % level.width, Math.floor(place / level.width)]
      if (x >= maxMapSide || y >= maxMapSide) continue
      const cell = { stamp: level.revisionAt(x, y), darkness: level.darknessAt(general, x, y) }
      const before = sentMap.cells[place]
      if (before?.stamp === cell.stamp && before.darkness === cell.darkness) continue
      sentMap.cells[place] = cell
      const stack = level.visibleFacesAt(x, y)
      for (const { face } of stack) if (!this.#sentFaces.has(face)) pictures.push(this.#faceImage(face))
      const named = level.playersAt(x, y).filter(({ visibleToSpectators }) => visibleToSpectators)
      const changes: SpaceChange[] = [
        { change: 'clear' },
        { change: 'darkness', value: 255 - darknessBytes[cell.darkness]! },
        ...stack.map(({ layer, face }): SpaceChange => ({ change: 'face', layer, face })),
        ...named.map(({ name }): SpaceChange => ({ change: 'label', kind: 'player', text: name })),
      ]
      spaces.push({ x, y, changes })
    }
    return spaces.length > 0 ? [...pictures, { type: 'map2', spaces }] : []
  }

  #faceImage(face: number): SpectatorPacket {
    this.#sentFaces.add(face)
    return { type: 'image2', face, set: 0, data: this.#world.gallery.png(face) }
  }
}

/** Names the map to which the following packets belong. */
function mapHeader({ name, plan }: Level): SpectatorPacket {
  const { kind, subtype, colour } = messageTypes.maps
  return { type: 'drawextinfo', colour, kind, subtype, text: `${name} ${plan.title}` }
}
