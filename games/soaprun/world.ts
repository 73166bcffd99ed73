// The rules of the field. The world gets the time from the GameContext, stores records in the RecordStore, and has no
// code for bytes or sockets.
import type { GameContext, Json, Picture, RecordStore, World } from '../game.ts'
import { AddressRateLimiter } from '../shared/address-rate-limiter.ts'
import { secretMatches } from '../shared/passwords.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
import {
  type Board,
  type BoardPoint,
  canHoldCorpse,
  corpseBit,
  isCanvas,
  type MapData,
  playerSpawn,
} from './board/board.ts'
import { readUnitDefinitions, StoredBoard } from './board/records.ts'
import type { SoaprunOptions } from './options.ts'
import { countWalkTiles } from './players/movement.ts'
import {
  colourCount,
  itemBits,
  killPlayer,
  Player,
  type PlayerClient,
  type PlayerResumeData,
  playerNameOfSlot,
  restorePlayer,
  type SlotHolder,
  sentUnitCount,
  statusNumbers,
} from './players/player.ts'
import { PlayerSlots } from './players/player-slots.ts'
import {
  endOfReturnPeriod,
  type ReturningPlayer,
  readReturningPlayers,
  storeReturningPlayers,
} from './players/returning-players.ts'
import {
  changeCellCount,
  isUnitHeldBy,
  restoreUnit,
  Unit,
  type UnitContext,
  unitRecord,
} from './units/unit.ts'
import { behaviourByType, isDeadlyWalker, tickUnit } from './units/unit-types.ts'
import { drawField } from './view/picture.ts'
import { FieldView, SpectatorView, type VisibleField } from './visibility/field-view.ts'
import { describePublicState } from './visibility/public-view.ts'

/** [SR-7.4] Milliseconds after a restart in which the holder of a sword or shield can reconnect. */
const holderWaitMs = 60_000
/** [SR-4.14] Minimum milliseconds for which a player must have held the sword before avengers appear. */
const avengerDelayMs = 30_000
const slotsKey = 'players/seq'
const unitsKey = 'units'

export class SoaprunWorld implements World {
  readonly tickMs = 133
  readonly #store: RecordStore
  readonly #context: GameContext
  readonly #ground: StoredBoard
  readonly #slots: PlayerSlots
  readonly #units: readonly Unit[]
  readonly #unitsOnCell: Uint8Array
  readonly #fieldView = new FieldView()
  readonly #spectators = new Set<SpectatorView>()
  readonly #loginLimit = new AddressRateLimiter()
  readonly #waitForHoldersUntil: number
  /** [SR-7.7] The stored players who could still return when the room started. */
  readonly #stored: readonly ReturningPlayer[]
  #options: SoaprunOptions
  #drawLimit: TokenBucket
  /** Whether changes of units must be stored at the end of this transaction. */
  #unitsChanged = false

  /** Throws if a record is missing. */
  constructor(store: RecordStore, context: GameContext, options: SoaprunOptions) {
    this.#store = store
    this.#context = context
    this.#options = options
    this.#drawLimit = new TokenBucket(options.maxWorldDrawsPerSecond, options.maxWorldDrawsPerSecond)
    this.#ground = new StoredBoard(store)
    this.#slots = new PlayerSlots(store.get(slotsKey) as Uint8Array | undefined)
    this.#units = readUnits(store, this.board)
    this.#unitsOnCell = new Uint8Array(this.board.width * this.board.height)
    for (const unit of this.#units)
      changeCellCount(unit, { board: this.board, unitsOnCell: this.#unitsOnCell }, 1)
    const now = context.now()
    this.#waitForHoldersUntil = now + holderWaitMs
    this.#stored = readReturningPlayers(store, this.board, now)
    for (const player of this.#stored) if (player.absentUntil > now) this.#expect(player)
  }

  /** The current map, with all units at their starts. */
  get map(): MapData {
    const { width, height, tiles, attributes } = this.board
    return { width, height, tiles, attributes, units: readUnitDefinitions(this.#store) }
  }

  get board() {
    return this.#ground.board
  }

  /** Players with a client. */
  get players(): number {
    return this.#slots.connected
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return this.#options.maxPlayers
  }

  /**
   * [SR-2.8] Also true in a full room if one of its players can return, because the new client may belong to that
   * player.
   */
  get mayAdmit(): boolean {
    return this.players < this.capacity || this.#slots.all.some((player) => player?.canReturn)
  }

  get options(): SoaprunOptions {
    return this.#options
  }

  /** Returns whether the address may log in, and if so, counts the login. */
  takeLogin(address: string): boolean {
    return this.#loginLimit.take(address, this.#context.now(), this.#options.maxLoginsPerMinute)
  }

  applyOptions(options: SoaprunOptions): void {
    this.#options = options
    this.#loginLimit.clear()
    this.#drawLimit = new TokenBucket(options.maxWorldDrawsPerSecond, options.maxWorldDrawsPerSecond)
    for (const player of this.#slots.all) {
      if (player) player.drawLimit = new TokenBucket(options.maxDrawsPerSecond, options.maxDrawsPerSecond)
    }
  }

  /**
   * [SR-4.1] Returns undefined if all slots are taken. `secret`: the secret with which the player can return (SR-7.7),
   * or an empty text.
   */
  join(secret = '', client?: PlayerClient): Player | undefined {
    const slot = this.#freeSlot()
    if (slot === undefined) return undefined
    const player = new Player(this.#slots.logIn(slot), this.#slots.nextColor(), playerSpawn, this.#options)
    player.client = client
    player.secret = secret
    player.tilesSeen = this.#ground.changes.newest
    this.#slots.occupy(player)
    this.#store.put(slotsKey, this.#slots.record())
    this.#putReturning(player)
    return player
  }

  /**
   * [SR-7.8] Returns undefined if no player has this secret. If the player with the secret cannot return, removes the
   * player and returns undefined.
   */
  takeOver(secret: string, client: PlayerClient): Player | undefined {
    const player = this.#slots.all.find((one) => one && secretMatches(secret, one.secret))
    if (!player) return undefined
    player.client?.onTakenOver()
    if (!player.canReturn) {
      this.leave(player)
      return undefined
    }
    this.#slots.setPresent(player, client, this.#ground.changes.newest)
    this.#putReturning(player)
    return player
  }

  /** [SR-7.8] */
  isConnected(holder: SlotHolder): boolean {
    const player = this.#slots.of(holder)
    return player !== undefined && player.absentUntil === undefined
  }

  /** [SR-7.2] Returns undefined if all slots are taken. */
  rejoin(remembered: PlayerResumeData, client?: PlayerClient): Player | undefined {
    const before = { slot: remembered.slot, generation: remembered.generation }
    // The session's resume state is newer than the record, so it replaces a player that was restored from the record.
    const expected = this.#slots.of(before)
    if (expected?.absentUntil !== undefined) this.#slots.leave(expected)
    const slot = this.#slots.at(before.slot) ? this.#freeSlot() : before.slot
    if (slot === undefined) return undefined
    const same = slot === before.slot && this.#slots.generation(slot) === before.generation
    const player = restorePlayer(remembered, same ? before : this.#slots.logIn(slot), this.#options)
    player.client = client
    player.secret = this.#stored.find((one) => isSameLogin(one, before))?.secret ?? ''
    player.walkBudget.afterStall(this.#context.now())
    this.#slots.occupy(player)
    this.#reclaim(player, before)
    if (same) return player
    this.#store.put(slotsKey, this.#slots.record())
    this.#putReturning(player)
    return player
  }

  /** [SR-7.7] `hasLeft`: whether the page was closed or reloaded. */
  disconnect(player: Player, hasLeft = false): void {
    if (!player.canReturn) return this.leave(player)
    this.#slots.setAbsent(player, endOfReturnPeriod(this.#context.now(), hasLeft))
    this.#putReturning(player)
  }

  /** The time at which the next absent player leaves. */
  get wakeAt(): number | undefined {
    const { absent } = this.#slots
    return absent.length > 0 ? Math.min(...absent.map(({ absentUntil }) => absentUntil!)) : undefined
  }

  wake(now: number): void {
    for (const player of this.#slots.absent) if (player.absentUntil! <= now) this.leave(player)
  }

  /** [SR-4.15] Idempotent. */
  leave(player: Player): void {
    if (!this.#slots.leave(player)) return
    this.#putReturning(player)
    for (const unit of this.#units) {
      if (!isUnitHeldBy(unit, player)) continue
      unit.holder = undefined
      this.#unitsChanged = true
    }
    this.#putUnits()
  }

  /** [SR-4.2] Returns false and does not move the player if the walk is impossible. */
  move(player: Player, received: readonly BoardPoint[]): boolean {
    // [SR-4.4] In the client, a ghost can leave the map.
    const nodes =
      player.status === statusNumbers.ghost ? received.map((node) => this.board.nearestCell(node)) : received
    const walked = countWalkTiles(this.board, player, nodes, (steps) => this.#context.chargeSteps(steps))
    const { maxTilesPerSecond } = this.#options
    if (walked === undefined || !player.walkBudget.take(this.#context.now(), walked, maxTilesPerSecond))
      return this.#refuseMove(player)
    if (nodes.length === 0) return true
    player.refusals = 0
    if (player.hasEntered) for (const node of nodes) player.trail.add(node)
    else player.trail.restart(playerSpawn)
    player.hasEntered = true
    return true
  }

  /** [SR-4.11] `color`: 0-3. */
  recolor(player: Player, nodes: readonly BoardPoint[], color: number): boolean {
    if (!this.move(player, nodes) || !player.isAlive || !(color >= 0 && color < colourCount)) return false
    player.color = color
    player.trail.invalidate()
    return true
  }

  /** [SR-6.2] `tile`: 12-15. */
  draw(player: Player, nodes: readonly BoardPoint[], x: number, y: number, tile: number): boolean {
    if (!this.move(player, nodes) || !player.isAlive || !this.#standsOn(player, x, y)) return false
    if (tile < 12 || tile > 15 || !isCanvas(this.board.tile(x, y))) return false
    if (tile === this.board.tile(x, y)) return true
    const now = this.#context.now()
    if (!player.drawLimit.take(now) || !this.#drawLimit.take(now)) return false
    this.#changeTile(x, y, tile)
    return true
  }

  /** [SR-5.6] */
  touch(player: Player, nodes: readonly BoardPoint[], unitIndex: number): boolean {
    const before = player.trail.updates
    if (!this.move(player, nodes) || !player.isAlive) return false
    const unit = unitIndex < sentUnitCount ? this.#units[unitIndex] : undefined
    if (!unit) return false
    const kind = behaviourByType[unit.type]
    if (unit.status !== statusNumbers.idle && !kind.touchableInAnyState) return false
    const walked = player.trail.nodes.slice(-Math.max(1, player.trail.updates - before))
    if (!this.#isNear(walked, unit)) return false
    const { status, items: had } = player
    const touched = kind.touch(unit, player, this.#unitContext())
    this.#putUnits()
    if (player.status === statusNumbers.goal && status !== statusNumbers.goal)
      this.#announce(player, 'has reached the goal')
    if ((player.items & ~had & itemBits.crown) !== 0) this.#announce(player, 'has earned the crown')
    return touched
  }

  #announce({ slot }: Player, did: string): void {
    const counts = { [playerNameOfSlot(slot)]: { goals: 1 } }
    this.#context.announce({ kind: 'goal', text: `Player ${slot} ${did}`, counts })
  }

  /** `by`: undefined if refused walks killed the player. */
  #kill(player: Player, by?: Unit): void {
    killPlayer(player)
    const cause = by ? `was killed by a ${by.type}` : 'was lost'
    const counts = { [playerNameOfSlot(player.slot)]: { deaths: 1 } }
    this.#context.announce({ kind: 'death', text: `Player ${player.slot} ${cause}`, counts })
  }

  /** [SR-4.14] */
  becomeGhost(player: Player, nodes: readonly BoardPoint[]): boolean {
    if (!this.move(player, nodes) || !player.isAlive || !player.has(itemBits.sword)) return false
    if (this.#context.now() - player.swordSince < avengerDelayMs) return false
    player.status = statusNumbers.ghost
    player.items = 0
    player.trail.invalidate()
    return true
  }

  /** [SR-6.3] */
  layCorpse(player: Player, x: number, y: number): boolean {
    if (player.status !== statusNumbers.dead || player.corpseMade || !this.#standsOn(player, x, y))
      return false
    const tile = this.board.tile(x, y)
    if (!canHoldCorpse(tile)) return false
    player.corpseMade = true
    this.#changeTile(x, y, tile | corpseBit)
    return true
  }

  /** Marks the tile changes in the result as sent. The next call for any player overwrites the result. */
  takeFieldView(player: Player): VisibleField {
    return this.#fieldView.show(player, this.#slots, this.#units, this.#ground.changes)
  }

  /** [SR-3.17] Returns the number of players whose client can show the message. */
  notify(line: string): number {
    return [...this.#players()].filter(({ client }) => client?.showMessage(line)).length
  }

  /** [SR-4.18] */
  addSpectator(): SpectatorView {
    const spectator = new SpectatorView(this.#ground.changes.newest)
    this.#spectators.add(spectator)
    return spectator
  }

  removeSpectator(spectator: SpectatorView): void {
    this.#spectators.delete(spectator)
  }

  /** Marks the tile changes in the result as sent. The next call overwrites the result. */
  takeSpectatorView(spectator: SpectatorView): VisibleField {
    return this.#fieldView.showAll(spectator, this.#slots, this.#units, this.#ground.changes)
  }

  tick(now: number): void {
    const scene = this.#unitContext(now)
    for (const unit of this.#units) tickUnit(unit, scene)
    if (this.#options.maxOverlapSeconds > 0) this.#killOverlapped(scene)
    this.#putUnits()
  }

  /** Called every 2 s. Stores the state that a restart may roll back to the last call. */
  save(): void {
    this.#unitsChanged = true
    this.#putUnits()
    storeReturningPlayers(this.#store, this.#players(), this.#context.now())
  }

  publicState(): Json {
    return describePublicState(this.#slots, this.#units, this.board)
  }

  /** [SR-4.17] */
  drawPicture(): Picture {
    return drawField(this.board, this.#units, this.#players())
  }

  /** [SR-4.1] Returns the lowest free slot. In a full room, first removes the player who has been absent longest. */
  #freeSlot(): number | undefined {
    const free = this.#slots.lowestFree(this.capacity)
    if (free !== undefined) return free
    const absent = this.#slots.absent.filter(({ slot }) => slot < this.capacity)
    const [longest] = absent.toSorted((a, b) => a.absentUntil! - b.absentUntil!)
    if (longest) this.leave(longest)
    return longest?.slot
  }

  /** Adds a stored player as absent, so that the player's client can return. */
  #expect(stored: ReturningPlayer): void {
    if (this.#slots.at(stored.slot)) return
    const player = restorePlayer(stored, stored, this.#options)
    player.secret = stored.secret
    player.absentUntil = stored.absentUntil
    this.#slots.occupy(player)
  }

  #putReturning({ secret }: Player): void {
    if (secret !== '') storeReturningPlayers(this.#store, this.#players(), this.#context.now())
  }

  /** [SR-7.3] */
  #reclaim(player: Player, before: SlotHolder): void {
    let kept = itemBits.crown as number
    for (const unit of this.#units) {
      const { holder } = unit
      if (!holder || !isSameLogin(holder, before)) continue
      kept |= unit.type === 'Shield' ? itemBits.shield : itemBits.sword
      if (isSameLogin(player, before)) continue
      unit.holder = { slot: player.slot, generation: player.generation }
      this.#unitsChanged = true
    }
    // [SR-5.7] Only a living player loses items that have returned home. Dead players and players at the goal keep
    // theirs, because clients still show them.
    if (player.status === statusNumbers.idle) player.items &= kept
    this.#putUnits()
  }

  /**
   * [SR-4.7] If client and server disagree about the player's position, no packet can correct the client. Only the
   * player's death ends the difference.
   */
  #refuseMove(player: Player): false {
    player.refusals++
    const most = this.#options.maxRefusedMoves
    if (most > 0 && player.refusals >= most && player.isAlive) this.#kill(player)
    return false
  }

  #standsOn(player: Player, x: number, y: number): boolean {
    return player.hasEntered && player.place.x === x && player.place.y === y && this.board.inside(x, y)
  }

  #isNear(walked: readonly BoardPoint[], unit: Unit): boolean {
    const most = this.#options.maxHitTiles
    if (most === 0) return true
    const { reach } = behaviourByType[unit.type]
    const tiles = reach === 'still' ? Math.ceil(most / 2) : most
    const been = reach === 'walker' ? unit.trail.nodes : [unit.place]
    return walked.some((a) => been.some((b) => Math.abs(a.x - b.x) <= tiles && Math.abs(a.y - b.y) <= tiles))
  }

  /**
   * [SR-5.18] This rule is optional: clients show units with a delay, so an honest player can seem to overlap a unit on
   * the server.
   */
  #killOverlapped(context: UnitContext): void {
    const most = (this.#options.maxOverlapSeconds * 1000) / this.tickMs
    for (const player of context.livingPlayers) {
      const { x, y } = player.place
      const under = player.has(itemBits.sword)
        ? undefined
        : this.#units.find((unit) => isDeadlyWalker(unit) && unit.place.x === x && unit.place.y === y)
      player.ticksOverlapped = under ? player.ticksOverlapped + 1 : 0
      if (player.ticksOverlapped > most) this.#kill(player, under)
    }
  }

  #changeTile(x: number, y: number, tile: number): void {
    this.#ground.put(x, y, tile, [...this.#players(), ...this.#spectators])
  }

  *#players(): Iterable<Player> {
    for (const player of this.#slots.all) if (player) yield player
  }

  #unitContext(now = this.#context.now()): UnitContext {
    const { board } = this
    return {
      board,
      units: this.#units,
      livingPlayers: this.#slots.all.filter((player) => player?.isAlive) as readonly Player[],
      unitsOnCell: this.#unitsOnCell,
      now,
      holder: (unit) => {
        if (!unit.holder) return undefined
        return this.#slots.of(unit.holder) ?? (now < this.#waitForHoldersUntil ? 'away' : undefined)
      },
      changeTile: (x, y, tile) => this.#changeTile(x, y, tile),
      killPlayer: (player, by) => this.#kill(player, by),
      saveUnits: () => {
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

function isSameLogin(a: SlotHolder, b: SlotHolder): boolean {
  return a.slot === b.slot && a.generation === b.generation
}

/** The units with the state from the record `units`, if the record exists. */
function readUnits(store: RecordStore, board: Board): readonly Unit[] {
  const units = readUnitDefinitions(store).map((start, index) => new Unit(index, start))
  const states = (store.get(unitsKey) ?? []) as readonly Json[]
  states.forEach((state, index) => {
    const unit = units[index]
    if (unit) restoreUnit(unit, state, board)
  })
  return units
}
