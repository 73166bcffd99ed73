// Caves: chambers of random shape, winding tunnels between them, and a strongroom behind a gate.

import { Random } from '../../../../shared/random.ts'
import { type ItemKind, potions } from '../../../items/items.ts'
import type { Spawner } from '../../../items/spawner.ts'
import { directions, placeInDirection } from '../../../terrain/directions.ts'
import { generateNoise } from '../../../terrain/noise.ts'
import { type Place, tileKinds } from '../../../terrain/terrain.ts'
import type { IslandDraft } from '../draft/draft.ts'
import { placeDoor } from './doors.ts'
import { strongroomGroup } from './houses.ts'
import type { DoorGroup } from './structures.ts'
import { inscriptions, scrolls } from './texts.ts'

interface Chamber extends Place {
  /** Radius in tiles, before random dents of up to 30 %. */
  readonly radius: number
  readonly pool?: boolean
  /** Distance in x and in y of each of four pillars from the middle. Absent: no pillars. */
  readonly pillars?: number
  /** Items and spawners, each with its offset from the middle of the chamber. */
  readonly things?: readonly (readonly [dx: number, dy: number, thing: ItemKind | Spawner['class']])[]
}

/** A stair from one side of a chamber up to a door. */
interface Stair {
  readonly group: DoorGroup
  readonly chamber: string
  readonly side: number
  /** Whether players can only leave through the door. */
  readonly outOnly?: boolean
}

interface Cave {
  readonly at: Place
  readonly width: number
  readonly height: number
  /** The positions of chambers are relative to the cave's corner. */
  readonly chambers: { readonly [name: string]: Chamber }
  readonly tunnels: readonly (readonly [from: string, to: string])[]
  readonly stairs: readonly Stair[]
  /** A straight narrow passage between two chambers in one row, with a gate in its middle. */
  readonly gate?: { readonly from: string; readonly to: string }
}

const { north, south } = directions
const sign = (text: string): ItemKind => ({ type: 'sign', text })

const hollow: Cave = {
  at: { x: 28, y: 606 },
  width: 84,
  height: 64,
  chambers: {
    mouth: { x: 40, y: 52, radius: 4, things: [[2, 0, 'herb']] },
    hall: { x: 38, y: 36, radius: 9, things: [[-4, 2, 'herb']] },
    pool: { x: 18, y: 28, radius: 8, pool: true, things: [[5, 0, 'herb']] },
    den: { x: 64, y: 34, radius: 7, things: [[2, -2, { type: 'dagger' }]] },
    forge: {
      x: 42,
      y: 12,
      radius: 7,
      things: [
        [0, 0, sign(inscriptions.hollow)],
        [-3, 0, 'teleport_ring'],
        [3, 0, 'teleport_ring'],
        [0, -3, scrolls.bindRing],
      ],
    },
  },
  tunnels: [
    ['mouth', 'hall'],
    ['hall', 'pool'],
    ['hall', 'den'],
    ['pool', 'forge'],
    ['den', 'forge'],
  ],
  stairs: [{ group: 'hollow', chamber: 'mouth', side: south }],
}

const underway: Cave = {
  at: { x: 160, y: 582 },
  width: 176,
  height: 112,
  chambers: {
    south: { x: 22, y: 96, radius: 4 },
    pillars: { x: 42, y: 76, radius: 11, pillars: 4, things: [[0, 4, 'herb']] },
    gallery: { x: 18, y: 54, radius: 7, things: [[2, 2, 'flask']] },
    lake: {
      x: 58,
      y: 44,
      radius: 12,
      pool: true,
      things: [
        [8, 0, sign(inscriptions.lake)],
        [-8, 0, 'herb'],
      ],
    },
    crossing: {
      x: 86,
      y: 58,
      radius: 7,
      things: [
        [3, 0, 'herb'],
        [-2, 2, 'flask'],
      ],
    },
    fall: {
      x: 112,
      y: 76,
      radius: 8,
      things: [
        [0, -3, { type: 'dagger' }],
        [-3, 2, 'herb'],
      ],
    },
    north: { x: 124, y: 20, radius: 5 },
    vale: { x: 88, y: 18, radius: 4 },
    strongroom: {
      x: 154,
      y: 76,
      radius: 8,
      things: [
        [0, 0, sign(inscriptions.vault)],
        [2, 0, { type: 'gold_key' }],
        [-3, -3, 'teleport_ring'],
        [3, -3, 'teleport_ring'],
        [-3, 3, { type: 'dagger' }],
        [3, 3, { type: 'dagger' }],
        [0, 4, { type: 'flask', herbs: potions.health }],
        [1, 4, { type: 'flask', herbs: potions.health }],
        [-1, 4, { type: 'flask', herbs: potions.mana }],
      ],
    },
  },
  tunnels: [
    ['south', 'pillars'],
    ['pillars', 'gallery'],
    ['gallery', 'lake'],
    ['pillars', 'lake'],
    ['lake', 'crossing'],
    ['crossing', 'fall'],
    ['fall', 'north'],
    ['crossing', 'vale'],
  ],
  stairs: [
    { group: 'underway-south', chamber: 'south', side: south },
    { group: 'underway-north', chamber: 'north', side: north },
    { group: 'underway-vale', chamber: 'vale', side: north },
    // The strongroom has a second exit. Without it, a player at a lever could lock other players in.
    { group: 'underway-south', chamber: 'strongroom', side: south, outOnly: true },
  ],
  gate: { from: 'fall', to: 'strongroom' },
}

export function digCaves(draft: IslandDraft, seed: number): void {
  new Dig(draft, hollow, new Random(seed, 'hollow')).all()
  new Dig(draft, underway, new Random(seed, 'underway')).all()
}

/** Minimum distance of tunnels from the edge of the cave's area, in tiles. */
const rind = 4
/** Length of a stair in tiles. */
const stairLength = 3

class Dig {
  readonly #draft: IslandDraft
  readonly #cave: Cave
  readonly #random: Random
  readonly #rough: Float64Array

  constructor(draft: IslandDraft, cave: Cave, random: Random) {
    this.#draft = draft
    this.#cave = cave
    this.#random = random
    this.#rough = generateNoise(cave, random, { span: 6, octaves: 3, rough: 0.8 })
  }

  all(): void {
    const { chambers, tunnels, stairs, gate } = this.#cave
    for (const chamber of Object.values(chambers)) this.#hollowOut(chamber, chamber.radius, tileKinds.rocky)
    for (const [from, to] of tunnels) this.#tunnel(chambers[from]!, chambers[to]!)
    for (const chamber of Object.values(chambers))
      if (chamber.pool) this.#hollowOut(chamber, chamber.radius * 0.5, tileKinds.water)
    const tops = stairs.map((stair) => ({
      ...stair,
      place: this.#stair(chambers[stair.chamber]!, stair.side),
    }))
    for (const chamber of Object.values(chambers)) this.#raisePillars(chamber)
    if (gate) this.#gate(chambers[gate.from]!, chambers[gate.to]!)
    this.#wall()
    for (const { place, side, ...stair } of tops)
      placeDoor(this.#draft, place, side === south ? north : south, { ...stair, threshold: tileKinds.rocky })
    for (const chamber of Object.values(chambers)) this.#furnish(chamber)
  }

  /** Digs a ragged disc. All tiles within 70 % of the radius are dug. */
  #hollowOut({ x: cx, y: cy }: Place, radius: number, kind: number): void {
    for (let y = cy - Math.ceil(radius); y <= cy + radius; y++) {
      for (let x = cx - Math.ceil(radius); x <= cx + radius; x++) {
        const reach = radius * Math.min(1, Math.max(0.7, 0.25 + this.#rough[x + this.#cave.width * y]! * 1.2))
        if ((x - cx) ** 2 + (y - cy) ** 2 <= reach * reach) this.#dig({ x, y }, kind)
      }
    }
  }

  /** Digs a tunnel two tiles wide by random steps, most of which lead closer to the target. */
  #tunnel(from: Place, to: Place): void {
    const { width, height } = this.#cave
    let { x, y } = from
    while (x !== to.x || y !== to.y) {
      const [dx, dy] = [to.x - x, to.y - y]
      const across = this.#random.below(Math.abs(dx) + Math.abs(dy)) < Math.abs(dx)
      const strays = this.#random.unit() < 0.3
      const step = strays ? this.#random.pick([-1, 1]) : Math.sign(across ? dx : dy)
      if (across !== strays) x = Math.min(width - rind, Math.max(rind, x + step))
      else y = Math.min(height - rind, Math.max(rind, y + step))
      for (const [ox, oy] of [
        [0, 0],
        [1, 0],
        [0, 1],
      ] as const)
        this.#dig({ x: x + ox, y: y + oy }, tileKinds.rocky)
    }
  }

  /** Digs a stair one tile wide from the chamber's rim. Returns the tile of its door. */
  #stair(chamber: Chamber, side: number): Place {
    let place: Place = chamber
    while (this.#at(place) === tileKinds.rocky) place = placeInDirection(place, side)
    for (let step = 0; step < stairLength; step++) {
      this.#dig(place, tileKinds.rocky)
      place = placeInDirection(place, side)
    }
    return this.#outer(place)
  }

  #raisePillars({ x, y, pillars }: Chamber): void {
    if (pillars === undefined) return
    for (const dx of [-pillars, pillars])
      for (const dy of [-pillars, pillars]) this.#dig({ x: x + dx, y: y + dy }, tileKinds.wall)
  }

  #gate(from: Chamber, to: Chamber): void {
    for (let x = from.x; x <= to.x; x++) this.#dig({ x, y: from.y }, tileKinds.rocky)
    const middle = Math.round((from.x + from.radius + to.x - to.radius) / 2)
    this.#draft.put(this.#outer({ x: middle, y: from.y }), {
      type: 'blocker',
      group: strongroomGroup,
      open: false,
    })
    this.#draft.put(this.#outer({ x: middle - 2, y: from.y }), sign(inscriptions.gate))
  }

  #wall(): void {
    const { width, height } = this.#cave
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        if (this.#at({ x, y }) === tileKinds.nothing && this.#bordersOnDug(x, y))
          this.#dig({ x, y }, tileKinds.wall)
      }
    }
  }

  #bordersOnDug(x: number, y: number): boolean {
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const kind = this.#at({ x: x + dx, y: y + dy })
        if (kind === tileKinds.rocky || kind === tileKinds.water) return true
      }
    }
    return false
  }

  #furnish({ x, y, things = [] }: Chamber): void {
    for (const [dx, dy, thing] of things) {
      const place = this.#outer({ x: x + dx, y: y + dy })
      if (typeof thing === 'string') this.#draft.spawn(place, thing)
      else this.#draft.put(place, { ...thing })
    }
  }

  #at(place: Place): number {
    const { x, y } = this.#outer(place)
    return this.#draft.at(x, y)
  }

  #dig(place: Place, kind: number): void {
    const { x, y } = this.#outer(place)
    this.#draft.set(x, y, kind)
  }

  #outer({ x, y }: Place): Place {
    return { x: x + this.#cave.at.x, y: y + this.#cave.at.y }
  }
}
