// One player's game state. It uses no screen, no socket and no clock: callers pass in the time.

import { concatBytes } from '../../../../wire/util/concat-bytes.ts'
import { sendableCharacters, toSendableText } from '../../../../wire/util/sendable-text.ts'
import { readFromServer } from '../../datagrams/datagram.ts'
import type { Geometry } from '../../map/geometry.ts'
import { type Level, levelFromMapData } from '../../map/level/level.ts'
import { type Position, toMapUnits } from '../../map/position.ts'
import { type FromClient, type FromServer, fromClient, maxTextBytes } from '../../packets.ts'
import type { SoundName } from '../../view/sounds.ts'
import { weapons } from '../../weapons/weapons.ts'
import { Arsenal, findHitTargets, shotRange } from './arsenal.ts'
import { type DoorOrLiftKind, DoorsAndLifts } from './doors-and-lifts.ts'
import { HitMarks } from './hit-marks.ts'
import { Interactions, type MapPoint } from './interactions.ts'
import { JoinFlow, type JoinStage } from './join-flow.ts'
import { MatchClock } from './match-clock.ts'
import { MessageLog } from './message-log.ts'
import { RemotePlayer } from './remote-player.ts'
import { type MoveInput, Walker } from './walker.ts'

/** Seconds before the start or end of a match from which the browser shows a large countdown, with sounds. */
const maxCountdown = 5

type ServerMessage<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

export interface ClientScoreRow {
  readonly name: string
  readonly kills: number
  readonly deaths: number
}

export interface ClientEnvironment {
  send(datagram: Uint8Array<ArrayBuffer>): void
  /** Fetches the map of this name and passes it to `enter`. */
  loadMap(map: string): void
  /** `where`: position in map units; undefined for the player's own noises. */
  playSound(noise: SoundName, where?: MapPoint): void
  /** Returns a random number from 0 to 1. */
  random(): number
  /** [DM-2.15] A secret of 32 characters, which this browser stores for this room. */
  readonly secret: string
}

export interface PlayerInput extends MoveInput {
  /** Degrees by which the view has turned to the right since the last frame. */
  readonly turn: number
  readonly isFiring: boolean
}

export class Client {
  id = 0
  map = ''
  health = 0
  maxHealth = 100_000
  /** `diedAt` is undefined while the player lives. */
  hurtAt = Number.NEGATIVE_INFINITY
  healedAt = Number.NEGATIVE_INFINITY
  diedAt: number | undefined
  scores: readonly ClientScoreRow[] = []
  /** The last countdown that the room sent. */
  countdown: { readonly of: 'start' | 'end'; readonly seconds: number; readonly at: number } | undefined
  readonly clock = new MatchClock()
  readonly walker = new Walker()
  readonly arsenal = new Arsenal()
  readonly messages = new MessageLog()
  readonly others = new Map<number, RemotePlayer>()
  geometry: Geometry | undefined
  level: Level | undefined
  doorsAndLifts: DoorsAndLifts | undefined
  readonly hitMarks: HitMarks
  /** How many times the room has set this player's position while the player was alive, except the first time. */
  corrections = 0
  readonly #environment: ClientEnvironment
  #interactions: Interactions | undefined
  readonly #joinFlow: JoinFlow
  #lastFrameAt = 0
  /** The position that the room sent for a map which has not loaded yet. */
  #pendingPosition: Position | undefined
  #wasPlaced = false

  constructor(around: ClientEnvironment) {
    this.#environment = around
    this.#joinFlow = new JoinFlow((...messages) => this.#send(...messages), around.secret)
    this.hitMarks = new HitMarks(around.random)
  }

  get stage(): JoinStage {
    return this.#joinFlow.stage
  }

  get refusalReason(): string {
    return this.#joinFlow.refusalReason
  }

  get name(): string {
    return this.#joinFlow.name
  }

  get isAlive(): boolean {
    return this.stage === 'in' && this.diedAt === undefined && this.#wasPlaced
  }

  get isReadyToDraw(): boolean {
    return this.stage === 'in' && this.level !== undefined && this.#wasPlaced
  }

  nameOf(id: number): string {
    return id === this.id ? this.name : (this.others.get(id)?.name ?? 'somebody')
  }

  /** Joins, and joins again after every lost connection. */
  join(name: string, now: number): void {
    this.#joinFlow.join(toLatin1(name.trim()), now)
  }

  onConnected(now: number): void {
    this.#forgetPlayers()
    this.clock.reset()
    this.id = 0
    this.#wasPlaced = false
    this.#joinFlow.onConnected(now)
  }

  /** The client joins again when a new socket has opened. */
  onDisconnected(): void {
    this.#joinFlow.onDisconnected()
  }

  /** Ignores the map if the room has switched to another map since the request. */
  setMap(geometry: Geometry, now: number): void {
    if (geometry.name !== this.map) return
    this.geometry = geometry
    this.level = levelFromMapData(geometry)
    this.doorsAndLifts = new DoorsAndLifts(geometry, this.level)
    this.#interactions = new Interactions(
      geometry,
      this.level,
      this.doorsAndLifts,
      this.#environment.playSound,
    )
    if (this.#pendingPosition) this.#placeAt(this.#pendingPosition, now)
  }

  #forgetPlayers(): void {
    this.others.clear()
    this.hitMarks.clear()
    this.#pendingPosition = undefined
  }

  handleDatagram(datagram: Uint8Array, now: number): void {
    for (const message of readFromServer(datagram).messages) this.#handleMessage(message, now)
  }

  #handleMessage(message: FromServer, now: number): void {
    switch (message.type) {
      case 'ACPT':
        this.id = message.playerId
        return this.#joinFlow.onAccepted()
      case 'LMAP':
        return this.#startLoading(message.mapName)
      case 'KICK':
        return this.#onKicked(message.reason, now)
      case 'JOIN':
        if (message.playerId !== this.id)
          this.others.set(message.playerId, new RemotePlayer(message.playerId, message.name))
        return
      case 'QUIT':
        this.others.delete(message.playerId)
        return
      case 'MOVE':
        return this.#onMoved(message, now)
      case 'HLTH':
        return this.#onHealth(message)
      case 'HEAL':
        if (message.playerId === this.id) {
          this.healedAt = now
          this.#environment.playSound('heal')
        }
        return
      case 'DAMG':
        return this.#onHurt(message, now)
      case 'KILL':
        return this.#onKilled(message, now)
      case 'FIRE':
        return this.#onFired(message, now)
      case 'SCOR':
        this.scores = message.names.map((name, n) => ({
          name,
          kills: message.kills[n]!,
          deaths: message.deaths[n]!,
        }))
        return
      case 'TELL':
        if ((message.flags & 2) !== 0) this.messages.addTitle(message.msg, now)
        else this.messages.addChat(message.msg, now)
        return
      case 'CHAT':
        this.messages.addChat(`${this.nameOf(message.playerId)}: ${message.msg}`, now)
        return
      case 'GSTR':
      case 'GEND':
        return this.#onTime(message, now)
      case 'WEAP':
        this.arsenal.setMagazines(message.weapons.map(({ ammo }) => ammo))
        return
      default:
        this.#handleDoorOrLift(message, now)
    }
  }

  #onTime(message: ServerMessage<'GSTR' | 'GEND'>, now: number): void {
    this.clock.onMessage(message, now)
    const { type, seconds } = message
    if (seconds < 0 || seconds > maxCountdown) return
    this.countdown = { of: type === 'GSTR' ? 'start' : 'end', seconds, at: now }
    this.#environment.playSound('count')
  }

  #handleDoorOrLift(message: FromServer, now: number): void {
    switch (message.type) {
      case 'OPEN':
      case 'CLOS':
        return this.#setDoorOrLift('door', message.doorId, message.type === 'OPEN', now)
      case 'LASC':
      case 'LDSC':
        return this.#setDoorOrLift('lift', message.liftId, message.type === 'LASC', now)
      case 'DOST':
        return this.doorsAndLifts?.applyStates('door', message.states, now)
      case 'L_ST':
        return this.doorsAndLifts?.applyStates('lift', message.states, now)
      default:
    }
  }

  /** [DM-5.7] Doors keep their state if the map is the same. */
  #startLoading(map: string): void {
    this.#forgetPlayers()
    this.diedAt = undefined
    if (map !== this.map) {
      this.geometry = undefined
      this.level = undefined
      this.doorsAndLifts = undefined
      this.#interactions = undefined
    }
    this.map = map
    if (!this.level) this.#environment.loadMap(map)
  }

  #onKicked(reason: string, now: number): void {
    this.#wasPlaced = false
    this.#forgetPlayers()
    this.#joinFlow.onRefused(reason, now)
  }

  #onMoved({ playerId, x, y, z, angle }: ServerMessage<'MOVE'>, now: number): void {
    const place = { x, y, z, angle }
    if (playerId !== this.id) return this.others.get(playerId)?.addPosition(place, now)
    if (this.level) this.#placeAt(place, now)
    else this.#pendingPosition = place
  }

  /** [DM-3.4] */
  #placeAt(place: Position, now: number): void {
    this.#pendingPosition = undefined
    if (this.#wasPlaced && this.diedAt === undefined) this.corrections++
    this.#wasPlaced = true
    this.walker.moveTo(place)
    this.#sendPosition(now)
  }

  #onHealth({ playerId, health, maxHealth }: ServerMessage<'HLTH'>): void {
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

  #onHurt({ playerId, sourceId }: ServerMessage<'DAMG'>, now: number): void {
    if (playerId === this.id) {
      this.hurtAt = now
      return this.#environment.playSound('hurt')
    }
    const other = this.others.get(playerId)
    if (!other) return
    other.hurtAt = now
    // For the player's own hits, `#pullTrigger` has already added the blood.
    if (sourceId !== this.id) this.#addBlood(other, now)
  }

  #onKilled({ playerId }: ServerMessage<'KILL'>, now: number): void {
    if (playerId === this.id) {
      this.diedAt = now
      this.health = 0
      return this.#environment.playSound('death')
    }
    const other = this.others.get(playerId)
    if (!other) return
    other.diedAt = now
    other.health = 0
    this.#addBlood(other, now)
    this.#environment.playSound('death', positionOf(other, now))
  }

  #onFired({ playerId, weapon }: ServerMessage<'FIRE'>, now: number): void {
    const other = this.others.get(playerId)
    if (!other) return
    other.firedAt = now
    other.weapon = weapon
    this.#environment.playSound(soundOfWeapon(weapon), positionOf(other, now))
  }

  #setDoorOrLift(kind: DoorOrLiftKind, id: number, state: boolean, now: number): void {
    if (this.doorsAndLifts?.applyState(kind, id, state, now)) this.#interactions?.playMoverSound(kind, id)
  }

  advance(now: number, { forward, sideways, turn, isFiring }: PlayerInput): void {
    const ms = Math.max(0, now - this.#lastFrameAt)
    this.#lastFrameAt = now
    this.doorsAndLifts?.advance(now)
    this.#joinFlow.advance(now)
    this.hitMarks.removeExpired(now)
    if (!this.isAlive || !this.level || !this.doorsAndLifts) return
    this.walker.turn(turn)
    const { x, y } = this.walker
    this.walker.walk(this.level, this.doorsAndLifts.positions, { forward, sideways }, ms)
    if (x !== this.walker.x || y !== this.walker.y)
      this.#send(...this.#interactions!.walkOver({ x, y }, this.walker, now))
    this.#sendPosition(now)
    if (isFiring) this.#pullTrigger(now)
  }

  #sendPosition(now: number): void {
    const place = this.walker.positionToSend(now)
    if (place) this.#send({ type: 'MOVE', ...place })
  }

  /** Returns false, and sends nothing, if the player is not in the room. An empty text is not sent. */
  chat(text: string): boolean {
    if (this.stage !== 'in') return false
    if (text.trim() !== '') this.#send({ type: 'CHAT', msg: toLatin1(text.trim()).slice(0, maxTextBytes) })
    return true
  }

  leave(): void {
    this.#joinFlow.leave()
    this.#wasPlaced = false
    this.#forgetPlayers()
  }

  switchWeapon(weapon: number, now: number): void {
    this.arsenal.switchTo(weapon, now)
  }

  reload(now: number): void {
    if (this.isAlive && this.arsenal.reload(now)) this.#environment.playSound('fill')
  }

  #pullTrigger(now: number): void {
    const done = this.arsenal.pullTrigger(now)
    if (done === 'filled') this.#environment.playSound('fill')
    if (done !== 'shot' || !this.level || !this.doorsAndLifts) return
    const { weapon } = this.arsenal
    const kind = weapons[weapon]!
    this.#environment.playSound(soundOfWeapon(weapon))
    const targets = [...this.others.values()].flatMap((other) => {
      const place = other.displayedPosition(now)
      return place && other.diedAt === undefined && other.health > 0
        ? [{ id: other.id, ...toMapUnits(place) }]
        : []
    })
    const doorsAndLifts = this.doorsAndLifts.positions
    const hit = findHitTargets(kind, this.level, this.walker, targets, doorsAndLifts)
    this.#send(
      { type: 'FIRE', weapon },
      ...hit.map(({ id }) => ({ type: 'DAMG', playerId: id, weapon, damage: kind.damage }) as const),
    )
    for (const { id } of hit) this.#addBlood(this.others.get(id)!, now)
    if (hit.length > 0) return
    const reach = shotRange(this.level, this.walker, doorsAndLifts)
    if (reach <= kind.reach) this.hitMarks.addPuff(this.walker, reach, now)
  }

  #addBlood(other: RemotePlayer, now: number): void {
    const place = other.displayedPosition(now)
    if (place) this.hitMarks.addBlood(toMapUnits(place), now)
  }

  /** Operates the nearest hand-operated door, lift or switch in front of the player. */
  interact(now: number): void {
    if (this.isAlive && this.#interactions) this.#send(...this.#interactions.interact(this.walker, now))
  }

  #send(...messages: readonly FromClient[]): void {
    if (messages.length === 0) return
    this.#environment.send(concatBytes(messages.map((message) => fromClient.encode(message))))
  }
}

/** [DM-1.7] */
function toLatin1(text: string): string {
  return toSendableText(text, sendableCharacters.latin1).text
}

function soundOfWeapon(weapon: number): SoundName {
  return (['fists', 'pistol', 'chaingun', 'shotgun'] as const)[weapon] ?? 'pistol'
}

function positionOf(other: RemotePlayer, now: number): MapPoint | undefined {
  const place = other.displayedPosition(now)
  return place && toMapUnits(place)
}
