// The world uses time and randomness from the `GameContext` and records through the `RecordStore`, but no bytes and no
// sockets. Each player's `WorldEventListener` receives events.
import type { GameContext, Json, Picture, RecordStore, StoryResults, World } from '../game.ts'
import { secretMatches } from '../shared/passwords.ts'
import { applyReportedHit, fireWeapon, respawnDuePlayers, respawnPlayer } from './combat/combat.ts'
import { takePickups } from './combat/healing.ts'
import type { Level } from './map/level/level.ts'
import { readStoredLevel, storedMapNames } from './map/map-store.ts'
import { horizontalDistance, type Position } from './map/position.ts'
import { MapRotation } from './match/map-rotation.ts'
import { Match } from './match/match.ts'
import { MatchSaver } from './match/match-saver.ts'
import { applyMatchStep, changeMap } from './match/match-steps.ts'
import { readSavedMatch } from './match/saved-match.ts'
import { handleMove, resendPositions } from './movement/movement.ts'
import { addRandomOffset, chooseSpawn, type OffsetKind, occupiedPositions } from './movement/spawning.ts'
import type { DoomOptions } from './options.ts'
import type { KickReason } from './players/kick-reasons.ts'
import { healthEvent, playerPlacedEvent, positionEvent, weaponsEvent } from './players/player-events.ts'
import { normalizePlayerName } from './players/player-name.ts'
import {
  announcePlayer,
  matchOverviewEvents,
  repeatableStateEvents,
  sendInstructionTexts,
  sendMapState,
  sendOtherPlayers,
} from './players/state-sync.ts'
import { HallOfFame } from './scores/hall-of-fame.ts'
import type { ScoreRow } from './scores/scoreboard.ts'
import { fullHealth, Player, type PlayerResumeState, type SavedPlayer } from './state/player.ts'
import type { WorldEvent, WorldEventListener } from './state/world-events.ts'
import { WorldState } from './state/world-state.ts'
import { createMapPlan, drawPlan, type MapPlan } from './view/map-plan.ts'
import { drawMatch } from './view/match-picture.ts'

export type { Position } from './map/position.ts'

export type { Player, PlayerResumeState } from './state/player.ts'
export type { WorldEvent, WorldEventListener } from './state/world-events.ts'

/** [DM-2.5] */
export interface JoinRefusal {
  readonly kick: KickReason
}

const idKey = 'next-id'
/** [DM-7.1] */
const chatBytes = 127
/** [DM-10.4] Milliseconds that the room waits after a restart for the players from before the restart. */
const reconnectMs = 15_000
/**
 * [DM-2.18] Milliseconds that the room waits after it went back to an earlier time: longer, because players have to
 * join by hand.
 */
const reconnectAfterRewindMs = 60_000
/** [DM-2.16] A room that has not run for this many milliseconds no longer waits for browser players. */
const awayMs = 60_000
/** GSTR and GEND contain an i16. */
const maxTimeLeft = 0x7fff
/** Rows of results, and of leaders, on the room's page. */
const maxShownRows = 10

export class DoomWorld implements World {
  /** The original client reads one datagram in 33 ms. */
  readonly tickMs = 34
  readonly #store: RecordStore
  readonly #context: GameContext
  readonly #state: WorldState
  readonly #match: Match
  readonly #rotation: MapRotation
  readonly #hallOfFame: HallOfFame
  readonly #saver: MatchSaver
  /**
   * Accepted players who have not entered the game. They do not count towards `maxPlayers`, and are not announced to
   * the other players.
   */
  readonly #pendingPlayers = new Set<Player>()
  /** [DM-10.4] Slots left to wait for players from before the restart. The clock may jump forward, but slots do not. */
  #reconnectSlots: number
  readonly #openedAt: number
  readonly #reconnectMs: number
  /** Drawn on first request, once per map. */
  #plan: { readonly level: Level; readonly picture: Picture } | undefined

  constructor(store: RecordStore, context: GameContext, options: DoomOptions) {
    const saved = readSavedMatch(store)
    const level = readStoredLevel(store, playableMap(store, saved?.map) ?? options.maps[0]!)
    this.#store = store
    this.#context = context
    this.#openedAt = context.now()
    this.#state = new WorldState(context, options, level, saved)
    this.#match = new Match(saved?.match)
    this.#rotation = new MapRotation(options.maps, saved?.rotationIndex)
    this.#hallOfFame = new HallOfFame(store)
    this.#saver = new MatchSaver(store)
    this.#reconnectMs = saved?.players.some(({ isRewound }) => isRewound)
      ? reconnectAfterRewindMs
      : reconnectMs
    this.#reconnectSlots = Math.ceil(this.#reconnectMs / this.tickMs)
    if (saved && this.#openedAt - saved.savedAt > awayMs)
      this.#dropAbsent(({ secret }) => secret !== undefined)
  }

  get records(): RecordStore {
    return this.#store
  }

  get players(): number {
    return this.#state.players.size
  }

  /** [DM-2.2] Pending players need slots, in which ACPT and probes are repeated. */
  get isOccupied(): boolean {
    return this.players > 0 || this.#pendingPlayers.size > 0
  }

  /**
   * [DM-2.16] When the absent players of an empty room leave, or when the match ends because no player is expected any
   * more. The room has no ticks until then.
   */
  get wakeAt(): number | undefined {
    if (this.isOccupied) return undefined
    if (this.#state.disconnected.size > 0) return this.#openedAt + this.#reconnectMs
    return this.#match.phase === 'waiting' ? undefined : this.#openedAt
  }

  wake(now: number): void {
    if (now < (this.wakeAt ?? Number.POSITIVE_INFINITY)) return
    this.#dropAbsent()
    this.#endEmptyMatch()
    this.#saveIfNeeded()
  }

  get capacity(): number {
    return this.options.maxPlayers
  }

  get options(): DoomOptions {
    return this.#state.options
  }

  /** The name of the map, as in LMAP. */
  get map(): string {
    return this.#state.level.name
  }

  /** Changed durations apply from the next phase on. */
  applyOptions(options: DoomOptions): void {
    this.#state.options = options
    this.#rotation.setMaps(options.maps, this.map)
    this.save()
  }

  /** [DM-2.1] The player may enter the game after confirming the position. Does not notify other players. */
  join(name: string, listener: WorldEventListener, secret?: string): Player | JoinRefusal {
    const shownName = normalizePlayerName(name)
    if (shownName === undefined) return { kick: 'Bad name.' }
    const kick = this.#joinRefusal(shownName)
    if (kick) return kick
    const former = this.#takenBack(shownName)
    const isHere = former && former.health > 0 && former.map === this.map
    const place = isHere ? former.position : chooseSpawn(this.#state, occupiedPositions(this.#state))
    const player = new Player(
      { id: this.#newId(), name: shownName, secret },
      listener,
      this.map,
      place,
      this.#context.now(),
    )
    this.#pendingPlayers.add(player)
    return player
  }

  /** [DM-2.2] Returns the reason for a refusal. Idempotent. */
  enter(player: Player): JoinRefusal | undefined {
    if (player.hasEntered) return undefined
    if (!this.#pendingPlayers.delete(player)) return { kick: 'Timed out.' }
    const kick = this.#joinRefusal(player.name)
    if (kick) return kick
    const now = this.#context.now()
    const former = this.#takenBack(player.name)
    if (former) {
      player.health = former.health || fullHealth
      this.#state.disconnected.delete(former.id)
      this.#state.notifyOnMap({ kind: 'left', id: former.id })
    }
    player.hasEntered = true
    this.#state.players.set(player.id, player)
    this.#state.scoreboard.addPlayer(player.name)
    player.hasLoadedMap = player.map === this.map
    player.placeAt(
      player.hasLoadedMap
        ? player.position
        : chooseSpawn(this.#state, occupiedPositions(this.#state, player)),
      now,
    )
    announcePlayer(this.#state, player, now)
    this.#sendScene(player)
    sendInstructionTexts(player)
    this.save()
    return undefined
  }

  /** [DM-2.3] Pending players leave unnoticed. */
  leave(player: Player): void {
    this.#pendingPlayers.delete(player)
    if (this.#state.players.get(player.id) !== player) return
    player.hasEntered = false
    this.#state.players.delete(player.id)
    this.#announceLeft(player)
    this.#endEmptyMatch()
    this.save()
  }

  resumeStateOf({ id, name, hasEntered, position }: Player): PlayerResumeState {
    return { id, name, hasEntered, position }
  }

  /** [DM-10.4] Notifies nobody. Undefined if the player has left in the meantime. */
  rejoin(remembered: PlayerResumeState, listener: WorldEventListener): Player | undefined {
    const now = this.#context.now()
    const saved = this.#state.disconnected.get(remembered.id)
    if (!saved && remembered.hasEntered) return undefined
    const { id, name } = remembered
    const identity = { id, name, secret: saved?.secret }
    const player = new Player(identity, listener, this.map, (saved ?? remembered).position, now)
    if (!saved) {
      this.#pendingPlayers.add(player)
      return player
    }
    this.#state.disconnected.delete(saved.id)
    player.restoreFrom(saved)
    // The map has changed while the player was away.
    if (saved.map !== this.map) player.position = chooseSpawn(this.#state, occupiedPositions(this.#state))
    this.#state.scoreboard.addPlayer(player.name)
    this.#state.players.set(player.id, player)
    return player
  }

  /**
   * [DM-2.15] The player may be connected or absent. Does not notify other players. The caller makes the client load
   * the map. Undefined if no player has this name and secret.
   */
  reclaim(name: string, secret: string, listener: WorldEventListener): Player | undefined {
    const shownName = normalizePlayerName(name)
    const former = [...this.#state.visiblePlayers()].find(
      (other) => other.name === shownName && secretMatches(secret, other.secret ?? ''),
    )
    if (!former) return undefined
    const now = this.#context.now()
    const player = new Player(former, listener, this.map, former.position, now)
    this.#state.disconnected.delete(player.id)
    this.#state.players.set(player.id, player)
    this.#state.scoreboard.addPlayer(player.name)
    player.hasEntered = true
    player.health = former.health
    if (!player.isAlive || former.map !== this.map) {
      const place = chooseSpawn(this.#state, occupiedPositions(this.#state, player))
      respawnPlayer(player, place, now)
      this.#state.notifyOnMap(positionEvent(player), player)
      this.#state.notifyOnMap(healthEvent(player), player)
    } else player.placeAt(addRandomOffset(this.#context, player.position, 'invisible'), now)
    player.hasLoadedMap = false
    this.save()
    return player
  }

  /** Lines and grid cells of the current map that queries about walking and sight have examined so far. */
  get lineChecks(): number {
    return this.#state.level.lineChecks
  }

  /** [DM-3.1] */
  move(player: Player, place: Position): void {
    const now = this.#context.now()
    if (handleMove(this.#state, player, place, now)) this.#onMapLoaded(player, now)
  }

  /** `text`: Latin-1. */
  broadcast(text: string): void {
    this.#state.notifyAll({ kind: 'server-text', flags: 1, text })
  }

  /** [DM-7.1] Returns whether the line was sent. */
  chat(player: Player, text: string): boolean {
    if (!player.hasEntered || text.length > chatBytes || !isText(text)) return false
    this.#state.notifyOnMap({ kind: 'chat', id: player.id, text })
    return true
  }

  /** [DM-4.1] */
  fire(player: Player, weapon: number): void {
    fireWeapon(this.#state, player, weapon, this.#context.now())
    this.#saveIfNeeded()
  }

  /** [DM-4.2] `amount`: health points × 1000. */
  damage(player: Player, targetId: number, weapon: number, amount: number): void {
    applyReportedHit(this.#state, player, { targetId, weapon, amount }, this.#context.now())
    this.#saveIfNeeded()
  }

  /** [DM-6.1] */
  door(player: Player, id: number, open: boolean): void {
    if (!player.isPlaying) return
    for (const { id: moved, state } of this.#state.doors.move(id, open, this.#context.now()))
      this.#state.notifyOnMap({ kind: 'door', id: moved, open: state })
  }

  /** [DM-6.2] */
  lift(player: Player, id: number, high: boolean): void {
    if (!player.isPlaying) return
    for (const { id: moved, state } of this.#state.lifts.move(id, high, this.#context.now()))
      this.#state.notifyOnMap({ kind: 'lift', id: moved, high: state })
  }

  /** Returns no players while the client loads the map, because it receives no other players during that time. */
  otherPlayers(player: Player): readonly { readonly id: number; readonly name: string }[] {
    if (!player.hasEntered || !player.hasLoadedMap) return []
    return [...this.#state.visiblePlayers()]
      .filter(({ id }) => id !== player.id)
      .map(({ id, name }) => ({ id, name }))
  }

  /** Returns the horizontal distance in map units, Infinity if there is no player with this id. */
  distance({ position }: Player, id: number): number {
    const other = this.#state.players.get(id)
    return other ? horizontalDistance(position, other.position) : Number.POSITIVE_INFINITY
  }

  /** [DM-8.6] */
  repeatableState(player: Player): readonly WorldEvent[] {
    return repeatableStateEvents(this.#state, player, this.#context.now())
  }

  /**
   * [DM-2.14] The position that the client must echo: the player's position plus a random offset. A pending player is
   * moved to this position.
   */
  positionToEcho(player: Player, kind: OffsetKind): Position {
    const place = addRandomOffset(this.#context, player.position, kind)
    if (!player.hasEntered) player.position = place
    return place
  }

  /**
   * [DM-8.9] The client forgets all players. Returns false while the player is dead or the client is already loading
   * the map.
   */
  reloadMap(player: Player): boolean {
    if (!player.isPlaying) return false
    player.hasLoadedMap = false
    player.placeAt(addRandomOffset(this.#context, player.position, 'invisible'), this.#context.now())
    player.listener.onEvent(playerPlacedEvent(player))
    // The reload is stored. Otherwise the server would assume after a restart that the client has the map and has
    // received all players.
    this.save()
    return true
  }

  tick(now: number): void {
    const scene = this.#state
    if (this.#reconnectSlots > 0 && --this.#reconnectSlots === 0) this.#dropAbsent()
    for (const { id, state } of scene.doors.returnDue(now))
      scene.notifyOnMap({ kind: 'door', id, open: state })
    for (const { id, state } of scene.lifts.returnDue(now))
      scene.notifyOnMap({ kind: 'lift', id, high: state })
    respawnDuePlayers(scene, now)
    resendPositions(scene, now)
    takePickups(scene, now)
    this.#advanceMatch(now)
    this.#saveIfNeeded()
  }

  /** [DM-10.4] Stores the state of which a restart may lose the last changes. */
  save(): void {
    this.#state.hasUnsavedState = false
    this.#saver.save(this.#state, this.#rotation, this.#match.state, this.#context.now())
  }

  publicState(): Json {
    const players = [...this.#state.visiblePlayers()].map(({ id, name }) => ({
      id,
      ...this.#state.scoreboard.rowOf(name),
    }))
    return {
      phase: this.#playerCount === 0 ? 'waiting' : this.#match.phase,
      map: this.map,
      players,
      results: this.#hallOfFame.results.slice(0, maxShownRows) as unknown as Json,
      leaders: this.#hallOfFame.allTimeScores.slice(0, maxShownRows) as unknown as Json,
    }
  }

  /** [DM-9.13] */
  drawPicture(): Picture {
    const { level } = this.#state
    if (this.#plan?.level !== level) this.#plan = { level, picture: drawPlan(createMapPlan(level)) }
    return drawMatch(this.#plan.picture, level, this.#state.visiblePlayers())
  }

  /** `name`: the name of a stored map. */
  mapPlan(name: string): MapPlan {
    return createMapPlan(name === this.map ? this.#state.level : readStoredLevel(this.#store, name))
  }

  /** [DM-9.14] */
  addSpectator(listener: WorldEventListener): void {
    this.#state.spectators.add(listener)
  }

  removeSpectator(listener: WorldEventListener): void {
    this.#state.spectators.delete(listener)
  }

  /** The state of the match, without the map. */
  overview(): readonly WorldEvent[] {
    const now = this.#context.now()
    return [...matchOverviewEvents(this.#state, now), ...this.#matchTime(now)]
  }

  /** Connected and absent players. */
  get #playerCount(): number {
    return this.#state.players.size + this.#state.disconnected.size
  }

  /** [DM-5.5] */
  #advanceMatch(now: number): void {
    const scene = this.#state
    const effects = {
      onMatchOver: (isComplete: boolean) => {
        const { rows } = scene.scoreboard
        this.#hallOfFame.add({ at: now, map: this.map, whole: isComplete, rows })
        this.#context.announce({
          kind: 'end',
          text: matchEndText(this.map, isComplete, rows),
          results: matchResults(rows, now - this.options.matchSeconds * 1000),
        })
      },
      switchMap: () => this.#nextMap(now),
    }
    const counts = { connected: scene.players.size, expectedBack: scene.disconnected.size }
    const before = this.#match.phase
    for (const step of this.#match.tick(now, counts, this.options)) applyMatchStep(scene, step, effects, now)
    // The seconds of a countdown are announced one by one.
    if (this.#match.phase !== before && this.#match.phase !== 'countdown')
      for (const event of this.#timeLeft(now)) scene.notifyAll(event)
  }

  /** [DM-5.8] */
  #timeLeft(now: number): readonly WorldEvent[] {
    const left = this.#match.timeLeft(now)
    return left.seconds <= maxTimeLeft ? [left] : []
  }

  /** [DM-5.8] */
  #matchTime(now: number): readonly WorldEvent[] {
    const { isFinal } = this.#state.scoreboard
    return [...(isFinal ? [{ kind: 'ends', seconds: 0 } as const] : []), ...this.#timeLeft(now)]
  }

  /** [DM-2.5] */
  #joinRefusal(name: string): JoinRefusal | undefined {
    const former = this.#takenBack(name)
    const everybody = [...this.#state.visiblePlayers()].filter((other) => other !== former)
    const isTaken = everybody.some((other) => other.name === name)
    if (!isTaken && everybody.length < this.capacity) return undefined
    return { kick: isTaken ? 'Name already in use.' : 'Server full.' }
  }

  /** [DM-2.18] A client may continue as this player without a secret. */
  #takenBack(name: string): SavedPlayer | undefined {
    return [...this.#state.disconnected.values()].find(
      (absent) => absent.isRewound && absent.name === name && absent.secret === undefined,
    )
  }

  /** [DM-2.2] Ids are never reused, and the first is above the ids of the map's doors and lifts. */
  #newId(): number {
    const { doors, lifts } = this.#state.level
    const id = (this.#store.get(idKey) as number | undefined) ?? doors.length + lifts.length + 1
    this.#store.put(idKey, id + 1)
    return id
  }

  /** [DM-5.6] Makes the client load the map first if it has not loaded it. */
  #sendScene(player: Player): void {
    if (!player.hasLoadedMap) {
      player.map = this.map
      return player.listener.onEvent(playerPlacedEvent(player))
    }
    sendOtherPlayers(this.#state, player)
    this.#sendMatch(player)
  }

  #sendMatch(player: Player): void {
    const { phase } = this.#match
    if (phase === 'running') player.listener.onEvent(weaponsEvent)
    // Before the first match there is no result, and the seconds of a countdown are announced one by one.
    if ((phase === 'waiting' || phase === 'countdown') && !this.#state.scoreboard.isFinal) return
    for (const event of this.#matchTime(this.#context.now())) player.listener.onEvent(event)
  }

  #onMapLoaded(player: Player, now: number): void {
    sendMapState(this.#state, player, now)
    this.#sendMatch(player)
    this.save()
  }

  #nextMap(now: number): void {
    const name = this.#rotation.next()
    if (name !== this.map && playableMap(this.#store, name))
      changeMap(this.#state, readStoredLevel(this.#store, name), now)
  }

  #dropAbsent(isDropped: (absent: SavedPlayer) => boolean = () => true): void {
    for (const player of [...this.#state.disconnected.values()].filter(isDropped)) {
      this.#state.disconnected.delete(player.id)
      this.#announceLeft(player)
      this.#state.hasUnsavedState = true
    }
  }

  /** If no player is left, ends the match, because an empty room has no tick that would end it. */
  #endEmptyMatch(): void {
    if (this.#playerCount === 0) this.#advanceMatch(this.#context.now())
  }

  #announceLeft({ id, name }: { readonly id: number; readonly name: string }): void {
    this.#state.scoreboard.removePlayer(name)
    this.#state.notifyOnMap({ kind: 'left', id })
    this.#state.notifyAll({ kind: 'server-text', flags: 1, text: `${name} left the server.` })
  }

  #saveIfNeeded(): void {
    if (this.#state.hasUnsavedState) this.save()
  }
}

function playableMap(store: RecordStore, map: string | undefined): string | undefined {
  return map !== undefined && storedMapNames(store).includes(map) ? map : undefined
}

/** [DM-7.1] Whether the text consists of bytes without NUL. */
function isText(text: string): boolean {
  return [...text].every((letter) => letter.charCodeAt(0) >= 1 && letter.charCodeAt(0) <= 0xff)
}

/** Players with equal kills and deaths share a place. */
function matchResults(rows: readonly ScoreRow[], startedAt: number): StoryResults {
  const place = ({ kills, deaths }: ScoreRow) =>
    1 + rows.findIndex((row) => row.kills === kills && row.deaths === deaths)
  const players = rows.map((row) => ({
    ...{ player: row.name, place: place(row), kills: row.kills, deaths: row.deaths },
  }))
  return { startedAt, players }
}

/** A sentence for players who were absent. */
function matchEndText(map: string, whole: boolean, [first]: readonly ScoreRow[]): string {
  if (!whole) return `The match on ${map} was aborted: not enough players`
  return `The match on ${map} ended${first && first.kills > 0 ? `: ${first.name} won with ${first.kills} kills` : ''}`
}
