// A small island in a full-size map, for tests of rules. Time is simulated, random numbers have a seed, and clients
// record their packets.

import type { Pile } from '../../../../games/arcane-sector/items/ground.ts'
import type { Item, ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import type { Spawner } from '../../../../games/arcane-sector/items/spawner.ts'
import { type ArcaneOptions, defaultOptions } from '../../../../games/arcane-sector/options.ts'
import type { Player, SelectionAnswer, StartPosition } from '../../../../games/arcane-sector/state/player.ts'
import {
  initialRecords,
  type PlacedItem,
  type WorldMap,
} from '../../../../games/arcane-sector/state/records.ts'
import type { PlacedTownsperson } from '../../../../games/arcane-sector/state/townsperson.ts'
import { directions, moveDirections } from '../../../../games/arcane-sector/terrain/directions.ts'
import {
  type Place,
  terrainHeight,
  terrainWidth,
  tileKinds,
} from '../../../../games/arcane-sector/terrain/terrain.ts'
import type { Mob, Screen, Vitals } from '../../../../games/arcane-sector/vision/screen.ts'
import { ArcaneWorld } from '../../../../games/arcane-sector/world.ts'
import type { GameEvent } from '../../../../games/game.ts'
import { seededRandom } from '../../../../wire/util/random.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { worldContext } from '../../world-context.ts'

export const startPosition = at(185, 428)
export const island = { left: 160, top: 400, right: 230, bottom: 460 }
/** The floor of a walled cave, indoors. */
export const caveArea = { left: 4, top: 520, right: 16, bottom: 530 }

export function at(x: number, y: number): Place {
  return { x, y }
}

export function placedItems(place: Place, ...items: ItemKind[]): PlacedItem[] {
  return items.map((item) => ({ place, item }))
}

export const scroll = (text = 'klaatu'): ItemKind => ({ type: 'scroll', text })
export const herb = (index = 6): ItemKind => ({ type: 'herb', index })
/** `herbs`: one bit for each kind of herb in the flask. */
export const flask = (herbs = 0): ItemKind => ({ type: 'flask', herbs })
export const ring = (): ItemKind => ({ type: 'teleport_ring' })
export const sign = (text = 'North shore'): ItemKind => ({ type: 'sign', text })
export const door = (group: string): ItemKind => ({ type: 'door', group })
export const lever = (group: string): ItemKind => ({ type: 'switch', group, on: false })
export const blocker = (group: string): ItemKind => ({ type: 'blocker', group, open: false })

export class Client implements Screen {
  player!: Player
  readonly #small: SmallWorld
  #received: string[] = []
  /** The content of the latest GRND (`piles`) and of the latest MOBS (`mobsSeen`). */
  piles: { readonly x: number; readonly y: number; readonly items: readonly number[] }[] = []
  mobsSeen: { readonly id: number; readonly x: number; readonly y: number; readonly name: string }[] = []
  slots: (number | undefined)[] = []
  heldId: number | undefined
  selection: number | undefined
  closed: string | undefined

  constructor(small: SmallWorld) {
    this.#small = small
  }

  /** Each packet has its content in short form: `POSI 185 428 2`. */
  received(): readonly string[] {
    const received = this.#received
    this.#received = []
    return received
  }

  packets(): readonly string[] {
    return this.received().map((packet) => packet.slice(0, 4))
  }

  texts(): readonly string[] {
    return this.received().flatMap((packet) => (packet.startsWith('TEXT') ? packet.slice(5) : []))
  }

  #told(packet: string, ...what: readonly (string | number)[]): void {
    this.#received.push([packet, ...what].filter((part) => part !== '').join(' '))
  }
  position({ x, y }: Place, facing: number): void {
    this.#told('POSI', x, y, facing)
  }
  ground(piles: readonly Pile[]): void {
    this.piles = piles.map(({ x, y, items }) => ({ x, y, items: items.map(({ id }) => id) }))
    this.#told('GRND', this.piles.map(({ x, y, items }) => `${x},${y}:${items.join('+')}`).join(' '))
  }
  mobs(mobs: readonly Mob[]): void {
    this.mobsSeen = mobs.map(({ id, place, name }) => ({ id, ...place, name }))
    this.#told('MOBS', this.mobsSeen.map(({ id, x, y }) => `${id}@${x},${y}`).join(' '))
  }
  vitals({ hp, hpMax, mana, manaMax }: Vitals, name = ''): void {
    this.#told('INFO', hp, hpMax, mana, manaMax, name)
  }
  inventory(slots: readonly (Item | undefined)[]): void {
    this.slots = slots.map((item) => item?.id)
    this.#told('INVT', this.slots.map((id) => id ?? '-').join(' '))
  }
  held(item: Item | undefined): void {
    this.heldId = item?.id
    this.#told('HLDI', item?.id ?? '-')
  }
  text(text: string): void {
    this.#told('TEXT', text)
  }
  speech(speaker: string, said: string): void {
    this.text(`\x13${speaker} says: \x17${said}`)
  }
  select(id: number): void {
    this.selection = id
    this.#told('SLCT', id)
  }
  close(reason: string): void {
    this.closed = reason
  }

  /** `way`: directions such as `NNE`, one every tenth of a second, without turning. */
  walk(way: string): void {
    for (const letter of way) {
      this.#small.now += 100
      const direction = 'NSWE'.indexOf(letter)
      const step = Object.values(moveDirections).find(
        (move) => headingOf(this.player.facing, move) === direction,
      )!
      this.#small.world.move(this.player, step)
    }
  }
  face(letter: string): void {
    this.#small.world.face(this.player, 'NSWE'.indexOf(letter))
  }
  hold(itemId: number | undefined): void {
    this.#small.world.hold(this.player, itemId)
  }
  drop(to: number): void {
    this.#small.world.drop(this.player, to)
  }
  put(itemId: number, to: number): void {
    this.hold(itemId)
    this.drop(to)
  }
  /** Puts these items into the slots, from slot 0 on, and drops the received packets. */
  pocket(...itemIds: number[]): void {
    for (const [slot, id] of itemIds.entries()) this.put(id, slot)
    this.received()
  }
  use(itemId: number | undefined): void {
    this.#small.world.use(this.player, itemId)
  }
  cast(...runes: number[]): void {
    this.#small.world.cast(this.player, Uint8Array.from([...runes, ...new Array(8).fill(0)].slice(0, 8)))
  }
  choose(kind: SelectionAnswer['kind'], id = 0): void {
    this.#small.world.choose(this.player, this.selection ?? -1, { kind, id })
  }
  say(text: string): void {
    this.#small.world.say(this.player, text)
  }
  leave(): void {
    this.#small.world.leave(this.player, this)
  }
}

/** The direction in which a move leads, computed independently of the game by quarter turns. */
function headingOf(facing: number, move: number): number {
  const clockwise = [directions.north, directions.east, directions.south, directions.west]
  const turns = [0, 2, 3, 1][move]!
  return clockwise[(clockwise.indexOf(facing as 0) + turns) % 4]!
}

export interface Settings {
  readonly items?: readonly PlacedItem[]
  readonly spawners?: readonly Spawner[]
  readonly townsfolk?: readonly PlacedTownsperson[]
  /** Changed tiles: places by their new kind of tile, such as `{ [tileKinds.wall]: [at(184, 428)] }`. */
  readonly paint?: { readonly [kind: number]: readonly Place[] }
  /** Where new characters start (default: `startPosition`). */
  readonly start?: StartPosition
  /** The options of the world (default: no monsters and no regeneration). */
  readonly options?: Partial<ArcaneOptions>
  /** Default: seeded. */
  readonly random?: () => number
}

export class SmallWorld {
  /** The steps that the world has charged. */
  chargedSteps = 0
  readonly events: GameEvent[] = []
  readonly store = new MemoryStore()
  options: ArcaneOptions
  world: ArcaneWorld
  now = 1_000_000_000
  random: () => number

  constructor(settings: Settings = {}) {
    this.options = { ...defaultOptions, monsters: false, regeneration: false, ...settings.options }
    this.random = settings.random ?? seededRandom('small world')
    for (const [key, value] of initialRecords(smallMap(settings))) this.store.put(key, value)
    this.world = this.#open()
    this.store.news()
  }

  /** Opens the world from its last saved records: changes since then are lost. */
  restart(): void {
    this.world = this.#open()
  }

  /** Creates a character and logs in with it. */
  logIn(id: number, name = `P${id}`): Client {
    this.world.createCharacter(id, name, 0)
    const client = new Client(this)
    client.player = this.world.enter(id, client)
    return client
  }

  /** Adds a client in the game, at the given position, without unread packets. */
  join(id: number, place: Place = startPosition, facing: number = directions.west): Client {
    this.world.createCharacter(id, `P${id}`, 0)
    const client = new Client(this)
    const positionChanges = 1_000_000
    client.player = this.world.resume(id, client, { place, facing, positionChanges, selection: undefined })!
    return client
  }

  tick(count = 1): void {
    for (let n = 0; n < count; n++) {
      this.now += this.world.tickMs
      this.world.tick(this.now)
    }
  }

  pass(ms: number): void {
    this.tick(Math.ceil(ms / this.world.tickMs))
  }

  #open(): ArcaneWorld {
    const context = worldContext({
      now: () => this.now,
      random: () => this.random(),
      announce: (event) => void this.events.push(event),
      chargeSteps: (steps) => {
        this.chargedSteps += steps
      },
    })
    return new ArcaneWorld(this.store, context, this.options)
  }
}

/** Creates the world with one client in the game, by default player 7 at the start. */
export function createSmallWorld(settings?: Settings, id = 7, place?: Place, facing?: number) {
  const small = new SmallWorld(settings)
  return { small, client: small.join(id, place, facing) }
}

export function smallMap(settings: Settings): WorldMap {
  const { items = [], spawners = [], townsfolk = [], paint = {}, start } = settings
  const terrain = new Uint8Array(terrainWidth * terrainHeight).fill(tileKinds.water, 0, terrainWidth * 512)
  const fill = (area: typeof island, kind: number) => {
    for (let y = area.top; y <= area.bottom; y++)
      terrain.fill(kind, area.left + terrainWidth * y, area.right + 1 + terrainWidth * y)
  }
  fill(island, tileKinds.grass)
  fill({ left: 3, top: 519, right: 17, bottom: 531 }, tileKinds.wall)
  fill(caveArea, tileKinds.rocky)
  for (const [kind, places] of Object.entries(paint))
    for (const { x, y } of places) terrain[x + terrainWidth * y] = Number(kind)
  return {
    terrain,
    variants: new Uint8Array(terrainWidth * terrainHeight),
    items,
    spawners,
    townsfolk,
    ...(start && { start }),
  }
}
