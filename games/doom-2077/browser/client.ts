// One player's game state: what the room sent, where all players are, and the messages to send. It uses no screen and
// no socket, and callers pass in the time.

import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { readFromServer } from '../datagrams/datagram.ts'
import type { Geometry } from '../map/geometry.ts'
import { type Level, levelFrom } from '../map/level.ts'
import { type Place, spotOf } from '../map/place.ts'
import { type FromClient, type FromServer, fromClient, textBytes } from '../packets.ts'
import type { Noise } from '../view/noises.ts'
import { weapons } from '../weapons/weapons.ts'
import { Arsenal, hitBy, reachOf } from './arsenal.ts'
import { type GateKind, Gates } from './gates.ts'
import { Marks } from './marks.ts'
import { Person } from './people.ts'
import { Texts } from './texts.ts'
import { Walker, type Wish } from './walker.ts'
import { type Stage, WayIn } from './way-in.ts'
import { type At, Workings } from './workings.ts'

type Told<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

export interface Scores {
  readonly name: string
  readonly kills: number
  readonly deaths: number
}

export interface Around {
  send(datagram: Uint8Array<ArrayBuffer>): void
  /** Fetches the map of this name and passes it to `enter`. */
  needs(map: string): void
  /** Plays a noise. `where` is in map units, or undefined for the player's own noises. */
  heard(noise: Noise, where?: At): void
  /** Random number from 0 to 1. */
  chance(): number
}

/** Held controls, and what was entered since the last frame. */
export interface Input extends Wish {
  /** Degrees to the right. */
  readonly turn: number
  readonly fires: boolean
}

export class Client {
  id = 0
  map = ''
  health = 0
  maxHealth = 100_000
  /** When the player was last hurt, healed and killed. `diedAt` is undefined while the player lives. */
  hurtAt = Number.NEGATIVE_INFINITY
  healedAt = Number.NEGATIVE_INFINITY
  diedAt: number | undefined
  scores: readonly Scores[] = []
  /** The last countdown that the room sent, to the start or end of the match. */
  countdown: { readonly of: 'start' | 'end'; readonly seconds: number; readonly at: number } | undefined
  readonly walker = new Walker()
  readonly arsenal = new Arsenal()
  readonly texts = new Texts()
  readonly others = new Map<number, Person>()
  geometry: Geometry | undefined
  level: Level | undefined
  gates: Gates | undefined
  readonly marks: Marks
  /** How often the room has corrected a living player's position. */
  corrections = 0
  readonly #around: Around
  #workings: Workings | undefined
  readonly #wayIn: WayIn
  #at = 0
  /** The player's position, if it arrives before the map. */
  #waits: Place | undefined
  #wasSet = false

  constructor(around: Around) {
    this.#around = around
    this.#wayIn = new WayIn((message) => this.#say(message))
    this.marks = new Marks(around.chance)
  }

  get stage(): Stage {
    return this.#wayIn.stage
  }

  /** Reason of a refusal, for display. */
  get why(): string {
    return this.#wayIn.why
  }

  get name(): string {
    return this.#wayIn.name
  }

  get alive(): boolean {
    return this.stage === 'in' && this.diedAt === undefined && this.#wasSet
  }

  /** True once the map and the player's position are known, so there is something to draw. */
  get isShown(): boolean {
    return this.stage === 'in' && this.level !== undefined && this.#wasSet
  }

  nameOf(id: number): string {
    return id === this.id ? this.name : (this.others.get(id)?.name ?? 'somebody')
  }

  // ---- Joining ------------------------------------------------------------------------------------------------

  /** Joins by this name, and again after every lost connection. */
  join(name: string, now: number): void {
    this.#wayIn.join(latin(name.trim()), now)
  }

  /** A new socket has opened: forgets all other players. */
  begun(now: number): void {
    this.#forget()
    this.id = 0
    this.#wasSet = false
    this.#wayIn.begun(now)
  }

  /** Sets the requested map. Ignores it if the room has switched to another map since. */
  enter(geometry: Geometry, now: number): void {
    if (geometry.name !== this.map) return
    this.geometry = geometry
    this.level = levelFrom(geometry)
    this.gates = new Gates(geometry, this.level)
    this.#workings = new Workings(geometry, this.level, this.gates, this.#around.heard)
    if (this.#waits) this.#setTo(this.#waits, now)
  }

  #forget(): void {
    this.others.clear()
    this.marks.clear()
    this.#waits = undefined
  }

  // ---- Messages from the room ---------------------------------------------------------------------------------

  heard(datagram: Uint8Array, now: number): void {
    for (const message of readFromServer(datagram).messages) this.#take(message, now)
  }

  #take(message: FromServer, now: number): void {
    switch (message.type) {
      case 'ACPT':
        this.id = message.playerId
        return this.#wayIn.accepted()
      case 'LMAP':
        return this.#load(message.mapName)
      case 'KICK':
        return this.#kicked(message.reason, now)
      case 'JOIN':
        if (message.playerId !== this.id)
          this.others.set(message.playerId, new Person(message.playerId, message.name))
        return
      case 'QUIT':
        this.others.delete(message.playerId)
        return
      case 'MOVE':
        return this.#moved(message, now)
      case 'HLTH':
        return this.#health(message)
      case 'HEAL':
        if (message.playerId === this.id) {
          this.healedAt = now
          this.#around.heard('heal')
        }
        return
      case 'DAMG':
        return this.#hurt(message, now)
      case 'KILL':
        return this.#killed(message, now)
      case 'FIRE':
        return this.#fired(message, now)
      case 'SCOR':
        this.scores = message.names.map((name, n) => ({
          name,
          kills: message.kills[n]!,
          deaths: message.deaths[n]!,
        }))
        return
      case 'TELL':
        if ((message.flags & 2) !== 0) this.texts.title(message.msg, now)
        else this.texts.chat(message.msg, now)
        return
      case 'CHAT':
        this.texts.chat(`${this.nameOf(message.playerId)}: ${message.msg}`, now)
        return
      case 'GSTR':
      case 'GEND':
        this.countdown = { of: message.type === 'GSTR' ? 'start' : 'end', seconds: message.seconds, at: now }
        this.#around.heard('count')
        return
      case 'WEAP':
        this.arsenal.load(message.weapons.map(({ ammo }) => ammo))
        return
      default:
        this.#gateTold(message, now)
    }
  }

  #gateTold(message: FromServer, now: number): void {
    switch (message.type) {
      case 'OPEN':
      case 'CLOS':
        return this.#gate('door', message.doorId, message.type === 'OPEN', now)
      case 'LASC':
      case 'LDSC':
        return this.#gate('lift', message.liftId, message.type === 'LASC', now)
      case 'DOST':
        return this.gates?.toldAll('door', message.states, now)
      case 'L_ST':
        return this.gates?.toldAll('lift', message.states, now)
      default:
    }
  }

  /** [DM-5.7] Forgets all other players. Doors keep their state if the map is the same. */
  #load(map: string): void {
    this.#forget()
    this.diedAt = undefined
    if (map !== this.map) {
      this.geometry = undefined
      this.level = undefined
      this.gates = undefined
      this.#workings = undefined
    }
    this.map = map
    if (!this.level) this.#around.needs(map)
  }

  #kicked(reason: string, now: number): void {
    this.#wasSet = false
    this.#forget()
    this.#wayIn.refused(reason, now)
  }

  #moved({ playerId, x, y, z, angle }: Told<'MOVE'>, now: number): void {
    const place = { x, y, z, angle }
    if (playerId !== this.id) return this.others.get(playerId)?.moved(place, now)
    if (this.level) this.#setTo(place, now)
    else this.#waits = place
  }

  /** [DM-3.4] A player whom the room moves confirms the new position at once. */
  #setTo(place: Place, now: number): void {
    this.#waits = undefined
    if (this.#wasSet && this.diedAt === undefined) this.corrections++
    this.#wasSet = true
    this.walker.put(place)
    this.#sayPlace(now)
  }

  #health({ playerId, health, maxHealth }: Told<'HLTH'>): void {
    if (playerId === this.id) {
      this.health = health
      this.maxHealth = maxHealth
      if (health > 0) this.diedAt = undefined
      return
    }
    const other = this.others.get(playerId)
    if (!other) return
    other.health = health
    if (health > 0) other.diedAt = undefined
  }

  #hurt({ playerId, sourceId }: Told<'DAMG'>, now: number): void {
    if (playerId === this.id) {
      this.hurtAt = now
      return this.#around.heard('hurt')
    }
    const other = this.others.get(playerId)
    if (!other) return
    other.hurtAt = now
    // Blood from the player's own shots is drawn when they fire.
    if (sourceId !== this.id) this.#bleed(other, now)
  }

  #killed({ playerId }: Told<'KILL'>, now: number): void {
    if (playerId === this.id) {
      this.diedAt = now
      this.health = 0
      return this.#around.heard('death')
    }
    const other = this.others.get(playerId)
    if (!other) return
    other.diedAt = now
    other.health = 0
    this.#bleed(other, now)
    this.#around.heard('death', spotAt(other, now))
  }

  #fired({ playerId, weapon }: Told<'FIRE'>, now: number): void {
    const other = this.others.get(playerId)
    if (!other) return
    other.firedAt = now
    other.weapon = weapon
    this.#around.heard(noiseOf(weapon), spotAt(other, now))
  }

  #gate(kind: GateKind, id: number, state: boolean, now: number): void {
    if (this.gates?.told(kind, id, state, now)) this.#workings?.sound(kind, id)
  }

  // ---- Player actions -----------------------------------------------------------------------------------------

  /** Advances by the time since the last frame. */
  frame(now: number, { ahead, aside, turn, fires }: Input): void {
    const ms = Math.max(0, now - this.#at)
    this.#at = now
    this.gates?.advance(now)
    this.#wayIn.advance(now)
    if (!this.alive || !this.level || !this.gates) return
    this.walker.turn(turn)
    const { x, y } = this.walker
    this.walker.walk(this.level, this.gates.movables, { ahead, aside }, ms)
    if (x !== this.walker.x || y !== this.walker.y)
      this.#say(...this.#workings!.byFoot({ x, y }, this.walker, now))
    this.#sayPlace(now)
    if (fires) this.#fire(now)
    this.marks.advance(now)
  }

  #sayPlace(now: number): void {
    const place = this.walker.news(now)
    if (place) this.#say({ type: 'MOVE', ...place })
  }

  chat(text: string): void {
    if (text.trim() !== '') this.#say({ type: 'CHAT', msg: latin(text.trim()).slice(0, textBytes) })
  }

  leave(): void {
    this.#wayIn.leave()
    this.#wasSet = false
    this.#forget()
  }

  take(weapon: number, now: number): void {
    this.arsenal.take(weapon, now)
  }

  fill(now: number): void {
    if (this.alive && this.arsenal.fill(now)) this.#around.heard('fill')
  }

  #fire(now: number): void {
    const done = this.arsenal.fire(now)
    if (done === 'filled') this.#around.heard('fill')
    if (done !== 'shot' || !this.level || !this.gates) return
    const { weapon } = this.arsenal
    const kind = weapons[weapon]!
    this.#around.heard(noiseOf(weapon))
    const targets = [...this.others.values()].flatMap((other) => {
      const place = other.place(now)
      return place && other.diedAt === undefined && other.health > 0
        ? [{ id: other.id, ...spotOf(place) }]
        : []
    })
    const { movables } = this.gates
    const hit = hitBy(kind, this.level, this.walker, targets, movables)
    this.#say(
      { type: 'FIRE', weapon },
      ...hit.map(({ id }) => ({ type: 'DAMG', playerId: id, weapon, damage: kind.damage }) as const),
    )
    for (const { id } of hit) this.#bleed(this.others.get(id)!, now)
    if (hit.length > 0) return
    const reach = reachOf(this.level, this.walker, movables)
    if (reach <= kind.reach) this.marks.puff(this.walker, reach, now)
  }

  #bleed(other: Person, now: number): void {
    const place = other.place(now)
    if (place) this.marks.bleed(spotOf(place), now)
  }

  /** Operates the nearest door, lift or switch in front of the player, if it works by hand. */
  use(now: number): void {
    if (this.alive && this.#workings) this.#say(...this.#workings.byHand(this.walker, now))
  }

  #say(...messages: readonly FromClient[]): void {
    if (messages.length === 0) return
    this.#around.send(concatBytes(messages.map((message) => fromClient.encode(message))))
  }
}

/** [DM-1.7] Replaces characters outside Latin-1, which the protocol cannot carry. */
function latin(text: string): string {
  return text.replace(/[^ -~\u00a0-\u00ff]/g, '?')
}

export function noiseOf(weapon: number): Noise {
  return (['fists', 'pistol', 'chaingun', 'shotgun'] as const)[weapon] ?? 'pistol'
}

function spotAt(other: Person, now: number): At | undefined {
  const place = other.place(now)
  return place && spotOf(place)
}
