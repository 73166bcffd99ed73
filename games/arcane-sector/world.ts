// An Arcane Sector world: its ground, its players, and their actions. Pure: time and randomness come from the Host,
// records go through the Store, no bytes and no sockets. Sessions call the verbs; the results go to the players'
// Screens.
import type { Host, Json, Picture, Store, World } from '../game.ts'
import { use } from './acts/effects.ts'
import { choose, tickSelections } from './acts/selections.ts'
import { moveInTime, sayInTime, tickWaiting } from './acts/waiting.ts'
import { Nearby } from './land/nearby.ts'
import { insides, type Place, Terrain } from './land/terrain.ts'
import { cast } from './magic/spells.ts'
import { tickMonsters } from './monsters/turns.ts'
import type { ArcaneOptions } from './options.ts'
import { drop, hold, reach } from './people/carrying.ts'
import { playerName } from './people/names.ts'
import { tickVitals } from './people/vitals.ts'
import { Monsters } from './scene/monsters.ts'
import {
  type Choice,
  mostPlayers,
  Player,
  playerRecord,
  type Remembered,
  readPlayer,
} from './scene/player.ts'
import {
  passwordKey,
  playerKey,
  readSpawners,
  readStart,
  readTiles,
  readTownsfolk,
  type WorldMap,
} from './scene/records.ts'
import type { Scene } from './scene/scene.ts'
import { Spawners } from './scene/spawners.ts'
import { Timers } from './scene/timers.ts'
import { Townsperson } from './scene/townsperson.ts'
import type { Mob, Screen } from './sight/screen.ts'
import { Views } from './sight/views.ts'
import { Doors } from './things/doors.ts'
import { Ground, inOrder, type Pile } from './things/ground.ts'
import { Locks } from './things/locks.ts'
import { greetNewcomers } from './townsfolk/talking.ts'
import { drawIsland, drawPeople } from './view/above/picture.ts'

const counterKey = 'counter'
const monstersKey = 'monsters'

export class ArcaneWorld implements World {
  readonly tickMs = 100
  readonly capacity = mostPlayers
  readonly #store: Store
  readonly #scene: Scene & { options: ArcaneOptions }
  readonly #spawners: Spawners
  /** By id. */
  readonly #characters: (Player | undefined)[]
  /** By key: the stored text of each record that may roll back, so that only changes are written. */
  readonly #kept = new Map<string, string>()
  #nextId: number
  /** Drawn on first use; never changes. */
  #island: Picture | undefined

  /** Opens a world from its records. Throws if a record is missing. */
  constructor(store: Store, host: Host, options: ArcaneOptions) {
    this.#store = store
    this.#nextId = store.get(counterKey) as number
    this.#characters = Array.from({ length: mostPlayers }, (_, id) => this.#read(id))
    this.#scene = this.#makeScene(host, options)
    this.#spawners = new Spawners(store)
    this.#spawners.tick(this.#scene, host.now())
  }

  get players(): number {
    return this.#scene.players.size
  }

  get occupied(): boolean {
    return this.players > 0
  }

  get options(): ArcaneOptions {
    return this.#scene.options
  }

  get terrain(): Terrain {
    return this.#scene.terrain
  }

  /** The look of each tile for the client: 393,216 bytes, read from the store each time. */
  get variants(): Uint8Array {
    return readTiles(this.#store, 'variants')
  }

  /** The current world as a map, without characters, their belongings, and monsters. [AS-12.16] */
  get map(): WorldMap {
    const { terrain, ground, start } = this.#scene
    return {
      ...{ terrain: terrain.tiles, variants: this.variants, start },
      items: inOrder(ground.piles),
      spawners: readSpawners(this.#store),
      townsfolk: readTownsfolk(this.#store),
    }
  }

  /** Applies changed options. */
  configure(options: ArcaneOptions): void {
    this.#scene.options = options
    for (const player of this.#scene.players) this.#scene.views.changedMobs(player.place)
  }

  // ---- Joining and leaving -------------------------------------------------------------------------------------

  /**
   * [AS-2.6] The hashed password of a player: the owner's, or else the player's own. Undefined: the next player to log
   * in sets it.
   */
  passwordOf(id: number): string | undefined {
    const preset = this.#presetOf(id)
    if (preset !== undefined || !this.has(id)) return preset
    return this.#store.get(passwordKey(id)) as string | undefined
  }

  /** [AS-2.8] Whether the id has a character in use: its player is connected, or it has moved or owns something. */
  has(id: number): boolean {
    const player = this.#characters[id]
    return player !== undefined && (player.screen !== undefined || !this.#lapses(player))
  }

  /** Sets the password of a character that has none; `hashed` is the result of `host.hash`. */
  setPassword(id: number, hashed: string): void {
    this.#store.put(passwordKey(id), hashed)
  }

  /**
   * [AS-2.3] Creates a character, unless there is one. `name` as received; `password` is the hash of the player's
   * choice, undefined if the owner has set one.
   */
  create(id: number, name: string, portrait: number, password?: string): void {
    if (this.has(id)) return
    const player = new Player(id, playerName(name, id), portrait, this.#scene.start)
    this.#characters[id] = player
    this.#keep(player)
    if (password === undefined) this.#store.delete(passwordKey(id))
    else this.#store.put(passwordKey(id), password)
  }

  /** [AS-2.4] Connects a character and sends the initial state. Closes an older screen of the same player. */
  enter(id: number, screen: Screen): Player {
    const player = this.#characters[id]
    if (!player) throw new Error(`player ${id} has no character`)
    this.#comeIn(player, screen)
    screen.vitals(player, player.name)
    player.showInventory()
    this.#scene.views.showPosition(player)
    if (player.held) player.showHeld()
    player.tell(`Welcome ${player.name} to \x12Arcane Sector\x0f!`)
    return player
  }

  /**
   * [AS-13.4] Resumes a session after a restart. Sends nothing. Undefined: there is no character. `remembered`
   * overrides the records if it is newer.
   */
  resume(id: number, screen: Screen, remembered?: Remembered): Player | undefined {
    const player = this.#characters[id]
    if (!player) return undefined
    if (remembered && !player.screen) recall(player, remembered, this.terrain)
    this.#comeIn(player, screen)
    player.selection = remembered?.selection
    return player
  }

  /** Player state for the session's note. */
  remember({ place, facing, steps, selection }: Player): Remembered {
    return { place, facing, steps, selection }
  }

  /** Sends everything that a client can know, after it may have missed something. */
  show(player: Player): void {
    this.#scene.views.showPosition(player)
    player.showVitals()
    player.showInventory()
    player.showHeld()
  }

  /** Disconnects a player, who keeps place and belongings. Does nothing if the player has another screen by now. */
  leave(player: Player, screen: Screen): void {
    if (player.screen !== screen) return
    this.#depart(player)
    if (this.#lapses(player)) this.#forget(player.id)
    else this.#keep(player)
  }

  /**
   * [AS-2.9] Frees an id, so that the next player to log in with it is new. The character's items drop to the ground,
   * even beyond the pile limit.
   */
  free(id: number): void {
    const player = this.#characters[id]
    if (!player) return
    const { screen, place } = player
    if (screen) this.#depart(player)
    screen?.close('the host has freed this id')
    this.#forget(id)
    for (const item of [...player.slots, player.held]) if (item) this.#scene.ground.put(place, item)
    this.#scene.views.changedGround(place)
  }

  // ---- Actions -------------------------------------------------------------------------------------------------

  /** [AS-3.1] `to` is 0-3 as in MOVE; other values are ignored. [AS-3.6] Waits if too soon after others. */
  move(player: Player, to: number): void {
    if (canAct(player)) moveInTime(this.#scene, player, { kind: 'step', to })
  }

  /** [AS-3.2] `to` is 0-3 as in DIRE; other values are ignored. Waits behind waiting steps. */
  face(player: Player, to: number): void {
    if (canAct(player)) moveInTime(this.#scene, player, { kind: 'turn', to })
  }

  /** [AS-5.1] Undefined: no item, ignored. */
  hold(player: Player, itemId: number | undefined): void {
    if (itemId !== undefined && canAct(player)) hold(this.#scene, player, itemId)
  }

  /** [AS-5.2] */
  drop(player: Player, to: number): void {
    if (canAct(player)) drop(this.#scene, player, to)
  }

  /** [AS-5.3] Undefined: no item, ignored. */
  use(player: Player, itemId: number | undefined): void {
    if (itemId === undefined || !canAct(player)) return
    const reached = reach(this.#scene, player, itemId)
    if (reached) use(this.#scene, player, reached)
    else player.tell('Out of reach.')
  }

  /** [AS-8.2] */
  choose(player: Player, selectionId: number, choice: Choice): void {
    if (canAct(player)) choose(this.#scene, player, selectionId, choice)
  }

  /** [AS-7.1] Eight bytes. */
  cast(player: Player, spell: Uint8Array): void {
    if (canAct(player)) cast(this.#scene, player, spell)
  }

  /** [AS-9.1] `text` as received. [AS-9.4] Waits if too soon after others. */
  say(player: Player, text: string): void {
    if (player.screen) sayInTime(this.#scene, player, text)
  }

  // ---- Time ----------------------------------------------------------------------------------------------------

  tick(now: number): void {
    const scene = this.#scene
    tickWaiting(scene)
    scene.timers.tick(now)
    tickSelections(scene, now)
    tickVitals(scene, now)
    if (scene.options.monsters) tickMonsters(scene, now)
    this.#spawners.tick(scene, now)
    greetNewcomers(scene)
    scene.views.flush()
  }

  /** [AS-13.2] Saves what may roll back: places and states of players and monsters. */
  save(): void {
    for (const player of this.#scene.players) this.#putChanged(playerKey(player.id), playerRecord(player))
    this.#putChanged(monstersKey, this.#scene.monsters.save())
  }

  /** The public state. */
  view(): Json {
    const players = [...this.#scene.players].map(({ id, name }) => ({ id, name }))
    const characters = this.#characters.filter((_, id) => this.has(id)).length
    const monsters = this.options.monsters ? this.#scene.monsters.alive.size : 0
    return { players, characters, monsters, items: this.#scene.ground.count }
  }

  /** [AS-12.13] */
  picture(): Picture {
    this.#island ??= this.#drawIsland()
    return drawPeople(
      this.#island,
      [...this.shown()].map(({ outside }) => outside),
    )
  }

  /** The connected players with their places on the island; in a house or cave, that of its door. */
  *shown(): Iterable<{ readonly player: Player; readonly outside: Place }> {
    for (const player of this.#scene.players) {
      const outside = player.place.y < insides ? player.place : this.#scene.doors.outside(player.place)
      if (outside) yield { player, outside }
    }
  }

  /** Everything at most `tiles` from a connected player: piles by rows, and all mobs including the player. */
  around(
    { place }: Player,
    tiles: number,
  ): { readonly piles: readonly Pile[]; readonly mobs: readonly Mob[] } {
    const { ground, players, townsfolk, monsters, options } = this.#scene
    const others = options.monsters ? monsters.alive.square(place, tiles) : []
    return {
      piles: ground.near(place, tiles),
      mobs: [...players.square(place, tiles), ...townsfolk.square(place, tiles), ...others],
    }
  }

  #drawIsland(): Picture {
    const { terrain, ground, start } = this.#scene
    const lamps = [...ground.piles].filter(({ items }) => items.some(({ type }) => type === 'lamppost'))
    return drawIsland({ kinds: terrain.tiles, looks: this.variants }, lamps, start)
  }

  #comeIn(player: Player, screen: Screen): void {
    const before = player.screen
    if (before) this.#goOut(player)
    player.screen = screen
    this.#scene.players.add(player)
    this.#scene.views.changedMobs(player.place, player)
    // [AS-2.5] Its session will call `leave`, which does nothing because the player has another screen by then.
    if (before !== screen) before?.close('logged in again')
  }

  /** [AS-2.8] An id with a password from the owner is reserved. */
  #lapses(player: Player): boolean {
    return player.unused && this.#presetOf(player.id) === undefined
  }

  #presetOf(id: number): string | undefined {
    return this.options.passwords[String(id)]?.hashed
  }

  /** Removes a player from the game, and updates the views of others. */
  #depart(player: Player): void {
    this.#goOut(player)
    this.#scene.players.delete(player)
    this.#scene.views.changedMobs(player.place)
  }

  #forget(id: number): void {
    this.#characters[id] = undefined
    this.#kept.delete(playerKey(id))
    this.#store.delete(playerKey(id))
    this.#store.delete(passwordKey(id))
  }

  /** Clears state of the connection: screen, selection, queues. */
  #goOut(player: Player): void {
    player.screen = undefined
    player.selection = undefined
    player.motions = []
    player.lines = []
    this.#scene.timers.drop(player)
    this.#scene.views.drop(player)
  }

  #read(id: number): Player | undefined {
    const record = this.#store.get(playerKey(id))
    if (record === undefined) return undefined
    const player = readPlayer(id, record as Json)
    this.#kept.set(playerKey(id), JSON.stringify(playerRecord(player)))
    return player
  }

  #keep(player: Player): void {
    this.#putChanged(playerKey(player.id), playerRecord(player))
  }

  #putChanged(key: string, record: Json): void {
    const text = JSON.stringify(record)
    if (this.#kept.get(key) === text) return
    this.#kept.set(key, text)
    this.#store.put(key, record)
  }

  #newId(): number {
    const id = this.#nextId++
    this.#store.put(counterKey, this.#nextId)
    return id
  }

  #makeScene(host: Host, options: ArcaneOptions): Scene & { options: ArcaneOptions } {
    const store = this.#store
    const terrain = new Terrain(readTiles(store, 'terrain'))
    const start = readStart(store)
    const ground = new Ground(store)
    const players = new Nearby<Player>()
    const townsfolk = new Nearby<Townsperson>()
    for (const [index, placed] of readTownsfolk(store).entries())
      townsfolk.add(new Townsperson(index, placed))
    const monsters = new Monsters(store.get(monstersKey) as Json | undefined, terrain, start, host)
    const scene: Scene & { options: ArcaneOptions } = {
      host,
      options,
      terrain,
      start,
      ground,
      doors: new Doors(ground, terrain),
      locks: new Locks(ground),
      players,
      monsters,
      townsfolk,
      views: new Views(
        () => ({
          ground,
          players,
          townsfolk,
          monsters: scene.options.monsters ? monsters.alive : undefined,
        }),
        (steps) => host.spend(steps),
      ),
      timers: new Timers(() => host.now()),
      newId: () => this.#newId(),
      keep: (player) => this.#keep(player),
    }
    return scene
  }
}

/** [AS-3.9] Dead and disconnected players cannot act. */
function canAct(player: Player): boolean {
  return player.screen !== undefined && !player.dead
}

/** Restores the place from the note, if it is newer than the records. */
function recall(player: Player, { place, facing, steps }: Remembered, terrain: Terrain): void {
  if (steps < player.steps || terrain.blocks(place.x, place.y)) return
  player.place = { x: place.x, y: place.y }
  player.facing = facing
  player.steps = steps
}
