// A Soaprun world: its ground, its units, its players, and what players may do. Pure: time from the Host, records
// through the Store, no bytes and no sockets. Sessions call the verbs and show what `fields` gives.
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

/** Milliseconds that a holder of a sword or shield has to come back after a restart. [SR-7.4] */
const holdersAwaited = 60_000
/** Milliseconds that a sword must have been held before avengers can have come. [SR-4.14] */
const avengersCome = 30_000
const seatsKey = 'players/seq'
const unitsKey = 'units'

/** Opens the world that founding stored, as its records have it now. Throws if a record is missing. */
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
  /** Units changed in a way that must be in the Store when this turn ends. */
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

  /** As it is now, with its units where they began. */
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

  /** Whether an address may log in once more; counted if so. */
  mayLogIn(address: string): boolean {
    return this.#logins.allows(address, this.#host.now(), this.#options.maxLoginsPerMinute)
  }

  /** Changed options hold from now on. */
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

  /** [SR-4.1] A new player on the lowest free index, or undefined when all seats are taken. */
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
   * [SR-7.2] The player whom a session remembers from before a restart: on his own index, or if another has taken
   * that, on the lowest free one with a generation of its own. Undefined when all seats are taken.
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

  /** What the session's note has to keep of its player. */
  remember(player: Player): Remembered {
    return remember(player)
  }

  /** [SR-4.15] What he holds goes home by its own rule. A player who has left already is left alone. */
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

  /** [SR-4.2] Takes the player's word for his walk if it can have been; false, and nothing changed, if not. */
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

  /** [SR-4.11] Only while alive; colours are 0-3. */
  recolor(player: Player, nodes: readonly Node[], color: number): boolean {
    if (!this.move(player, nodes) || !player.living || !(color >= 0 && color < colors)) return false
    player.color = color
    player.trail.changed()
    return true
  }

  /** [SR-6.2] Paints the canvas the player stands on with tile 12-15; a corpse on it is painted over. */
  draw(player: Player, nodes: readonly Node[], x: number, y: number, tile: number): boolean {
    if (!this.move(player, nodes) || !player.living || !this.#standsOn(player, x, y)) return false
    if (tile < 12 || tile > 15 || !isCanvas(this.board.tile(x, y))) return false
    if (tile === this.board.tile(x, y)) return true
    const now = this.#host.now()
    if (!player.draws.take(now) || !this.#worldDraws.take(now)) return false
    this.#changeTile(x, y, tile)
    return true
  }

  /** [SR-5.6] The player says that he met a unit; what comes of it is the unit's rule. */
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

  /** [SR-4.14] An avenger caught him: a ghost without items, if he has had a sword for 30 s. */
  becomeGhost(player: Player, nodes: readonly Node[]): boolean {
    if (!this.move(player, nodes) || !player.living || !player.has(items.sword)) return false
    if (this.#host.now() - player.swordSince < avengersCome) return false
    player.status = statuses.ghost
    player.items = 0
    player.trail.changed()
    return true
  }

  /** [SR-6.3] A dead player's corpse, once, where he died. */
  layCorpse(player: Player, x: number, y: number): boolean {
    if (player.status !== statuses.dead || player.corpseMade || !this.#standsOn(player, x, y)) return false
    const tile = this.board.tile(x, y)
    if (!takesCorpse(tile)) return false
    player.corpseMade = true
    this.#changeTile(x, y, tile | corpseBit)
    return true
  }

  /** What `player` is shown now; it counts as seen. Good until the next call for anybody, which reuses it. */
  fields(player: Player): Field {
    return this.#fieldView.show(player, this.#seats, this.#units, this.#ground.changes)
  }

  /** [SR-4.18] Somebody watches from now on. */
  look(): Onlooker {
    const onlooker = new Onlooker(this.#ground.changes.newest)
    this.#onlookers.add(onlooker)
    return onlooker
  }

  lookAway(onlooker: Onlooker): void {
    this.#onlookers.delete(onlooker)
  }

  /** What is to be seen of the whole field; it counts as seen. Good until the next call for anybody. */
  shownTo(onlooker: Onlooker): Field {
    return this.#fieldView.showAll(onlooker, this.#seats, this.#units, this.#ground.changes)
  }

  tick(now: number): void {
    const scene = this.#scene(now)
    for (const unit of this.#units) tickUnit(unit, scene)
    if (this.#options.maxOverlapSeconds > 0) this.#killOverlapped(scene)
    this.#putUnits()
  }

  /** Where units stand and what they wait for: the part that may roll back by 2 s. */
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

  /** [SR-7.3] What he remembers holding is his if a unit here is still held by him; if it went home, he has lost it. */
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
    // [SR-5.7] At the goal, and dead, a player is still shown with what has gone home.
    if (player.status === statuses.idle) player.items &= kept
    this.#putUnits()
  }

  #hadTime(player: Player, tiles: number): boolean {
    return player.allowance.take(this.#host.now(), tiles, this.#options.maxTilesPerSecond)
  }

  /** [SR-4.7] No packet moves a client that believes to be elsewhere; only by dying does it begin at the spawn again. */
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

  /** [SR-5.18] Optional: clients see units where they were a while ago, so that here an honest one may look met too early. */
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

/** The units of the map, each as the `units` record has it, if there is one yet. */
function readUnits(store: Store, board: Board): readonly Unit[] {
  const units = readStarts(store).map((start, index) => new Unit(index, start))
  const states = (store.get(unitsKey) ?? []) as readonly Json[]
  states.forEach((state, index) => {
    const unit = units[index]
    if (unit) restore(unit, state, board)
  })
  return units
}
