// A match as spectators receive it.
import { type FromServer, fromServer } from '../../packets.ts'
import type { MapPlan } from '../../view/map-plan.ts'
import type { DrawnPlayer } from '../../view/match-picture.ts'
import { MatchClock } from '../client/match-clock.ts'
import { interpolate } from '../client/remote-player.ts'

type FighterPosition = DrawnPlayer['position']
type ServerMessage<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

/**
 * In milliseconds. A movement to a new position is drawn for the time between the last two calls of `handleFrames`,
 * within these limits.
 */
const [minStepMs, maxStepMs] = [120, 1200]
const shotMs = 160
const deathMs = 1500
/** Length of a drawn shot that no wall stops, in map units. */
const maxShotLength = 2048

interface WatchedPerson {
  readonly id: number
  readonly name: string
  from: FighterPosition
  to: FighterPosition
  stepStartedAt: number
  health: number
  /** `weapon`, `firedAt`: the last shot. `diedAt` is undefined while the player lives. */
  weapon: number
  firedAt: number
  hurtAt: number
  diedAt: number | undefined
}

export type WatchedPlayer = Readonly<WatchedPerson> & {
  readonly position: FighterPosition
  readonly isWalking: boolean
}

/** The ends of a drawn shot, in map units. */
export interface Shot {
  readonly from: { readonly x: number; readonly y: number }
  readonly to: { readonly x: number; readonly y: number }
}

export interface ScoreboardRow {
  readonly name: string
  readonly kills: number
  readonly deaths: number
  /** Undefined if the player has left. */
  readonly id: number | undefined
}

export class WatchedMatch {
  /** The name of the map, empty until the room sends it. */
  map = ''
  /** Undefined until loaded. */
  plan: MapPlan | undefined
  scores: readonly ScoreboardRow[] = []
  readonly clock = new MatchClock()
  /** The door states that the room last sent. */
  readonly doors: boolean[] = []
  readonly lifts: boolean[] = []
  readonly #people = new Map<number, WatchedPerson>()
  #receivedAt = 0
  #stepMs = minStepMs as number
  #shots: (Shot & { readonly at: number })[] = []
  #deaths: { readonly at: number; readonly place: FighterPosition }[] = []

  reset(): void {
    this.#people.clear()
    this.doors.length = 0
    this.lifts.length = 0
    this.#shots = []
    this.#deaths = []
    this.scores = []
    this.clock.reset()
  }

  /** Throws WireError for anything that is not a message of the game. */
  handleFrames(frames: readonly (string | Uint8Array)[], now: number): void {
    this.#stepMs = Math.min(maxStepMs, Math.max(minStepMs, now - this.#receivedAt))
    this.#receivedAt = now
    for (const frame of frames) this.#handleMessage(fromServer.decode(frame as Uint8Array), now)
    this.#shots = this.#shots.filter(({ at }) => now - at < shotMs)
    this.#deaths = this.#deaths.filter(({ at }) => now - at < deathMs)
  }

  drawnPlayers(now: number): DrawnPlayer[] {
    return this.people(now).map(({ id, position, health }) => ({ id, position, health }))
  }

  /** The players are at interpolated positions. */
  people(now: number): WatchedPlayer[] {
    return [...this.#people.values()].map((person) => {
      const part = (now - person.stepStartedAt) / this.#stepMs
      const { from, to } = person
      const isWalking = part < 1.5 && (from.x !== to.x || from.y !== to.y)
      return { ...person, isWalking, position: interpolate(from, to, part) }
    })
  }

  shots(now: number): Shot[] {
    return this.#shots.filter(({ at }) => now - at < shotMs)
  }

  /** `age`: 0 at a death, 1 when the death no longer shows. */
  deaths(now: number): { readonly place: FighterPosition; readonly age: number }[] {
    return this.#deaths
      .map(({ place, at }) => ({ place, age: (now - at) / deathMs }))
      .filter(({ age }) => age < 1)
  }

  isMoving(now: number): boolean {
    const walks = [...this.#people.values()].some(({ stepStartedAt }) => now - stepStartedAt < this.#stepMs)
    return walks || this.shots(now).length > 0 || this.deaths(now).length > 0
  }

  #handleMessage(message: FromServer, now: number): void {
    switch (message.type) {
      case 'LMAP':
        this.reset()
        if (this.map !== message.mapName) this.plan = undefined
        this.map = message.mapName
        return
      case 'JOIN':
        return this.#join(message)
      case 'QUIT':
        this.#people.delete(message.playerId)
        return
      case 'MOVE':
        return this.#move(message, now)
      case 'HLTH':
        return this.#updatePerson(message.playerId, (person) => {
          person.health = message.health
          if (message.health > 0) person.diedAt = undefined
        })
      case 'DAMG':
        return this.#updatePerson(message.playerId, (person) => (person.hurtAt = now))
      case 'KILL':
        return this.#updatePerson(message.playerId, (person) => {
          person.health = 0
          person.diedAt = now
          this.#deaths.push({ at: now, place: person.to })
        })
      case 'FIRE':
        return this.#updatePerson(message.playerId, (person) => {
          person.firedAt = now
          person.weapon = message.weapon
          this.#shots.push({ at: now, ...this.#traceShot(person.to) })
        })
      case 'SCOR':
        this.scores = this.#scoreRows(message)
        return
      case 'GSTR':
      case 'GEND':
        return this.clock.onMessage(message, now)
      default:
        this.#handleDoorOrLift(message)
    }
  }

  #handleDoorOrLift(message: FromServer): void {
    switch (message.type) {
      case 'DOST':
        this.doors.splice(0, this.doors.length, ...message.states)
        return
      case 'L_ST':
        this.lifts.splice(0, this.lifts.length, ...message.states)
        return
      case 'OPEN':
      case 'CLOS':
        this.doors[message.doorId] = message.type === 'OPEN'
        return
      case 'LASC':
      case 'LDSC':
        this.lifts[message.liftId] = message.type === 'LASC'
        return
      default:
    }
  }

  #join({ playerId: id, name }: ServerMessage<'JOIN'>): void {
    const nowhere = { x: 0, y: 0, z: 0, angle: 0 }
    const never = Number.NEGATIVE_INFINITY
    const looks = { weapon: 1, firedAt: never, hurtAt: never, diedAt: undefined }
    this.#people.set(id, { id, name, from: nowhere, to: nowhere, stepStartedAt: never, health: 0, ...looks })
  }

  #move({ playerId, x, y, z, angle }: ServerMessage<'MOVE'>, now: number): void {
    this.#updatePerson(playerId, (person) => {
      const here = interpolate(person.from, person.to, (now - person.stepStartedAt) / this.#stepMs)
      person.to = { x, y, z, angle }
      // A player who respawned or was moved appears at once.
      const walks = person.stepStartedAt > 0 && Math.hypot(x - here.x, y - here.y) < 256_000
      person.from = walks ? rounded(here) : person.to
      person.stepStartedAt = now
    })
  }

  #updatePerson(id: number, change: (person: WatchedPerson) => void): void {
    const person = this.#people.get(id)
    if (person) change(person)
  }

  #scoreRows({ names, kills, deaths }: ServerMessage<'SCOR'>): ScoreboardRow[] {
    const ids = new Map([...this.#people.values()].map(({ name, id }) => [name, id]))
    return names.map((name, n) => ({ name, kills: kills[n]!, deaths: deaths[n]!, id: ids.get(name) }))
  }

  /** The shot ends at the next wall in front of the player. */
  #traceShot({ x, y, angle }: FighterPosition): Shot {
    const from = { x: x / 1000, y: y / 1000 }
    const radians = (-angle / 1000 / 180) * Math.PI
    const way = { x: Math.cos(radians), y: Math.sin(radians) }
    let reach = maxShotLength
    for (const { x1, y1, x2, y2, back } of this.plan?.lines ?? []) {
      if (back !== undefined) continue
      const across = way.x * (y2 - y1) - way.y * (x2 - x1)
      if (across === 0) continue
      const along = ((x1 - from.x) * (y2 - y1) - (y1 - from.y) * (x2 - x1)) / across
      const at = ((x1 - from.x) * way.y - (y1 - from.y) * way.x) / across
      if (along > 0 && along < reach && at >= 0 && at <= 1) reach = along
    }
    return { from, to: { x: from.x + way.x * reach, y: from.y + way.y * reach } }
  }
}

/** Rounded as in the protocol, because rounding errors would otherwise depend on when the spectator began to watch. */
function rounded({ x, y, z, angle }: FighterPosition): FighterPosition {
  return { x: Math.round(x), y: Math.round(y), z: Math.round(z), angle: Math.round(angle) }
}
