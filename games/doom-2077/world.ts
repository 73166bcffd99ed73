// A DOOM-2077 world: its map, its match, its players and what they may do. Pure: time and chance from the Host,
// records through the Store, no bytes and no sockets. Sessions call the verbs; what happens goes to each player's Listener.
import type { Host, Json, Picture, Store, World } from '../game.ts'
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

/** [DM-2.5] Why somebody may not play, as KICK says it. */
export interface KickReason {
  readonly kick: KickWord
}

const idKey = 'next-id'
/** [DM-7.1] Bytes of a chat line. */
const chatBytes = 127
/** [DM-10.4] How long after an opening those are waited for who were in. */
const absentMs = 15_000
/** Of results and of honours, what the room's page shows. */
const shown = 10

/** Opens the world that founding stored, as its records have it now. Throws if a record is missing. */
export function openWorld(store: Store, host: Host, options: DoomOptions): DoomWorld {
  return new DoomWorld(store, host, options)
}

export class DoomWorld implements World {
  /** A slot: the original client reads one datagram in so long. */
  readonly tickMs = 34
  readonly #store: Store
  readonly #host: Host
  readonly #scene: Scene
  readonly #match: Match
  readonly #rotation: Rotation
  readonly #hall: HallOfFame
  readonly #keeper: MatchKeeper
  /** Accepted, but not in: nobody knows of them, and they hold no seat. */
  readonly #guests = new Set<Player>()
  /** [DM-10.4] Slots for which who was in before the opening is waited for. Counted, for a clock may be set forward. */
  #slotsToWait = Math.ceil(absentMs / this.tickMs)
  /** [DM-10.4] Somebody was refused for the sake of who is waited for: their slots are counted, though nobody else is in. */
  #isHeldUp = false
  /** Drawn when somebody first asks while this map is played. */
  #plan: { readonly level: Level; readonly picture: Picture } | undefined

  constructor(store: Store, host: Host, options: DoomOptions) {
    const saved = readSaved(store)
    const level = storedLevel(store, playable(store, saved?.map) ?? options.maps[0]!)
    this.#store = store
    this.#host = host
    this.#scene = new Scene(host, options, level, saved)
    this.#match = new Match(saved?.match)
    this.#rotation = new Rotation(options.maps, saved?.turn)
    this.#hall = new HallOfFame(store)
    this.#keeper = new MatchKeeper(store)
  }

  get players(): number {
    return this.#scene.players.size
  }

  /** [DM-2.2] Guests too: what they must be told before they are in is said again every slot. */
  get occupied(): boolean {
    const isWaitedFor = this.#isHeldUp && this.#scene.absent.size > 0
    return this.players > 0 || this.#guests.size > 0 || isWaitedFor
  }

  get capacity(): number {
    return this.options.maxPlayers
  }

  get options(): DoomOptions {
    return this.#scene.options
  }

  /** The map that is played, as LMAP says it. */
  get map(): string {
    return this.#scene.level.name
  }

  /** Changed options hold from now on; of times, from the next that begins. */
  configure(options: DoomOptions): void {
    this.#scene.options = options
    this.#rotation.configure(options.maps, this.map)
    this.#keep()
  }

  // ---- Coming and going ----------------------------------------------------------------------------------------

  /** [DM-2.1] Gives an id and a place to somebody who may play once he has shown where he is. Nobody is told. */
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
      this.#host.now(),
    )
    this.#guests.add(player)
    return player
  }

  /** [DM-2.2] From now on he is in, and all are told; or a reason why not. Nothing happens if he is in already. */
  enter(player: Player): KickReason | undefined {
    if (player.entered) return undefined
    if (!this.#guests.delete(player)) return { kick: 'Timed out.' }
    const kick = this.#refusal(player.name)
    if (kick) return kick
    const now = this.#host.now()
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

  /** [DM-2.3] He is gone; a guest was never there. */
  leave(player: Player): void {
    this.#guests.delete(player)
    if (this.#scene.players.get(player.id) !== player) return
    player.entered = false
    this.#scene.players.delete(player.id)
    this.#tellLeft(player)
    // An empty room does not tick: a match that ends because he left must end now, not when somebody comes again.
    if (this.#count === 0) this.#play(this.#host.now())
    this.#keep()
  }

  /** What the session's note has to keep of its player. */
  remember({ id, name, entered, place }: Player): Remembered {
    return { id, name, entered, place }
  }

  /** [DM-10.4] His session goes on after a restart; nobody is told. Undefined: he is not in any more. */
  rejoin(remembered: Remembered, listener: Listener): Player | undefined {
    const now = this.#host.now()
    const saved = this.#scene.absent.get(remembered.id)
    if (!saved && remembered.entered) return undefined
    const player = new Player(remembered, listener, this.map, (saved ?? remembered).place, now)
    if (!saved) {
      this.#guests.add(player)
      return player
    }
    this.#scene.absent.delete(saved.id)
    player.resume(saved)
    // Another map was begun while he was away.
    if (saved.map !== this.map) player.place = spawnPlace(this.#scene, placesTaken(this.#scene))
    this.#scene.tally.join(player.name)
    this.#scene.players.set(player.id, player)
    return player
  }

  /** Lines of the map that were looked at so far, while this map is played. */
  get looks(): number {
    return this.#scene.level.looks
  }

  // ---- What players do -----------------------------------------------------------------------------------------

  /** [DM-3.1] */
  move(player: Player, place: Place): void {
    const now = this.#host.now()
    if (move(this.#scene, player, place, now)) this.#arrive(player, now)
  }

  /** [DM-7.1] To everybody, himself among them. The dead may. */
  chat(player: Player, text: string): void {
    if (!player.entered || text.length > chatBytes || !isText(text)) return
    this.#scene.show({ kind: 'chat', id: player.id, text })
  }

  /** [DM-4.1] */
  fire(player: Player, weapon: number): void {
    fire(this.#scene, player, weapon, this.#host.now())
    this.#keepIfWanted()
  }

  /** [DM-4.2] `amount` is points × 1000. */
  damage(player: Player, targetId: number, weapon: number, amount: number): void {
    damage(this.#scene, player, { targetId, weapon, amount }, this.#host.now())
    this.#keepIfWanted()
  }

  /** [DM-6.1] */
  door(player: Player, id: number, open: boolean): void {
    if (!player.plays || !this.#scene.doors.move(id, open, this.#host.now())) return
    this.#scene.show({ kind: 'door', id, open })
  }

  /** [DM-6.2] */
  lift(player: Player, id: number, high: boolean): void {
    if (!player.plays || !this.#scene.lifts.move(id, high, this.#host.now())) return
    this.#scene.show({ kind: 'lift', id, high })
  }

  // ---- What a client should know -------------------------------------------------------------------------------

  /** Everybody else, if his client has the map: it is told of others only then. */
  present(player: Player): readonly { readonly id: number; readonly name: string }[] {
    if (!player.entered || !player.arrived) return []
    return [...this.#scene.everybody()]
      .filter(({ id }) => id !== player.id)
      .map(({ id, name }) => ({ id, name }))
  }

  /** Map units from one player to another, as seen from above; without end if there is no such player. */
  distance({ place }: Player, id: number): number {
    const other = this.#scene.players.get(id)
    return other ? distance(place, other.place) : Number.POSITIVE_INFINITY
  }

  /** [DM-8.6] All that may be told again and again. */
  state(player: Player): readonly WorldEvent[] {
    return knowable(this.#scene, player, this.#host.now())
  }

  /** [DM-2.14] A place beside where he is, for his client to say back. A guest is then there. */
  placeToEcho(player: Player, digits: Digits): Place {
    const place = withDigits(this.#host, player.place, digits)
    if (!player.entered) player.place = place
    return place
  }

  /** [DM-8.9] His client is to load the map again and forget everybody. False: not now, he is dead or does so already. */
  reload(player: Player): boolean {
    if (!player.plays) return false
    player.arrived = false
    player.set(withDigits(this.#host, player.place, 'hair'), this.#host.now())
    player.listener.hear(setOf(player))
    // After a restart it must not count as one who has the map and knows everybody.
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

  /** [DM-10.4] What may roll back: where people are and how they are, and how doors and lifts stand. */
  save(): void {
    this.#keep()
  }

  /** The public state: what is played, by whom, and who is famous. */
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

  /** Of the map that is played. */
  plan(): Plan {
    return planOf(this.#scene.level)
  }

  // ---- Watching --------------------------------------------------------------------------------------------------

  /** [DM-9.14] Hears from now on what all players hear. */
  look(listener: Listener): void {
    this.#scene.onlookers.add(listener)
  }

  lookAway(listener: Listener): void {
    this.#scene.onlookers.delete(listener)
  }

  /** Everything that is to be known of the match as it is now, but for its map. */
  overview(): readonly WorldEvent[] {
    return overview(this.#scene, this.#host.now())
  }

  /** Who is in, and who is waited for. */
  get #count(): number {
    return this.#scene.players.size + this.#scene.absent.size
  }

  /** [DM-5.5] The match goes on to where it has to be. */
  #play(now: number): void {
    const scene = this.#scene
    const effects = {
      over: (whole: boolean) => {
        const { rows } = scene.tally
        this.#hall.add({ at: now, map: this.map, whole, rows })
        this.#host.tell({ kind: 'end', text: endOf(this.map, whole, rows) })
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

  /** [DM-2.2] Never one that was given before; the first is behind those of the map's doors and lifts. */
  #newId(): number {
    const { doors, lifts } = this.#scene.level
    const id = (this.#store.get(idKey) as number | undefined) ?? doors.length + lifts.length + 1
    this.#store.put(idKey, id + 1)
    return id
  }

  /** [DM-5.6] Shows a newcomer what is there, or has him load the map first. */
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

function playable(store: Store, map: string | undefined): string | undefined {
  return map !== undefined && mapNames(store).includes(map) ? map : undefined
}

/** [DM-7.1] Bytes, none of them NUL. */
function isText(text: string): boolean {
  return [...text].every((letter) => letter.charCodeAt(0) >= 1 && letter.charCodeAt(0) <= 0xff)
}

/** For who was not there. */
function endOf(map: string, whole: boolean, [first]: readonly Row[]): string {
  if (!whole) return `The match on ${map} was broken off: too few were left`
  return `The match on ${map} is over${first && first.kills > 0 ? `: ${first.name} won with ${first.kills} kills` : ''}`
}
