// The world uses no bytes, sockets or clocks. Time and randomness come from GameContext, and records go to RecordStore.
import type { DueTimeShifts, GameContext, Json, Picture, RecordStore, World } from '../game.ts'
import { moveOrQueue, sayOrQueue, tickQueues } from './actions/action-queue.ts'
import { answerSelection, tickSelections } from './actions/selections.ts'
import { useItem } from './actions/use-item.ts'
import { Doors } from './items/doors.ts'
import { Ground, itemsByAge, type Pile } from './items/ground.ts'
import { SwitchLocks } from './items/switch-locks.ts'
import { castSpell } from './magic/spells.ts'
import { tickMonsters } from './monsters/tick-monsters.ts'
import type { ArcaneOptions } from './options.ts'
import { findReachableItem, pickUp, putDown } from './players/carry.ts'
import { Characters } from './players/characters.ts'
import { tickVitals } from './players/vitals.ts'
import { ChangedRecords } from './state/changed-records.ts'
import { shiftRespawnTimes } from './state/monster.ts'
import { Monsters } from './state/monsters.ts'
import { maxPlayers, type Player, type PlayerResumeData, type SelectionAnswer } from './state/player.ts'
import { readSpawners, readStart, readTiles, readTownsfolk, type WorldMap } from './state/records.ts'
import { Spawners, spawnerDueTimeShifts } from './state/spawners.ts'
import { Timers } from './state/timers.ts'
import { Townsperson } from './state/townsperson.ts'
import type { WorldState } from './state/world-state.ts'
import { SpatialIndex } from './terrain/spatial-index.ts'
import { firstIndoorRow, type Place, Terrain } from './terrain/terrain.ts'
import { greetUnmetPlayers } from './townsfolk/conversation.ts'
import { drawIsland, drawPlayers } from './view/map/picture.ts'
import type { Mob, Screen } from './vision/screen.ts'
import { Views } from './vision/views.ts'

const counterKey = 'counter'
const monstersKey = 'monsters'

export const arcaneDueTimeShifts: DueTimeShifts = {
  [monstersKey]: shiftRespawnTimes,
  ...spawnerDueTimeShifts,
}

export class ArcaneWorld implements World {
  readonly tickMs = 100
  readonly capacity = maxPlayers
  readonly characters: Characters
  readonly #store: RecordStore
  readonly #state: WorldState & { options: ArcaneOptions }
  readonly #spawners: Spawners
  readonly #records: ChangedRecords
  #nextId: number
  /** The picture without players, drawn on first use. */
  #islandPicture: Picture | undefined

  /** Throws if a record is missing. */
  constructor(store: RecordStore, context: GameContext, options: ArcaneOptions) {
    this.#store = store
    this.#nextId = store.get(counterKey) as number
    this.#records = new ChangedRecords(store)
    this.#state = this.#createState(context, options)
    this.characters = new Characters(store, this.#records, this)
    this.#spawners = new Spawners(store)
    this.#spawners.tick(this.#state, context.now())
  }

  get players(): number {
    return this.#state.players.size
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get options(): ArcaneOptions {
    return this.#state.options
  }

  get terrain(): Terrain {
    return this.#state.terrain
  }

  /** The look of each tile in the client's map, 393,216 bytes. Each access reads the store. */
  get variants(): Uint8Array {
    return readTiles(this.#store, 'variants')
  }

  /** [AS-12.16] */
  get map(): WorldMap {
    const { terrain, ground, start } = this.#state
    return {
      ...{ terrain: terrain.tiles, variants: this.variants, start },
      items: itemsByAge(ground.piles),
      spawners: readSpawners(this.#store),
      townsfolk: readTownsfolk(this.#store),
    }
  }

  applyOptions(options: ArcaneOptions): void {
    this.#state.options = options
    for (const player of this.#state.players) this.#state.views.markMobsChanged(player.place)
  }

  /** [AS-2.3] The parameters are those of `Characters.create`. */
  createCharacter(id: number, name: string, portrait: number, password?: string): void {
    this.characters.create(id, name, portrait, this.#state.start, password)
  }

  /** [AS-2.4] Sends the initial state. Closes an older screen of the same player. */
  enter(id: number, screen: Screen): Player {
    const player = this.characters.get(id)
    if (!player) throw new Error(`player ${id} has no character`)
    this.#attachScreen(player, screen)
    screen.vitals(player, player.name)
    player.showInventory()
    this.#state.views.showPosition(player)
    if (player.held) player.showHeld()
    player.sendText(`Welcome ${player.name} to \x12Arcane Sector\x0f!`)
    return player
  }

  /**
   * [AS-13.4] Call after a restart. Sends nothing. Returns undefined if the character does not exist. `remembered`
   * replaces the player's record if it is newer.
   */
  resume(id: number, screen: Screen, remembered?: PlayerResumeData): Player | undefined {
    const player = this.characters.get(id)
    if (!player) return undefined
    if (remembered && !player.screen) applyResumeData(player, remembered, this.terrain)
    this.#attachScreen(player, screen)
    player.selection = remembered?.selection
    return player
  }

  resumeDataOf({ place, facing, positionChanges, selection }: Player): PlayerResumeData {
    return { place, facing, positionChanges, selection }
  }

  /** Call for a client that may have missed frames. */
  resendAll(player: Player): void {
    this.#state.views.showPosition(player)
    player.showVitals()
    player.showInventory()
    player.showHeld()
  }

  /** The player's character remains in the world. Does nothing if the player has another screen by now. */
  leave(player: Player, screen: Screen): void {
    if (player.screen !== screen) return
    this.#disconnect(player)
    if (this.characters.isDisposable(player)) this.characters.delete(player.id)
    else this.characters.save(player)
  }

  /** [AS-2.9] The character's items drop to the ground, even beyond the pile limit. */
  freeCharacter(id: number): void {
    const player = this.characters.get(id)
    if (!player) return
    const { screen, place } = player
    if (screen) this.#disconnect(player)
    screen?.close('the owner has freed this id')
    this.characters.delete(id)
    for (const item of [...player.slots, player.held]) if (item) this.#state.ground.put(place, item)
    this.#state.views.markGroundChanged(place)
  }

  // ---- Actions -------------------------------------------------------------------------------------------------

  /** [AS-3.1] [AS-3.6] `to`: the direction of MOVE; values over 3 are ignored. */
  move(player: Player, to: number): void {
    if (canAct(player)) moveOrQueue(this.#state, player, { kind: 'step', to })
  }

  /** [AS-3.2] `to`: the direction of DIRE; values over 3 are ignored. */
  face(player: Player, to: number): void {
    if (canAct(player)) moveOrQueue(this.#state, player, { kind: 'turn', to })
  }

  /** [AS-5.1] `itemId`: undefined if the client has sent 2^64 - 1 (no item). */
  hold(player: Player, itemId: number | undefined): void {
    if (itemId !== undefined && canAct(player)) pickUp(this.#state, player, itemId)
  }

  /** [AS-5.2] */
  drop(player: Player, to: number): void {
    if (canAct(player)) putDown(this.#state, player, to)
  }

  /** [AS-5.3] `itemId`: undefined if the client has sent 2^64 - 1 (no item). */
  use(player: Player, itemId: number | undefined): void {
    if (itemId === undefined || !canAct(player)) return
    const reached = findReachableItem(this.#state, player, itemId)
    if (reached) useItem(this.#state, player, reached)
    else player.sendText('Out of reach.')
  }

  /** [AS-8.2] */
  choose(player: Player, selectionId: number, choice: SelectionAnswer): void {
    if (canAct(player)) answerSelection(this.#state, player, selectionId, choice)
  }

  /** [AS-7.1] `spell`: eight bytes, one per rune. */
  cast(player: Player, spell: Uint8Array): void {
    if (canAct(player)) castSpell(this.#state, player, spell)
  }

  /** [AS-9.1] [AS-9.4] `text`: one character for each byte. */
  say(player: Player, text: string): void {
    if (player.screen) sayOrQueue(this.#state, player, text)
  }

  /** `text`: ASCII. */
  broadcast(text: string): void {
    for (const player of this.#state.players) player.sendText(`\x13${text.replaceAll('~', '-')}`)
  }

  // ---- Time ----------------------------------------------------------------------------------------------------

  tick(now: number): void {
    const state = this.#state
    tickQueues(state)
    state.timers.tick(now)
    tickSelections(state, now)
    tickVitals(state, now)
    if (state.options.monsters) tickMonsters(state, now)
    this.#spawners.tick(state, now)
    greetUnmetPlayers(state)
    state.views.flush()
  }

  /**
   * [AS-13.2] Saves the state that is not stored with every change, so that a crash sets it back by at most 2 s: the
   * characters of connected players, and all monsters.
   */
  save(): void {
    for (const player of this.#state.players) this.characters.save(player)
    this.#records.put(monstersKey, this.#state.monsters.save())
  }

  /** The room's API shows this state. */
  publicState(): Json {
    const players = [...this.#state.players].map(({ id, name }) => ({ id, name }))
    const characters = this.characters.count
    const monsters = this.options.monsters ? this.#state.monsters.alive.size : 0
    return { players, characters, monsters, items: this.#state.ground.count }
  }

  /** [AS-12.13] */
  drawPicture(): Picture {
    this.#islandPicture ??= this.#drawIsland()
    return drawPlayers(
      this.#islandPicture,
      [...this.playersOnMap()].map(({ outside }) => outside),
    )
  }

  /** The place of a player in a house or cave is the place of the outdoor door. */
  *playersOnMap(): Iterable<{ readonly player: Player; readonly outside: Place }> {
    for (const player of this.#state.players) {
      const outside = player.place.y < firstIndoorRow ? player.place : this.#state.doors.outside(player.place)
      if (outside) yield { player, outside }
    }
  }

  /** Piles by rows, and all mobs within `tiles` in x and y, including the player. */
  surroundingsOf(
    { place }: Player,
    tiles: number,
  ): { readonly piles: readonly Pile[]; readonly mobs: readonly Mob[] } {
    const { ground, players, townsfolk, monsters, options } = this.#state
    const others = options.monsters ? monsters.alive.square(place, tiles) : []
    return {
      piles: ground.pilesNear(place, tiles),
      mobs: [...players.square(place, tiles), ...townsfolk.square(place, tiles), ...others],
    }
  }

  #drawIsland(): Picture {
    const { terrain, ground, start } = this.#state
    const lamps = [...ground.piles].filter(({ items }) => items.some(({ type }) => type === 'lamppost'))
    return drawIsland({ kinds: terrain.tiles, looks: this.variants }, lamps, start)
  }

  #attachScreen(player: Player, screen: Screen): void {
    const before = player.screen
    if (before) this.#detachScreen(player)
    player.screen = screen
    this.#state.players.add(player)
    this.#state.views.markMobsChanged(player.place, player)
    // [AS-2.5] The closed session calls `leave` later, which does nothing because the player has another screen.
    if (before !== screen) before?.close('logged in again')
  }

  #disconnect(player: Player): void {
    this.#detachScreen(player)
    this.#state.players.delete(player)
    this.#state.views.markMobsChanged(player.place)
  }

  #detachScreen(player: Player): void {
    player.screen = undefined
    player.selection = undefined
    player.queuedMoves = []
    player.queuedSpeech = []
    this.#state.timers.drop(player)
    this.#state.views.drop(player)
  }

  #newId(): number {
    const id = this.#nextId++
    this.#store.put(counterKey, this.#nextId)
    return id
  }

  #createState(context: GameContext, options: ArcaneOptions): WorldState & { options: ArcaneOptions } {
    const store = this.#store
    const terrain = new Terrain(readTiles(store, 'terrain'))
    const start = readStart(store)
    const ground = new Ground(store)
    const players = new SpatialIndex<Player>()
    const townsfolk = new SpatialIndex<Townsperson>()
    for (const [index, placed] of readTownsfolk(store).entries())
      townsfolk.add(new Townsperson(index, placed))
    const monsters = new Monsters(store.get(monstersKey) as Json | undefined, terrain, start, context)
    const state: WorldState & { options: ArcaneOptions } = {
      context,
      options,
      terrain,
      start,
      ground,
      doors: new Doors(ground, terrain),
      locks: new SwitchLocks(ground),
      players,
      monsters,
      townsfolk,
      views: new Views(
        () => ({
          ground,
          players,
          townsfolk,
          monsters: state.options.monsters ? monsters.alive : undefined,
        }),
        (steps) => context.chargeSteps(steps),
      ),
      timers: new Timers(() => context.now()),
      newId: () => this.#newId(),
      saveCharacter: (player) => this.characters.save(player),
    }
    return state
  }
}

/** [AS-3.9] */
function canAct(player: Player): boolean {
  return player.screen !== undefined && !player.isDead
}

/** Uses the resume state only if it is newer than the player's record. */
function applyResumeData(
  player: Player,
  { place, facing, positionChanges }: PlayerResumeData,
  terrain: Terrain,
): void {
  if (positionChanges < player.positionChanges || terrain.blocks(place.x, place.y)) return
  player.place = { x: place.x, y: place.y }
  player.facing = facing
  player.positionChanges = positionChanges
}
