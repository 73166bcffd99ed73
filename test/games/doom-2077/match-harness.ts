// A world in memory, for tests of its rules. Time is simulated, random numbers have a seed, and clients record
// messages.

import { arenaMap, arenaWad } from '../../../games/doom-2077/builtin/arena/arena.ts'
import { findMaps, readWad } from '../../../games/doom-2077/import/wad.ts'
import { createGeometry, type Geometry } from '../../../games/doom-2077/map/geometry.ts'
import { type Level, levelFromLumps } from '../../../games/doom-2077/map/level/level.ts'
import { mapRecords, readStoredLevel } from '../../../games/doom-2077/map/map-store.ts'
import type { Position } from '../../../games/doom-2077/map/position.ts'
import { type DoomOptions, defaultOptions } from '../../../games/doom-2077/options.ts'
import type { Player, PlayerResumeState } from '../../../games/doom-2077/state/player.ts'
import type { WorldEvent, WorldEventListener } from '../../../games/doom-2077/state/world-events.ts'
import type { SectorSurfaceHeights } from '../../../games/doom-2077/view/raycaster/projection.ts'
import { DoomWorld } from '../../../games/doom-2077/world.ts'
import type { GameEvent } from '../../../games/game.ts'
import { seededRandom } from '../../../wire/util/random.ts'
import { MemoryStore } from '../../memory-store.ts'
import { worldContext } from '../world-context.ts'
import { type RawMap, rawLumps, wadOf } from './map/level/small-maps.ts'

type Kind = WorldEvent['kind']
type Of<K extends Kind> = Extract<WorldEvent, { readonly kind: K }>

export class TestPlayer implements WorldEventListener {
  player!: Player
  /** Whether the client, like the original one, confirms a position that the room sets. */
  answersPositions = true
  readonly #room: MatchHarness
  #events: WorldEvent[] = []
  #answer: Position | undefined

  constructor(room: MatchHarness) {
    this.#room = room
  }

  onEvent(event: WorldEvent): void {
    this.#events.push(event)
    if ((event.kind === 'moved' || event.kind === 'map') && event.id === this.player?.id)
      this.#answer = event.place
  }

  takeEvents(): readonly WorldEvent[] {
    const received = this.#events
    this.#events = []
    return received
  }

  /** Discards all other events since the last call of a `take` method. */
  takeEventsOf<K extends Kind>(kind: K): readonly Of<K>[] {
    return this.takeEvents().filter((event): event is Of<K> => event.kind === kind)
  }

  /** Takes the positions that the room has set for the player. Discards all other events. */
  takePositions(): readonly Position[] {
    const own = this.takeEventsOf('moved').filter(({ id }) => id === this.player.id)
    return own.map(({ place }) => place)
  }

  takeTexts(): readonly string[] {
    return this.takeEventsOf('server-text')
      .filter(({ flags }) => flags !== 0)
      .map(({ text }) => text)
  }

  confirmPosition(): void {
    const place = this.#answer
    if (!place || !this.answersPositions) return
    this.#answer = undefined
    this.#room.world.move(this.player, place)
  }

  /** Moves by these distances in map units. */
  walk(dx: number, dy: number, dz = 0): void {
    const { x, y, z, angle } = this.player.position
    this.move({ x: x + dx * 1000, y: y + dy * 1000, z: z + dz * 1000, angle })
  }

  move(place: Position): void {
    this.#room.world.move(this.player, place)
  }

  /** Walks in a straight line to x, y, with a MOVE in each slot. */
  walkTo(x: number, y: number): void {
    for (let steps = 0; steps < 500; steps++) {
      const { position } = this.player
      const [dx, dy] = [x - position.x / 1000, y - position.y / 1000]
      const far = Math.hypot(dx, dy)
      if (far < 0.002) return
      const part = Math.min(1, 10 / far)
      this.#room.advance(34)
      this.walk(dx * part, dy * part)
    }
    throw new Error(`did not come to ${x},${y}`)
  }

  fire(weapon: number): void {
    this.#room.world.fire(this.player, weapon)
  }

  shoot(target: TestPlayer, weapon = 1): void {
    this.fire(weapon)
    this.reportHit(target, weapon)
  }

  reportHit(target: TestPlayer, weapon = 1, amount = [50_000, 15_000, 5000, 35_000][weapon]!): void {
    this.#room.world.damage(this.player, target.player.id, weapon, amount)
  }
}

export interface RoomSettings {
  readonly options?: Partial<DoomOptions>
  /** The maps of the room by name (default: the arena). */
  readonly maps?: { readonly [name: string]: RawMap }
  readonly seed?: string
}

export class MatchHarness {
  readonly announcements: GameEvent[] = []
  readonly store = new MemoryStore()
  clients: TestPlayer[] = []
  world: DoomWorld
  now = Date.UTC(2030, 0, 1)
  options: DoomOptions
  #random: () => number
  #level: Level | undefined
  #ticked = this.now

  constructor({ options, maps, seed = 'doom' }: RoomSettings = {}) {
    const wads = maps
      ? Object.entries(maps).map(([name, map]) => [name, wadOf([name, rawLumps(map)])] as const)
      : [[arenaMap, arenaWad()] as const]
    for (const [key, value] of mapRecords(new Map(wads), !maps)) this.store.put(key, value)
    this.options = { ...defaultOptions, maps: wads.map(([name]) => name), ...options }
    this.#random = seededRandom(seed)
    this.world = this.#open()
  }

  get level(): Level {
    const { map } = this.world
    if (this.#level?.name !== map) this.#level = readStoredLevel(this.store, map)
    return this.#level
  }

  /** Joins a player, who does not enter the match yet. */
  accept(name: string, secret?: string): TestPlayer {
    const client = new TestPlayer(this)
    const joined = this.world.join(name, client, secret)
    if ('kick' in joined) throw new Error(joined.kick)
    client.player = joined
    this.clients.push(client)
    return client
  }

  /** Joins a player, who enters the match and confirms the start position. */
  join(name: string, secret?: string): TestPlayer {
    const client = this.accept(name, secret)
    const kick = this.world.enter(client.player)
    if (kick) throw new Error(kick.kick)
    client.confirmPosition()
    return client
  }

  leave(client: TestPlayer): void {
    this.world.leave(client.player)
    this.clients = this.clients.filter((other) => other !== client)
  }

  /** Clients confirm positions between ticks. */
  advance(ms: number): void {
    const end = this.now + ms
    while (this.#ticked + this.world.tickMs <= end) {
      this.#ticked += this.world.tickMs
      this.now = this.#ticked
      this.world.tick(this.now)
      for (const client of this.clients) client.confirmPosition()
    }
    this.now = end
  }

  /** Advances time without ticks, because a room without players does not tick. */
  advanceEmpty(ms: number): void {
    this.now += ms
    this.#ticked = this.now
  }

  /** Moves the player to x, y without the checks of movement. */
  walkPlayerTo(client: TestPlayer, x: number, y: number, angle = 0): void {
    const { level, now } = this
    const sector = level.sectorAt(x, y)
    if (sector === undefined) throw new Error(`${x},${y} is in no room`)
    const z = level.floor(sector, level.atRest) + 41
    client.player.placeAt({ x: x * 1000, y: y * 1000, z: z * 1000, angle }, now)
    client.player.pendingPosition = undefined
  }

  kill(by: TestPlayer, victim: TestPlayer): void {
    for (let blow = 0; blow < 2; blow++) {
      this.advance(500)
      this.walkPlayerTo(by, -912, 16)
      this.walkPlayerTo(victim, -880, 16)
      by.shoot(victim, 0)
    }
  }

  /** Waits until the match has started, and discards all events. */
  startMatch(): void {
    this.advance(5100)
    for (const client of this.clients) client.takeEvents()
  }

  /** `back`: the players who return. */
  restart(back: readonly TestPlayer[] = this.clients): void {
    const states = this.clients.map((client) => [client, this.world.resumeStateOf(client.player)] as const)
    this.world = this.#open()
    this.clients = []
    for (const [client, state] of states) if (back.includes(client)) this.rejoin(client, state)
  }

  rejoin(client: TestPlayer, state: PlayerResumeState): boolean {
    const player = this.world.rejoin(structuredClone(state), client)
    if (!player) return false
    client.player = player
    this.clients.push(client)
    return true
  }

  #open(): DoomWorld {
    const context = worldContext({
      now: () => this.now,
      random: () => this.#random(),
      announce: (event) => void this.announcements.push(event),
    })
    return new DoomWorld(this.store, context, this.options)
  }
}

export function matchOf<const T extends readonly string[]>(
  names: T,
  settings?: RoomSettings,
): [room: MatchHarness, ...{ -readonly [K in keyof T]: TestPlayer }] {
  const room = new MatchHarness(settings)
  return [room, ...names.map((name) => room.join(name))] as never
}

export const arenaLumps = findMaps(readWad(arenaWad())).get(arenaMap)!
export const arenaLevel = levelFromLumps(arenaLumps)
export const arenaGeometry = createGeometry(arenaLumps, true)

/** The heights at which the map's author drew floors and ceilings. */
export const heightsOf = ({ sectors }: Geometry): SectorSurfaceHeights => ({
  floors: Float64Array.from(sectors, ({ floor }) => floor),
  ceilings: Float64Array.from(sectors, ({ ceiling }) => ceiling),
})
