// A DOOM-2077 world: its map, match, players and what they can do. Pure: time and randomness from the Host, records
// through the Store, no bytes and no sockets. Sessions call its methods; events go to each player's Listener.
import type { GameContext, Json, Picture, RecordStore, World } from '../game.ts'
import { damage, fire, tickFighting } from './fight/fighting.ts'
import { tickHealing } from './fight/healing.ts'
import type { Level } from './map/level.ts'
import { distance, type Place } from './map/place.ts'
import { mapNames, storedLevel } from './map/records.ts'
import { MatchKeeper } from './match/keeper.ts'
import { Match } from './match/match.ts'
import { changeMap, play } from './match/playing.ts'
import { Rotation } from './match/rotation.ts'
import { readSaved } from './match/saved-match.ts'
import { move, tickMovement } from './move/movement.ts'
import { type Digits, placesTaken, spawnPlace, withDigits } from './move/spawning.ts'
import type { DoomOptions } from './options.ts'
import { instruct, introduce, knowable, overview, showMap, showOthers } from './people/introductions.ts'
import type { KickWord } from './people/kicks.ts'
import { playerName } from './people/names.ts'
import { setOf, weaponsTold } from './people/telling.ts'
import type { Listener, WorldEvent } from './scene/events.ts'
import { Player, type Remembered } from './scene/player.ts'
import { Scene } from './scene/scene.ts'
import { HallOfFame } from './scores/honours.ts'
import type { Row } from './scores/tally.ts'
import { drawMatch } from './view/picture.ts'
import { drawPlan, type Plan, planOf } from './view/plan.ts'

export type { Place } from './map/place.ts'
export type { KickWord } from './people/kicks.ts'
export type { Listener, WorldEvent } from './scene/events.ts'
export type { Player, Remembered } from './scene/player.ts'

/** [DM-2.5] The KICK reason of a refusal. */
export interface KickReason {
  readonly kick: KickWord
}

const idKey = 'next-id'
/** [DM-7.1] Maximum bytes of a chat line. */
const chatBytes = 127
/** [DM-10.4] How long after a restart to wait for the players from before it. */
const absentMs = 15_000
/** Results and leaders shown on the room's page. */
const shown = 10

/** Opens a stored world. Throws if a record is missing. */
export function openWorld(store: RecordStore, context: GameContext, options: DoomOptions): DoomWorld {
  return new DoomWorld(store, context, options)
}

export class DoomWorld implements World {
  /** One slot: the original client reads one datagram per 33 ms. */
  readonly tickMs = 34
  readonly #store: RecordStore
  readonly #context: GameContext
  readonly #scene: Scene
  readonly #match: Match
  readonly #rotation: Rotation
  readonly #hall: HallOfFame
  readonly #keeper: MatchKeeper
  /** Accepted but not entered: the other players do not know them, and they take no seat. */
  readonly #guests = new Set<Player>()
  /** [DM-10.4] Slots left to wait for players from before the restart. Slots, because the clock may jump forward. */
  #slotsToWait = Math.ceil(absentMs / this.tickMs)
  /** [DM-10.4] A player was refused because of an absent one, so the wait continues even if the room is empty. */
  #isHeldUp = false
  /** Drawn on first request, once per map. */
  #plan: { readonly level: Level; readonly picture: Picture } | undefined

  constructor(store: RecordStore, context: GameContext, options: DoomOptions) {
    const saved = readSaved(store)
    const level = storedLevel(store, playable(store, saved?.map) ?? options.maps[0]!)
    this.#store = store
    this.#context = context
    this.#scene = new Scene(context, options, level, saved)
    this.#match = new Match(saved?.match)
    this.#rotation = new Rotation(options.maps, saved?.turn)
    this.#hall = new HallOfFame(store)
    this.#keeper = new MatchKeeper(store)
  }

  get players(): number {
    return this.#scene.players.size
  }

  /** [DM-2.2] Includes guests: the messages they need before entering are repeated every slot. */
  get isOccupied(): boolean {
    const isWaitedFor = this.#isHeldUp && this.#scene.absent.size > 0
    return this.players > 0 || this.#guests.size > 0 || isWaitedFor
  }

  get capacity(): number {
    return this.options.maxPlayers
  }

  get options(): DoomOptions {
    return this.#scene.options
  }

  /** The current map, as in LMAP. */
  get map(): string {
    return this.#scene.level.name
  }

  /** Changed options apply at once; durations from the next phase on. */
  configure(options: DoomOptions): void {
    this.#scene.options = options
    this.#rotation.configure(options.maps, this.map)
    this.#keep()
  }

  // ---- Joining and leaving ------------------------------------------------------------------------------------

  /** [DM-2.1] Assigns an id and a place to a player who may enter after confirming it. Notifies no one. */
  join(name: string, listener: Listener): Player | KickReason {
    const shownName = playerName(name)
    if (shownName === undefined) return { kick: 'Bad name.' }
    const kick = this.#refusal(shownName)
    if (kick) return kick
    const place = spawnPlace(this.#scene, placesTaken(this.#scene))
    const player = new Player(
      { id: this.#newId(), name: shownName },
      listener,
      this.map,
      place,
      this.#context.now(),
    )
    this.#guests.add(player)
    return player
  }

  /** [DM-2.2] Enters the game and notifies all players, or returns the reason for a refusal. Idempotent. */
  enter(player: Player): KickReason | undefined {
    if (player.entered) return undefined
    if (!this.#guests.delete(player)) return { kick: 'Timed out.' }
    const kick = this.#refusal(player.name)
    if (kick) return kick
    const now = this.#context.now()
    player.entered = true
    this.#scene.players.set(player.id, player)
    this.#scene.tally.join(player.name)
    player.arrived = player.map === this.map
    player.set(player.arrived ? player.place : spawnPlace(this.#scene, placesTaken(this.#scene, player)), now)
    introduce(this.#scene, player, now)
    this.#receive(player)
    instruct(player)
    this.#keep()
    return undefined
  }

  /** [DM-2.3] Removes the player. Guests leave unnoticed. */
  leave(player: Player): void {
    this.#guests.delete(player)
    if (this.#scene.players.get(player.id) !== player) return
    player.entered = false
    this.#scene.players.delete(player.id)
    this.#tellLeft(player)
    // An empty room does not tick, so a match that ends by this must end now.
    if (this.#count === 0) this.#play(this.#context.now())
    this.#keep()
  }

  /** What the session's note stores about its player. */
  remember({ id, name, entered, place }: Player): Remembered {
    return { id, name, entered, place }
  }

  /** [DM-10.4] Resumes a session after a restart without notifying anyone. Undefined if the player is out by now. */
  rejoin(remembered: Remembered, listener: Listener): Player | undefined {
    const now = this.#context.now()
    const saved = this.#scene.absent.get(remembered.id)
    if (!saved && remembered.entered) return undefined
    const player = new Player(remembered, listener, this.map, (saved ?? remembered).place, now)
    if (!saved) {
      this.#guests.add(player)
      return player
    }
    this.#scene.absent.delete(saved.id)
    player.resume(saved)
    // The map changed while the player was away.
    if (saved.map !== this.map) player.place = spawnPlace(this.#scene, placesTaken(this.#scene))
    this.#scene.tally.join(player.name)
    this.#scene.players.set(player.id, player)
    return player
  }

  /** Lines of the current map examined so far. */
  get looks(): number {
    return this.#scene.level.looks
  }

  // ---- Player actions -----------------------------------------------------------------------------------------

  /** [DM-3.1] */
  move(player: Player, place: Place): void {
    const now = this.#context.now()
    if (move(this.#scene, player, place, now)) this.#arrive(player, now)
  }

  /** [DM-7.1] To all players, including the sender. Dead players may chat. */
  chat(player: Player, text: string): void {
    if (!player.entered || text.length > chatBytes || !isText(text)) return
    this.#scene.show({ kind: 'chat', id: player.id, text })
  }

  /** [DM-4.1] */
  fire(player: Player, weapon: number): void {
    fire(this.#scene, player, weapon, this.#context.now())
    this.#keepIfWanted()
  }

  /** [DM-4.2] `amount` is points × 1000. */
  damage(player: Player, targetId: number, weapon: number, amount: number): void {
    damage(this.#scene, player, { targetId, weapon, amount }, this.#context.now())
    this.#keepIfWanted()
  }

  /** [DM-6.1] */
  door(player: Player, id: number, open: boolean): void {
    if (!player.plays || !this.#scene.doors.move(id, open, this.#context.now())) return
    this.#scene.show({ kind: 'door', id, open })
  }

  /** [DM-6.2] */
  lift(player: Player, id: number, high: boolean): void {
    if (!player.plays || !this.#scene.lifts.move(id, high, this.#context.now())) return
    this.#scene.show({ kind: 'lift', id, high })
  }

  // ---- Client state -------------------------------------------------------------------------------------------

  /** All other players, if the client has the map: only then does it receive others. */
  present(player: Player): readonly { readonly id: number; readonly name: string }[] {
    if (!player.entered || !player.arrived) return []
    return [...this.#scene.everybody()]
      .filter(({ id }) => id !== player.id)
      .map(({ id, name }) => ({ id, name }))
  }

  /** Horizontal map units to another player; infinite if there is no such player. */
  distance({ place }: Player, id: number): number {
    const other = this.#scene.players.get(id)
    return other ? distance(place, other.place) : Number.POSITIVE_INFINITY
  }

  /** [DM-8.6] State that may be repeated at any time. */
  state(player: Player): readonly WorldEvent[] {
    return knowable(this.#scene, player, this.#context.now())
  }

  /** [DM-2.14] A place next to the player's for the client to echo. A guest is moved there. */
  placeToEcho(player: Player, digits: Digits): Place {
    const place = withDigits(this.#context, player.place, digits)
    if (!player.entered) player.place = place
    return place
  }

  /** [DM-8.9] Makes the client reload the map and forget all players. False while dead or already loading. */
  reload(player: Player): boolean {
    if (!player.plays) return false
    player.arrived = false
    player.set(withDigits(this.#context, player.place, 'hair'), this.#context.now())
    player.listener.hear(setOf(player))
    // Stored, so that after a restart the player does not count as having the map and knowing everyone.
    this.#keep()
    return true
  }

  // ---- Time ----------------------------------------------------------------------------------------------------

  tick(now: number): void {
    const scene = this.#scene
    if (this.#slotsToWait > 0 && --this.#slotsToWait === 0) this.#giveUpAbsent()
    for (const { id, state } of scene.doors.tick(now)) scene.show({ kind: 'door', id, open: state })
    for (const { id, state } of scene.lifts.tick(now)) scene.show({ kind: 'lift', id, high: state })
    tickFighting(scene, now)
    tickMovement(scene, now)
    tickHealing(scene, now)
    this.#play(now)
    this.#keepIfWanted()
  }

  /** [DM-10.4] State that may roll back: players' positions and health, and doors and lifts. */
  save(): void {
    this.#keep()
  }

  /** Public state: match, players and leaders. */
  view(): Json {
    const players = [...this.#scene.everybody()].map(({ id, name }) => ({
      id,
      ...this.#scene.tally.of(name),
    }))
    return {
      phase: this.#match.phase,
      map: this.map,
      players,
      results: this.#hall.results.slice(0, shown) as unknown as Json,
      leaders: this.#hall.honours.slice(0, shown) as unknown as Json,
    }
  }

  /** [DM-9.13] */
  picture(): Picture {
    const { level } = this.#scene
    if (this.#plan?.level !== level) this.#plan = { level, picture: drawPlan(planOf(level)) }
    return drawMatch(this.#plan.picture, level, this.#scene.everybody())
  }

  /** Plan of the current map. */
  plan(): Plan {
    return planOf(this.#scene.level)
  }

  // ---- Spectating ---------------------------------------------------------------------------------------------

  /** [DM-9.14] Subscribes to the events that all players receive. */
  look(listener: Listener): void {
    this.#scene.onlookers.add(listener)
  }

  lookAway(listener: Listener): void {
    this.#scene.onlookers.delete(listener)
  }

  /** The current state of the match without its map. */
  overview(): readonly WorldEvent[] {
    return overview(this.#scene, this.#context.now())
  }

  /** Connected and absent players. */
  get #count(): number {
    return this.#scene.players.size + this.#scene.absent.size
  }

  /** [DM-5.5] Advances the match. */
  #play(now: number): void {
    const scene = this.#scene
    const effects = {
      over: (whole: boolean) => {
        const { rows } = scene.tally
        this.#hall.add({ at: now, map: this.map, whole, rows })
        this.#context.announce({ kind: 'end', text: endOf(this.map, whole, rows) })
      },
      nextMap: () => this.#nextMap(now),
    }
    for (const step of this.#match.tick(now, this.#count, this.options)) play(scene, step, effects, now)
  }

  /** [DM-2.5] */
  #refusal(name: string): KickReason | undefined {
    const everybody = [...this.#scene.everybody()]
    const isTaken = everybody.some((other) => other.name === name)
    if (!isTaken && everybody.length < this.capacity) return undefined
    this.#isHeldUp = true
    return { kick: isTaken ? 'Name already in use.' : 'Server full.' }
  }

  /** [DM-2.2] Never reused. The first is above the ids of the map's doors and lifts. */
  #newId(): number {
    const { doors, lifts } = this.#scene.level
    const id = (this.#store.get(idKey) as number | undefined) ?? doors.length + lifts.length + 1
    this.#store.put(idKey, id + 1)
    return id
  }

  /** [DM-5.6] Shows a new player the others, or makes the client load the map first. */
  #receive(player: Player): void {
    if (!player.arrived) {
      player.map = this.map
      return player.listener.hear(setOf(player))
    }
    showOthers(this.#scene, player)
    if (this.#match.phase === 'running') player.listener.hear(weaponsTold)
  }

  #arrive(player: Player, now: number): void {
    showMap(this.#scene, player, now)
    if (this.#match.phase === 'running') player.listener.hear(weaponsTold)
    this.#keep()
  }

  #nextMap(now: number): void {
    const name = this.#rotation.next()
    if (name !== this.map && playable(this.#store, name))
      changeMap(this.#scene, storedLevel(this.#store, name), now)
  }

  #giveUpAbsent(): void {
    for (const player of this.#scene.absent.values()) {
      this.#scene.absent.delete(player.id)
      this.#tellLeft(player)
      this.#scene.unsaved = true
    }
  }

  #tellLeft({ id, name }: { readonly id: number; readonly name: string }): void {
    this.#scene.tally.leave(name)
    this.#scene.show({ kind: 'left', id })
    this.#scene.tell({ kind: 'told', flags: 1, text: `${name} left the server.` })
  }

  #keepIfWanted(): void {
    if (this.#scene.unsaved) this.#keep()
  }

  #keep(): void {
    this.#scene.unsaved = false
    this.#keeper.put(this.#scene, this.#rotation, this.#match.state)
  }
}

function playable(store: RecordStore, map: string | undefined): string | undefined {
  return map !== undefined && mapNames(store).includes(map) ? map : undefined
}

/** [DM-7.1] Bytes without NUL. */
function isText(text: string): boolean {
  return [...text].every((letter) => letter.charCodeAt(0) >= 1 && letter.charCodeAt(0) <= 0xff)
}

/** Text for those who were absent. */
function endOf(map: string, whole: boolean, [first]: readonly Row[]): string {
  if (!whole) return `The match on ${map} was broken off: too few were left`
  return `The match on ${map} is over${first && first.kills > 0 ? `: ${first.name} won with ${first.kills} kills` : ''}`
}
