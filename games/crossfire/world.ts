// A world has no input or output of its own: time, random numbers and records come from the GameContext.
import type { DueTimeShifts, GameContext, Json, Picture, RecordStore, World } from '../game.ts'
import { barrowEntrance } from './builtin/maps/index.ts'
import type { FaceGallery } from './builtin/pictures/gallery.ts'
import type { ArchetypeRegistry } from './model/definitions/archetype.ts'
import type { CharacterRules, StartingMap } from './model/definitions/character-rules.ts'
import { classOrDefault, raceOrDefault } from './model/definitions/character-rules.ts'
import type { Quest } from './model/definitions/script.ts'
import type { AdjacentLevelLookup, LevelCell } from './model/level/adjacent-maps.ts'
import { closeDueDoors } from './model/level/doors.ts'
import { clampToLevel, nearestFreeCell, onPlayerArrived } from './model/level/relocation.ts'
import { type Atlas, builtinAtlas } from './model/loading/atlas.ts'
import { LevelLoader } from './model/loading/level-loader.ts'
import { mapResetDueTimeShifts } from './model/loading/map-resets.ts'
import { restockLevel } from './model/loading/restocking.ts'
import { isDungeonFloor, WeeklyDungeon } from './model/loading/weekly-dungeon.ts'
import { nameWithTitle } from './model/players/characters.ts'
import { type CharacterChoices, createCharacter } from './model/players/create-character.ts'
import { levelOf } from './model/players/levels.ts'
import { dismissPets } from './model/players/pets.ts'
import {
  type CharacterActivity,
  CharacterActivityLog,
  isRarelyUsedCharacter,
  withCurrentPlayerState,
} from './model/records/character-activity.ts'
import { HighScores } from './model/records/high-scores.ts'
import {
  characterKey,
  fromPlayerRecord,
  toPlayerRecord,
  wasAboardTransport,
} from './model/records/player-record.ts'
import { StoredServiceRecords } from './model/records/service-records.ts'
import { sendMessageToAll } from './model/state/broadcast.ts'
import type { GameState, Level, Player } from './model/state/game-state.ts'
import { Parties, partyDueTimeShifts } from './model/state/parties.ts'
import { TagAllocator } from './model/state/tag-allocator.ts'
import { closeContainer } from './model/things/containers.ts'
import { createThing } from './model/things/thing.ts'
import { actionMicros, msUntilReady, spendActionTime, tickMs } from './model/time/action-timing.ts'
import { Timers } from './model/time/timers.ts'
import { maxViewRadius, type PlayerMapView, PlayerView } from './model/view/player-view.ts'
import { type CrossfireOptions, defaultOptions } from './options.ts'
import { messageTypes } from './protocol/events/message-types.ts'
import type { PlayerListener } from './protocol/events/player-listener.ts'
import { applyThingWithTag } from './rules/actions/apply.ts'
import { answerPassword } from './rules/actions/chat/parties.ts'
import { examineThingWithTag, lookAt } from './rules/actions/items/examine.ts'
import { inscribeByTag } from './rules/actions/items/inscribe.ts'
import { markThing, setItemLocked } from './rules/actions/items/mark-and-lock.ts'
import { moveItem } from './rules/actions/items/take-and-drop.ts'
import { nextRepeatAt, runDueRepeats } from './rules/actions/repeat.ts'
import { parseCommand, reportUnknownCommand } from './rules/commands/command-table.ts'
import { runPendingMachines } from './rules/machines/run-machines.ts'
import { deleteServiceRecords, hasServiceRecords } from './rules/scripts/services/delete-service-records.ts'
import { marketDueTimeShifts } from './rules/scripts/services/market.ts'
import { rentDueTimeShifts } from './rules/scripts/services/player-shops.ts'
import { tickWorld } from './rules/tick.ts'
import { exchangeForeignCoins, giveMoney, totalMoney } from './rules/trade/money.ts'
import { drawTownPicture } from './view/town-picture.ts'

/** [CF-16.3] */
const maxPlayers = 256
/** Ticks between two checks for things to restock and for maps that all players have left. */
const restockTicks = 50
/** [CF-4.13] Starting money, in the smallest coin, of characters whose kit has none. */
const startingMoney = 80
const ticksKey = 'ticks'
const charactersKey = 'characters'

export const crossfireDueTimeShifts: DueTimeShifts = {
  ...mapResetDueTimeShifts,
  ...partyDueTimeShifts,
  ...rentDueTimeShifts,
  ...marketDueTimeShifts,
}

/** Summary of a character, connected or not. */
export interface CharacterSummary {
  readonly name: string
  /** Display names. */
  readonly race: string
  readonly class: string
  readonly level: number
  readonly face: number
  /** Title. */
  readonly map: string
  /** Name of the character's party; empty if it has none. */
  readonly party: string
}

export class CrossfireWorld implements World {
  readonly tickMs = tickMs
  /** [CF-9.4] */
  readonly timers = new Timers()
  readonly #store: RecordStore
  readonly #context: GameContext
  /** [CF-16.8] */
  options: CrossfireOptions = defaultOptions
  /** [CF-4.14] */
  readonly characterRules: CharacterRules
  /** [CF-20.1] */
  readonly isImported: boolean
  readonly gallery: FaceGallery
  /** [CF-16.10] */
  readonly roster: CharacterActivityLog
  readonly #archetypes: ArchetypeRegistry
  readonly #levels: LevelLoader
  readonly #parties: Parties
  readonly #scores: HighScores
  readonly #ledger: StoredServiceRecords
  readonly #game: GameState
  readonly #players = new Map<string, Player>()
  /** The saved records of connected characters as JSON, by key. */
  readonly #savedRecords = new Map<string, string>()
  /** When each connected character entered the game, in milliseconds of the server's clock, by lower-case name. */
  readonly #enteredAt = new Map<string, number>()
  #ticks: number
  #savedTicks: number

  constructor(store: RecordStore, context: GameContext, atlas = builtinAtlas) {
    this.#store = store
    this.#context = context
    this.#ticks = (store.get(ticksKey) as number | undefined) ?? 0
    this.#savedTicks = this.#ticks
    const tags = new TagAllocator(store)
    this.#archetypes = atlas.archetypes
    this.gallery = atlas.gallery
    this.characterRules = atlas.characterRules
    this.isImported = atlas.coverage !== undefined
    this.#scores = new HighScores(store)
    this.#ledger = new StoredServiceRecords(store)
    this.roster = new CharacterActivityLog(store)
    this.#levels = new LevelLoader(store, tags, atlas, new WeeklyDungeon(store, context), context)
    this.#parties = new Parties(store, () => context.now())
    this.#game = this.#createGameState(tags, atlas)
  }

  /** [CF-23.6] */
  get quests(): readonly Quest[] {
    return this.#game.quests
  }

  get players(): number {
    return this.#players.size
  }

  get activePlayers(): number {
    return [...this.#players.values()].filter(({ isAway }) => !isAway).length
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return maxPlayers
  }

  // ---- Login and logout -------------------------------------------------------------------------------------------

  /** Case-insensitive. */
  has(name: string): boolean {
    return this.#store.get(characterKey(name)) !== undefined
  }

  /** [CF-16.3] */
  get canCreateCharacter(): boolean {
    return this.#characterCount < this.options.maxCharacters
  }

  isPlaying(name: string): boolean {
    return this.#players.has(name.toLowerCase())
  }

  /** [CF-4.13] The created character does not enter the game. The name must be valid and free. */
  createCharacter(choices: CharacterChoices): void {
    if (this.has(choices.name)) throw new Error(`character ${choices.name} already exists`)
    const player = createCharacter(this.#game, choices)
    if (totalMoney(player) === 0) giveMoney(this.#game, player, startingMoney)
    this.#store.put(characterKey(player.name), toPlayerRecord(player))
    this.#store.put(charactersKey, this.#characterCount + 1)
    this.roster.recordCreated(player, this.#context.now())
  }

  /** [CF-16.11] Also deletes all records of the world about the characters. Skips unknown and connected characters. */
  deleteCharacters(names: readonly string[]): readonly string[] {
    const gone = names.filter((name) => this.has(name) && !this.isPlaying(name))
    for (const name of gone) {
      this.#parties.leave(name)
      deleteServiceRecords(this.#ledger, name)
      this.roster.delete(name)
      this.#store.delete(characterKey(name))
    }
    if (gone.length > 0) this.#levels.deleteOwnedMaps(gone)
    this.#store.put(charactersKey, Math.max(0, this.#characterCount - gone.length))
    return gone
  }

  /** [CF-16.10] Whether both the roster and the character's record say that the character was rarely used. */
  isUnplayed(activity: CharacterActivity): boolean {
    if (!isRarelyUsedCharacter(activity)) return false
    const player = this.#loadPlayer(activity.name)
    return player !== undefined && isRarelyUsedCharacter(withCurrentPlayerState(activity, player))
  }

  /**
   * [CF-16.10] Of the given characters, those that own a map, a guild, a shop or letters. Their players still need
   * these things.
   */
  ownersAmong(names: readonly string[]): ReadonlySet<string> {
    const own = this.#levels.ownersOfMapsAmong(names)
    return new Set(
      names.filter((name) => own.has(name.toLowerCase()) || hasServiceRecords(this.#ledger, name)),
    )
  }

  characterSummary(name: string): CharacterSummary | undefined {
    const player = this.#players.get(name.toLowerCase()) ?? this.#loadPlayer(name)
    if (!player) return undefined
    const { origin, characterRules, face, levelName } = player
    return {
      name: player.name,
      race: raceOrDefault(characterRules, origin.race).name,
      class: classOrDefault(characterRules, origin.class).name,
      level: levelOf(player),
      face,
      map: this.#game.levels.has(levelName) ? this.#game.levels.titleOf(levelName) : this.#startingMap.name,
      party: this.#parties.partyOf(player.name)?.name ?? '',
    }
  }

  /** [CF-16.3] */
  get hasFreeSlot(): boolean {
    return this.players < this.capacity
  }

  /** [CF-16.3] A character that is in the game already may always enter again. */
  canEnter(name: string): boolean {
    return this.hasFreeSlot || this.#players.has(name.toLowerCase())
  }

  /** [CF-4.6] Announces the character. Closes an older connection of the character. */
  enter(name: string, listener: PlayerListener): Player {
    const isIn = this.#players.has(name.toLowerCase())
    const player = this.resume(name, listener)
    if (!player) throw new Error(`no character ${name}`)
    if (!isIn) {
      this.roster.recordSession(player, this.#context.now(), 0)
      exchangeForeignCoins(this.#game, player)
      sendMessageToAll(this.#game, `${player.name} has entered the game.`, messageTypes.arrival, player)
    }
    onPlayerArrived(this.#game, player)
    this.#saveChanges()
    return player
  }

  /**
   * [CF-16.6] Lets a character continue after a restart, without an announcement. Undefined if there is no such
   * character.
   */
  resume(name: string, listener: PlayerListener): Player | undefined {
    const key = name.toLowerCase()
    const there = this.#players.get(key)
    const player = there ?? this.#loadPlayer(name)
    if (!player) return undefined
    const before = player.listener
    player.listener = listener
    if (before && before !== listener) before.close('you logged in from another client')
    if (!there) this.#placePlayer(key, player)
    this.#parties.onMemberConnected(player.name)
    return player
  }

  /** Has no effect if another connection plays the character now. */
  leave(player: Player, listener: PlayerListener): void {
    if (player.listener !== listener) return
    closeContainer(player)
    dismissPets(player)
    player.repeatedAction = undefined
    player.pendingPartyName = undefined
    player.level?.removePlayer(player)
    player.level = undefined
    player.listener = undefined
    this.#scores.record(player)
    const now = this.#context.now()
    this.roster.recordSession(player, now, now - (this.#enteredAt.get(player.name.toLowerCase()) ?? now))
    this.#enteredAt.delete(player.name.toLowerCase())
    this.#players.delete(player.name.toLowerCase())
    this.#parties.onMemberDisconnected(player.name)
    sendMessageToAll(this.#game, `${player.name} has left the game.`, messageTypes.arrival)
    this.#saveCharacter(player)
    // After the last player has left, no tick follows that would schedule the resets of the maps.
    if (this.#players.size === 0) this.#levels.closeUnused()
    this.#saveChanges()
    this.#savedRecords.delete(characterKey(player.name))
  }

  /** `text`: has one character for each byte. */
  broadcast(text: string): void {
    sendMessageToAll(this.#game, text, messageTypes.administrator)
  }

  // ---- Player actions ---------------------------------------------------------------------------------------------

  /** [CF-9.10] */
  takesTime(text: string): boolean {
    return parseCommand(text).command?.takesTime === true
  }

  /** [CF-16.7] */
  isSpeech(text: string): boolean {
    return parseCommand(text).command?.broadcasts === true
  }

  /** [CF-4.11] */
  isQuit(text: string): boolean {
    return parseCommand(text).command?.name === 'quit'
  }

  /** [CF-9.4] Milliseconds until the player may act; 0 if that is now. */
  msUntilAction(player: Player): number {
    return msUntilReady(player, this.#context.now())
  }

  /** [CF-9.3] */
  actionMicros(player: Player): number {
    return actionMicros(player)
  }

  /**
   * [CF-9.5] `count`: undefined if the client sent none. A command that takes time does nothing before the player may
   * act.
   * @returns milliseconds until the command can be retried; 0 if it is done
   */
  runCommand(player: Player, text: string, count?: number): number {
    if (!canAct(player)) return 0
    const typed = parseCommand(text)
    const { command, args } = typed
    if (!command) reportUnknownCommand(player, typed)
    else if (command.takesTime)
      return this.#runAction(player, () => command.run(this.#game, player, args, count))
    else command.run(this.#game, player, args, count)
    this.#saveChanges()
    return 0
  }

  /** [CF-18.3] Returns false for a wrong password. */
  answerQuestion(player: Player, text: string): boolean {
    let isRight = true
    this.#runIfAlive(player, () => {
      isRight = answerPassword(this.#game, player, text)
    })
    return isRight
  }

  /** [CF-7.7] `to`: 0 for the ground, or the tag of the player or of an open container. `count`: 0 moves all pieces. */
  moveItem(player: Player, to: number, tag: number, count: number): void {
    this.#runIfAlive(player, () => moveItem(this.#game, player, to, tag, count))
  }

  /** [CF-7.9] Returns the milliseconds until the action can be retried; 0 if it is done. */
  applyItem(player: Player, tag: number): number {
    return canAct(player) ? this.#runAction(player, () => applyThingWithTag(this.#game, player, tag)) : 0
  }

  /** [CF-7.8] */
  examineItem(player: Player, tag: number): void {
    this.#runIfAlive(player, () => examineThingWithTag(this.#game, player, tag))
  }

  /** [CF-7.10] */
  lockItem(player: Player, tag: number, locked: boolean): void {
    this.#runIfAlive(player, () => setItemLocked(player, tag, locked))
  }

  /** [CF-7.11] */
  markItem(player: Player, tag: number): void {
    this.#runIfAlive(player, () => markThing(player, tag))
  }

  /** [CF-14.4] `spell` and `scroll`: tags. */
  inscribe(player: Player, spell: number, scroll: number): void {
    this.#runIfAlive(player, () => inscribeByTag(this.#game, player, spell, scroll))
  }

  /** [CF-11.6] */
  lookAt(player: Player, dx: number, dy: number): void {
    this.#runIfAlive(player, () => lookAt(player, dx, dy))
  }

  /** [CF-5.7] `radius`: in cells. `PlayerMapView` says how long it is valid. */
  viewOf(player: Player, radius: number = maxViewRadius): PlayerMapView {
    const friends = this.#parties.partyOf(player.name)?.members.map(({ name }) => name) ?? []
    const beside: AdjacentLevelLookup = (level, way) => this.#levels.adjacentLevel(level, way, player.name)
    return new PlayerView(player, this.#context.now(), friends, beside, radius)
  }

  // ---- Time --------------------------------------------------------------------------------------------------------

  tick(_now: number): void {
    this.#ticks++
    for (const level of this.#levels.levelsWithPlayers()) {
      closeDueDoors(this.#game, level)
      if (this.#ticks % restockTicks === 0) restockLevel(this.#game, level)
    }
    tickWorld(this.#game)
    if (this.#ticks % restockTicks === 0) this.#levels.closeUnused()
    this.#saveChanges()
    for (const player of [...this.#players.values()]) player.listener?.onTick(this.#ticks)
  }

  /** When the world must run next: for a run or fire step of a player, or for the timer of a session. */
  get wakeAt(): number | undefined {
    const own = nextRepeatAt(this.#players.values(), this.#context.now())
    const { next } = this.timers
    return own === undefined || next === undefined ? (own ?? next) : Math.min(own, next)
  }

  wake(now: number): void {
    // Queued commands run first: otherwise a queued `run_stop` would never run.
    this.timers.fireDue(now)
    runDueRepeats(this.#game, this.#players.values(), now)
    this.#saveChanges()
  }

  /** [CF-16.2] Saves positions and conditions of players and creatures. */
  save(): void {
    for (const player of this.#players.values()) {
      this.#saveCharacter(player)
      this.#scores.record(player)
    }
    this.#levels.saveAll()
    if (this.#savedTicks === this.#ticks) return
    this.#savedTicks = this.#ticks
    this.#store.put(ticksKey, this.#ticks)
  }

  view(): { readonly [field: string]: Json } {
    const players = [...this.#players.values()].map((player) => ({
      name: player.name,
      title: nameWithTitle(player),
      level: levelOf(player),
      map: player.level!.plan.title,
    }))
    return { players, characters: this.#characterCount }
  }

  /** [CF-15.13] */
  picture(): Picture {
    return drawTownPicture(this.gallery, this.startingLevel(), this.#context.now())
  }

  /** Maps with at least one player, in the order in which the players connected. */
  populatedLevels(which: (player: Player) => boolean = () => true): readonly Level[] {
    const players = [...this.#players.values()].filter(which)
    return [...new Set(players.flatMap(({ level }) => level ?? []))]
  }

  /** Spectators see this map if no player can be watched. */
  startingLevel(): Level {
    return this.#levels.levelForSpectator(this.#startingMap.position.level)
  }

  /** Runs the action, or returns the milliseconds to wait if the player may not act yet. */
  #runAction(player: Player, action: () => number | void): number {
    const now = this.#context.now()
    const wait = msUntilReady(player, now)
    if (wait > 0) return wait
    spendActionTime(player, action() ?? actionMicros(player), now)
    this.#saveChanges()
    return 0
  }

  #runIfAlive(player: Player, action: () => void): void {
    if (!canAct(player)) return
    action()
    this.#saveChanges()
  }

  /** [CF-16.1] */
  #saveChanges(): void {
    runPendingMachines(this.#game)
    for (const player of this.#players.values()) if (player.isUnsaved) this.#saveCharacter(player)
    this.#levels.saveRequired()
  }

  #saveCharacter(player: Player): void {
    player.isUnsaved = false
    const key = characterKey(player.name)
    const record = toPlayerRecord(player)
    const text = JSON.stringify(record)
    if (this.#savedRecords.get(key) === text) return
    this.#savedRecords.set(key, text)
    this.#store.put(key, record)
  }

  get #startingMap(): StartingMap {
    return this.characterRules.startingMaps[0]!
  }

  get #characterCount(): number {
    return (this.#store.get(charactersKey) as number | undefined) ?? 0
  }

  #loadPlayer(name: string): Player | undefined {
    const record = this.#store.get(characterKey(name))
    return record === undefined
      ? undefined
      : fromPlayerRecord(record as Json, this.characterRules, this.#archetypes)
  }

  /**
   * If the character's last place no longer exists, puts it in front of the barrow [CF-19.7] or on the starting map.
   */
  #placePlayer(key: string, player: Player): void {
    const { levels } = this.#game
    const { levelName } = player
    const isThere = levels.has(levelName) && levels.open(levelName).has(player.x, player.y)
    const elsewhere = isDungeonFloor(levelName)
      ? { ...barrowEntrance, level: barrowEntrance.map }
      : this.#startingMap.position
    const { level: name, ...place } = isThere ? { level: levelName, x: player.x, y: player.y } : elsewhere
    const level = levels.open(name)
    const { x, y } = clampToLevel(level, place)
    const isTaken = level.blocksMovement(x, y) || level.creatureAt(x, y) !== undefined
    const spot = isTaken ? nearestFreeCell(level, { x, y }) : { x, y }
    // [CF-20.22] The boat on which the player was no longer exists.
    const record = this.#store.get(characterKey(key))
    if (!spot && record !== undefined && wasAboardTransport(record as Json))
      return this.#placeAtHome(key, player)
    this.#placeAt(key, player, { level, ...(spot ?? { x, y }) })
  }

  #placeAtHome(key: string, player: Player): void {
    const { levels } = this.#game
    const { respawnPoint } = player
    const home = levels.has(respawnPoint.level) ? respawnPoint : this.#startingMap.position
    const level = levels.open(home.level, player.name)
    const place = clampToLevel(level, home)
    this.#placeAt(key, player, { level, ...(nearestFreeCell(level, place) ?? place) })
  }

  #placeAt(key: string, player: Player, spot: LevelCell): void {
    const { level } = spot
    player.levelName = level.name
    player.x = spot.x
    player.y = spot.y
    player.level = level
    player.archetypes = this.#archetypes
    this.#players.set(key, player)
    this.#enteredAt.set(key, this.#context.now())
    this.#savedRecords.set(characterKey(key), JSON.stringify(toPlayerRecord(player)))
    level.addPlayer(player)
  }

  #createGameState(tags: TagAllocator, atlas: Atlas): GameState {
    const ticks = () => this.#ticks
    return {
      context: this.#context,
      tags,
      levels: this.#levels,
      parties: this.#parties,
      players: this.#players,
      highScores: this.#scores,
      serviceRecords: this.#ledger,
      get quests() {
        return atlas.quests ?? []
      },
      get recipes() {
        return atlas.recipes ?? []
      },
      dialogue: (file) => atlas.dialogue?.(file),
      characterExists: (name) => this.has(name),
      get ticks() {
        return ticks()
      },
      get clock() {
        return ticks() * tickMs
      },
      archetypes: this.#archetypes,
      characterRules: atlas.characterRules,
      magicColour: (face) => this.gallery.face(face).colour.magic,
      createThing: (id, count, particulars) =>
        createThing(tags.allocate(), this.#archetypes.get(id), count, particulars),
    }
  }
}

/** Whether the player is connected and alive. */
function canAct(player: Player): boolean {
  return player.level !== undefined && !player.isDead
}
