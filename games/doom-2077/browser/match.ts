// A match as spectators receive it: players on their way, recent shots and deaths, and the score.
import { type FromServer, fromServer } from '../packets.ts'
import type { Fighter } from '../view/picture.ts'
import type { Plan } from '../view/plan.ts'
import { between } from './people.ts'

type Place = Fighter['place']
type Heard<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

/** Milliseconds: limits of a movement step (it lasts as long as the last interval), a shot, a death. */
const [shortestStep, longestStep] = [120, 1200]
const shotMs = 160
const deathMs = 1500
/** Length in map units of a drawn shot that no wall stops. */
const farthest = 2048

interface Person {
  readonly id: number
  readonly name: string
  from: Place
  to: Place
  since: number
  health: number
  /** Last weapon fired, when, when last hurt, and when died. `diedAt` is undefined while alive. */
  weapon: number
  firedAt: number
  hurtAt: number
  diedAt: number | undefined
}

/** A player's state for the over-the-shoulder view. */
export type Watched = Readonly<Person> & { readonly place: Place; readonly walks: boolean }

/** A shot, in map units. */
export interface Shot {
  readonly from: { readonly x: number; readonly y: number }
  readonly to: { readonly x: number; readonly y: number }
}

export interface Row {
  readonly name: string
  readonly kills: number
  readonly deaths: number
  /** Undefined if the player has left. */
  readonly id: number | undefined
}

export class WatchedMatch {
  /** Name of the current map, or empty until the room sends it. */
  map = ''
  /** Plan of that map, once loaded. */
  plan: Plan | undefined
  scores: readonly Row[] = []
  /** Which doors are open and which lifts are up, as last received. */
  readonly doors: boolean[] = []
  readonly lifts: boolean[] = []
  readonly #people = new Map<number, Person>()
  #heardAt = 0
  #stepMs = shortestStep as number
  #shots: (Shot & { readonly at: number })[] = []
  #deaths: { readonly at: number; readonly place: Place }[] = []

  begun(): void {
    this.#people.clear()
    this.doors.length = 0
    this.lifts.length = 0
    this.#shots = []
    this.#deaths = []
    this.scores = []
  }

  /** Applies spectator frames. Throws WireError for anything that is not a message of the game. */
  heard(frames: readonly (string | Uint8Array)[], now: number): void {
    this.#stepMs = Math.min(longestStep, Math.max(shortestStep, now - this.#heardAt))
    this.#heardAt = now
    for (const frame of frames) this.#take(fromServer.decode(frame as Uint8Array), now)
    this.#shots = this.#shots.filter(({ at }) => now - at < shotMs)
    this.#deaths = this.#deaths.filter(({ at }) => now - at < deathMs)
  }

  fighters(now: number): Fighter[] {
    return [...this.#people.values()].map((person) => ({
      id: person.id,
      place: between(person.from, person.to, (now - person.since) / this.#stepMs),
      health: person.health,
    }))
  }

  /** All connected players, at their interpolated positions. */
  people(now: number): Watched[] {
    return [...this.#people.values()].map((person) => {
      const part = (now - person.since) / this.#stepMs
      const { from, to } = person
      const walks = part < 1.5 && (from.x !== to.x || from.y !== to.y)
      return { ...person, walks, place: between(from, to, part) }
    })
  }

  shots(now: number): Shot[] {
    return this.#shots.filter(({ at }) => now - at < shotMs)
  }

  /** Recent deaths: where, and how long ago as a share from 0 to 1. */
  deaths(now: number): { readonly place: Place; readonly age: number }[] {
    return this.#deaths
      .map(({ place, at }) => ({ place, age: (now - at) / deathMs }))
      .filter(({ age }) => age < 1)
  }

  moves(now: number): boolean {
    const walks = [...this.#people.values()].some(({ since }) => now - since < this.#stepMs)
    return walks || this.shots(now).length > 0 || this.deaths(now).length > 0
  }

  #take(message: FromServer, now: number): void {
    switch (message.type) {
      case 'LMAP':
        this.begun()
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
        return this.#change(message.playerId, (person) => {
          person.health = message.health
          if (message.health > 0) person.diedAt = undefined
        })
      case 'DAMG':
        return this.#change(message.playerId, (person) => (person.hurtAt = now))
      case 'KILL':
        return this.#change(message.playerId, (person) => {
          person.health = 0
          person.diedAt = now
          this.#deaths.push({ at: now, place: person.to })
        })
      case 'FIRE':
        return this.#change(message.playerId, (person) => {
          person.firedAt = now
          person.weapon = message.weapon
          this.#shots.push({ at: now, ...this.#shotFrom(person.to) })
        })
      case 'SCOR':
        this.scores = this.#rows(message)
        return
      default:
        this.#takeGate(message)
    }
  }

  #takeGate(message: FromServer): void {
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

  #join({ playerId: id, name }: Heard<'JOIN'>): void {
    const nowhere = { x: 0, y: 0, z: 0, angle: 0 }
    const never = Number.NEGATIVE_INFINITY
    const looks = { weapon: 1, firedAt: never, hurtAt: never, diedAt: undefined }
    this.#people.set(id, { id, name, from: nowhere, to: nowhere, since: never, health: 0, ...looks })
  }

  #move({ playerId, x, y, z, angle }: Heard<'MOVE'>, now: number): void {
    this.#change(playerId, (person) => {
      const here = between(person.from, person.to, (now - person.since) / this.#stepMs)
      person.to = { x, y, z, angle }
      // A player who respawned or was moved appears at once.
      const walks = person.since > 0 && Math.hypot(x - here.x, y - here.y) < 256_000
      person.from = walks ? here : person.to
      person.since = now
    })
  }

  #change(id: number, change: (person: Person) => void): void {
    const person = this.#people.get(id)
    if (person) change(person)
  }

  #rows({ names, kills, deaths }: Heard<'SCOR'>): Row[] {
    const ids = new Map([...this.#people.values()].map(({ name, id }) => [name, id]))
    return names.map((name, n) => ({ name, kills: kills[n]!, deaths: deaths[n]!, id: ids.get(name) }))
  }

  /** From the player to the wall in front. */
  #shotFrom({ x, y, angle }: Place): Shot {
    const from = { x: x / 1000, y: y / 1000 }
    const radians = (-angle / 1000 / 180) * Math.PI
    const way = { x: Math.cos(radians), y: Math.sin(radians) }
    let reach = farthest
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
