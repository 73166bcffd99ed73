// A Soaprun world: ground, units, players and their actions. Pure: time from the Host, records through the Store, no
// bytes and no sockets. Sessions call its methods and send what `fields` returns.
import type { Host, Json, Picture, Store, World } from '../game.ts'
import { Logins } from '../shared/logins.ts'
import { Rate } from '../shared/rate.ts'
import {
  type Board,
  corpseBit,
  isCanvas,
  type MapData,
  type Node,
  spawn,
  takesCorpse,
} from './board/board.ts'
import { Ground, readStarts } from './board/records.ts'
import type { SoaprunOptions } from './options.ts'
import { tilesWalked } from './players/movement.ts'
import {
  colors,
  die,
  items,
  Player,
  type Remembered,
  recall,
  remember,
  shownUnits,
  statuses,
} from './players/player.ts'
import { Seats } from './players/seats.ts'
import { type Field, FieldView, Onlooker } from './shown/field.ts'
import { publicView } from './shown/view.ts'
import { isDeadlyWalker, kinds, tickUnit } from './units/kinds.ts'
import { rememberCarrier } from './units/shield.ts'
import { countStanding, heldBy, restore, type Scene, Unit, unitRecord } from './units/unit.ts'
import { drawField } from './view/picture.ts'

export { records } from './board/records.ts'
export type { Player, PlayerEntry, Remembered } from './players/player.ts'
export type { Field, Onlooker } from './shown/field.ts'
export type { UnitEntry } from './units/unit.ts'

/** Milliseconds in which the holder of a sword or shield can reconnect after a restart. [SR-7.4] */
const holdersAwaited = 60_000
/** Minimum milliseconds of holding a sword before avengers can appear. [SR-4.14] */
const avengersCome = 30_000
const seatsKey = 'players/seq'
const unitsKey = 'units'

/** Opens a stored world. Throws if a record is missing. */
export function openWorld(store: Store, host: Host, options: SoaprunOptions): SoaprunWorld {
  return new SoaprunWorld(store, host, options)
}

export class SoaprunWorld implements World {
  readonly tickMs = 133
  readonly #store: Store
  readonly #host: Host
  readonly #ground: Ground
  readonly #seats: Seats
  readonly #units: readonly Unit[]
  readonly #unitsOnCell: Uint8Array
  readonly #fieldView = new FieldView()
  readonly #onlookers = new Set<Onlooker>()
  readonly #logins = new Logins()
  readonly #holdersAwaitedUntil: number
  #options: SoaprunOptions
  #worldDraws: Rate
  /** Units have changed in a way that must be in the Store at the end of this turn. */
  #unitsChanged = false

  constructor(store: Store, host: Host, options: SoaprunOptions) {
    this.#store = store
    this.#host = host
    this.#options = options
    this.#worldDraws = new Rate(options.maxWorldDrawsPerSecond, options.maxWorldDrawsPerSecond)
    this.#ground = new Ground(store)
    this.#seats = new Seats(store.get(seatsKey) as Uint8Array | undefined)
    this.#units = readUnits(store, this.board)
    this.#unitsOnCell = new Uint8Array(this.board.width * this.board.height)
    for (const unit of this.#units)
      countStanding(unit, { board: this.board, unitsOnCell: this.#unitsOnCell }, 1)
    this.#holdersAwaitedUntil = host.now() + holdersAwaited
  }

  /** The current map, with its units at their starts. */
  get map(): MapData {
    const { width, height, tiles, attributes } = this.board
    return { width, height, tiles, attributes, units: readStarts(this.#store) }
  }

  get board() {
    return this.#ground.board
  }

  get players(): number {
    return this.#seats.count
  }

  get occupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return this.#options.maxPlayers
  }

  get options(): SoaprunOptions {
    return this.#options
  }

  /** Whether an address may log in once more; if so, counts the login. */
  mayLogIn(address: string): boolean {
    return this.#logins.allows(address, this.#host.now(), this.#options.maxLoginsPerMinute)
  }

  /** Changed options apply at once. */
  configure(options: SoaprunOptions): void {
    this.#options = options
    this.#logins.clear()
    this.#worldDraws = new Rate(options.maxWorldDrawsPerSecond, options.maxWorldDrawsPerSecond)
    for (const player of this.#seats.all) {
      if (player) player.draws = new Rate(options.maxDrawsPerSecond, options.maxDrawsPerSecond)
    }
  }

  /** The 336 tiles of a room, row-major; all wall if any of it is outside the map. */
  room(rx: number, ry: number): Uint8Array {
    return this.board.room(rx, ry)
  }

  /** [SR-4.1] Creates a player on the lowest free index. Undefined if all seats are taken. */
  join(): Player | undefined {
    const slot = this.#seats.free(this.capacity)
    if (slot === undefined) return undefined
    const player = new Player(this.#seats.next(slot), this.#seats.dealColor(), spawn, this.#options)
    player.tilesSeen = this.#ground.changes.newest
    this.#seats.sit(player)
    this.#store.put(seatsKey, this.#seats.record())
    return player
  }

  /**
   * [SR-7.2] Restores a session's player from before a restart: on the same index or, if it is taken, on the lowest
   * free one with a new generation. Undefined if all seats are taken.
   */
  rejoin(remembered: Remembered): Player | undefined {
    const before = { slot: remembered.slot, generation: remembered.generation }
    const slot = this.#seats.at(before.slot) ? this.#seats.free(this.capacity) : before.slot
    if (slot === undefined) return undefined
    const same = slot === before.slot && this.#seats.generation(slot) === before.generation
    const player = recall(remembered, same ? before : this.#seats.next(slot), this.#options)
    player.allowance.afterStall(this.#host.now())
    this.#seats.sit(player)
    this.#reclaim(player, before)
    if (!same) this.#store.put(seatsKey, this.#seats.record())
    return player
  }

  /** What the session's note stores about its player. */
  remember(player: Player): Remembered {
    return remember(player)
  }

  /** [SR-4.15] The player's items return home by their own rules. Idempotent. */
  leave(player: Player): void {
    if (!this.#seats.leave(player)) return
    for (const unit of this.#units) {
      if (!heldBy(unit, player)) continue
      if (unit.type === 'Shield') rememberCarrier(unit, player)
      unit.holder = undefined
      this.#unitsChanged = true
    }
    this.#putUnits()
  }

  /** [SR-4.2] Accepts the player's walk if it is possible. Otherwise returns false and does not move the player. */
  move(player: Player, nodes: readonly Node[]): boolean {
    const walked = tilesWalked(this.board, player, nodes)
    if (walked === undefined || !this.#hadTime(player, walked)) return this.#refuse(player)
    if (nodes.length === 0) return true
    player.refusals = 0
    if (player.entered) for (const node of nodes) player.trail.add(node)
    else player.trail.restart(spawn)
    player.entered = true
    return true
  }

  /** [SR-4.11] Only while alive. Colours are 0-3. */
  recolor(player: Player, nodes: readonly Node[], color: number): boolean {
    if (!this.move(player, nodes) || !player.living || !(color >= 0 && color < colors)) return false
    player.color = color
    player.trail.changed()
    return true
  }

  /** [SR-6.2] Paints the canvas under the player with tile 12-15, over any corpse. */
  draw(player: Player, nodes: readonly Node[], x: number, y: number, tile: number): boolean {
    if (!this.move(player, nodes) || !player.living || !this.#standsOn(player, x, y)) return false
    if (tile < 12 || tile > 15 || !isCanvas(this.board.tile(x, y))) return false
    if (tile === this.board.tile(x, y)) return true
    const now = this.#host.now()
    if (!player.draws.take(now) || !this.#worldDraws.take(now)) return false
    this.#changeTile(x, y, tile)
    return true
  }

  /** [SR-5.6] The player reports touching a unit. The unit's rule decides what happens. */
  touch(player: Player, nodes: readonly Node[], unitIndex: number): boolean {
    const before = player.trail.updates
    if (!this.move(player, nodes) || !player.living) return false
    const unit = unitIndex < shownUnits ? this.#units[unitIndex] : undefined
    if (!unit) return false
    const kind = kinds[unit.type]
    if (unit.status !== statuses.idle && !kind.metInAnyState) return false
    const walked = player.trail.nodes.slice(-Math.max(1, player.trail.updates - before))
    if (!this.#near(walked, unit)) return false
    const { status, items: had } = player
    const touched = kind.touch(unit, player, this.#scene())
    this.#putUnits()
    if (player.status === statuses.goal && status !== statuses.goal)
      this.#tell(player, 'has reached the goal')
    if ((player.items & ~had & items.crown) !== 0) this.#tell(player, 'has earned the crown')
    return touched
  }

  #tell({ slot }: Player, did: string): void {
    this.#host.tell({ kind: 'goal', text: `Player ${slot} ${did}` })
  }

  /** [SR-4.14] An avenger caught the player, who becomes a ghost without items if they have held a sword for 30 s. */
  becomeGhost(player: Player, nodes: readonly Node[]): boolean {
    if (!this.move(player, nodes) || !player.living || !player.has(items.sword)) return false
    if (this.#host.now() - player.swordSince < avengersCome) return false
    player.status = statuses.ghost
    player.items = 0
    player.trail.changed()
    return true
  }

  /** [SR-6.3] Lays a dead player's corpse, once, where they died. */
  layCorpse(player: Player, x: number, y: number): boolean {
    if (player.status !== statuses.dead || player.corpseMade || !this.#standsOn(player, x, y)) return false
    const tile = this.board.tile(x, y)
    if (!takesCorpse(tile)) return false
    player.corpseMade = true
    this.#changeTile(x, y, tile | corpseBit)
    return true
  }

  /** The player's current view, which then counts as seen. Valid until the next call for any player. */
  fields(player: Player): Field {
    return this.#fieldView.show(player, this.#seats, this.#units, this.#ground.changes)
  }

  /** [SR-4.18] Adds a spectator. */
  look(): Onlooker {
    const onlooker = new Onlooker(this.#ground.changes.newest)
    this.#onlookers.add(onlooker)
    return onlooker
  }

  lookAway(onlooker: Onlooker): void {
    this.#onlookers.delete(onlooker)
  }

  /** The spectator's view of the whole field, which then counts as seen. Valid until the next call. */
  shownTo(onlooker: Onlooker): Field {
    return this.#fieldView.showAll(onlooker, this.#seats, this.#units, this.#ground.changes)
  }

  tick(now: number): void {
    const scene = this.#scene(now)
    for (const unit of this.#units) tickUnit(unit, scene)
    if (this.#options.maxOverlapSeconds > 0) this.#killOverlapped(scene)
    this.#putUnits()
  }

  /** Positions and waits of units: state that may roll back by 2 s. */
  save(): void {
    this.#unitsChanged = true
    this.#putUnits()
  }

  view(): Json {
    return publicView(this.#seats, this.#units, this.board)
  }

  /** [SR-4.17] */
  picture(): Picture {
    return drawField(this.board, this.#units, this.#players())
  }

  /** [SR-7.3] Keeps remembered items only if a unit here still has this holder; otherwise it has returned home. */
  #reclaim(player: Player, before: { slot: number; generation: number }): void {
    let kept = items.crown as number
    for (const unit of this.#units) {
      const { holder } = unit
      if (holder?.slot !== before.slot || holder.generation !== before.generation) continue
      kept |= unit.type === 'Shield' ? items.shield : items.sword
      if (player.slot === before.slot && player.generation === before.generation) continue
      unit.holder = { slot: player.slot, generation: player.generation }
      this.#unitsChanged = true
    }
    // [SR-5.7] At the goal, or dead, a player still shows items that have returned home.
    if (player.status === statuses.idle) player.items &= kept
    this.#putUnits()
  }

  #hadTime(player: Player, tiles: number): boolean {
    return player.allowance.take(this.#host.now(), tiles, this.#options.maxTilesPerSecond)
  }

  /** [SR-4.7] No packet can move a client that is elsewhere; only death takes it back to the spawn. */
  #refuse(player: Player): false {
    player.refusals++
    const most = this.#options.maxRefusedMoves
    if (most > 0 && player.refusals >= most && player.living) die(player)
    return false
  }

  #standsOn(player: Player, x: number, y: number): boolean {
    return player.entered && player.place.x === x && player.place.y === y && this.board.inside(x, y)
  }

  #near(walked: readonly Node[], unit: Unit): boolean {
    const most = this.#options.maxHitTiles
    if (most === 0) return true
    const { reach } = kinds[unit.type]
    const tiles = reach === 'still' ? Math.ceil(most / 2) : most
    const been = reach === 'walker' ? unit.trail.nodes : [unit.place]
    return walked.some((a) => been.some((b) => Math.abs(a.x - b.x) <= tiles && Math.abs(a.y - b.y) <= tiles))
  }

  /** [SR-5.18] Optional: clients see units late, so an honest player can seem to overlap one too early. */
  #killOverlapped(scene: Scene): void {
    const most = (this.#options.maxOverlapSeconds * 1000) / this.tickMs
    for (const player of scene.living) {
      const { x, y } = player.place
      const under =
        !player.has(items.sword) &&
        this.#units.some((unit) => isDeadlyWalker(unit) && unit.place.x === x && unit.place.y === y)
      player.ticksOverlapped = under ? player.ticksOverlapped + 1 : 0
      if (player.ticksOverlapped > most) die(player)
    }
  }

  #changeTile(x: number, y: number, tile: number): void {
    this.#ground.put(x, y, tile, [...this.#players(), ...this.#onlookers])
  }

  *#players(): Iterable<Player> {
    for (const player of this.#seats.all) if (player) yield player
  }

  #scene(now = this.#host.now()): Scene {
    const { board } = this
    return {
      board,
      units: this.#units,
      living: this.#seats.all.filter((player) => player?.living) as readonly Player[],
      unitsOnCell: this.#unitsOnCell,
      now,
      holder: (unit) => {
        if (!unit.holder) return undefined
        return this.#seats.of(unit.holder) ?? (now < this.#holdersAwaitedUntil ? 'away' : undefined)
      },
      changeTile: (x, y, tile) => this.#changeTile(x, y, tile),
      keepUnits: () => {
        this.#unitsChanged = true
      },
    }
  }

  #putUnits(): void {
    if (!this.#unitsChanged) return
    this.#unitsChanged = false
    this.#store.put(unitsKey, this.#units.map(unitRecord))
  }
}

/** The units of the map, with their state from the `units` record if there is one. */
function readUnits(store: Store, board: Board): readonly Unit[] {
  const units = readStarts(store).map((start, index) => new Unit(index, start))
  const states = (store.get(unitsKey) ?? []) as readonly Json[]
  states.forEach((state, index) => {
    const unit = units[index]
    if (unit) restore(unit, state, board)
  })
  return units
}
