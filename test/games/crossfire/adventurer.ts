// Somebody who plays by himself: walks to what he is after, hits it, runs from what he fears, and rests when he has had
// enough. His time is the world's own, simulated; every step goes through the verbs that a session calls.

import type { Hearing } from '../../../games/crossfire/hearing/hearing.ts'
import { characterKey } from '../../../games/crossfire/people/player-record.ts'
import {
  directionNames,
  directions,
  stepped,
  stepsBetween,
} from '../../../games/crossfire/scene/directions.ts'
import type { Exit, Spot } from '../../../games/crossfire/scene/level-plan.ts'
import type { Level, Player, Thing } from '../../../games/crossfire/scene/scene.ts'
import { CrossfireWorld } from '../../../games/crossfire/world.ts'
import { MemoryStore, testHost, tickMs } from './arena.ts'

export interface Manner {
  /** Archetypes that he is after. */
  readonly hunts: readonly string[]
  /** Percent of his hp under which he goes back to where he came in, and at which he has rested; 0: he never does. */
  readonly rests: number
  readonly rested: number
  /** Milliseconds that he looks about him and gathers his things after each fight. */
  readonly pauses?: number
  /** An archetype that he runs from when it comes so near, in cells. */
  readonly fears?: { readonly id: string; readonly cells: number }
}

export interface Outcome {
  /** Minutes of play. */
  readonly minutes: number
  readonly died: boolean
  /** How many of those he was after live yet. */
  readonly left: number
}

export class Adventurer {
  readonly world: CrossfireWorld
  readonly player: Player
  /** All that he was told. */
  readonly told: string[] = []
  readonly #level: Level
  readonly #camp: Exit
  readonly #manner: Manner
  #now = 1_700_000_000_000
  #died = false
  #resting = false
  /** Experience when he looked last, and until when he looks about. */
  #seen = 0
  #pausesUntil = 0

  /** A new fighter, who has just come in at `camp`. */
  constructor(seed: string, camp: Exit, manner: Manner) {
    this.#manner = manner
    this.#camp = camp
    const store = new MemoryStore()
    this.world = new CrossfireWorld(
      store,
      testHost(seed, () => this.#now),
    )
    this.world.create({ name: 'Ann', class: 'fighter_class' })
    const key = characterKey('Ann')
    store.put(key, { ...(store.get(key) as object), place: { ...camp } })
    this.player = this.world.enter('Ann', this.#hearing())
    this.#level = this.player.level!
  }

  /** Plays so many minutes at most: until he dies, or nothing that he is after is left. */
  play(minutes: number): Outcome {
    const begun = this.#now
    while (this.#now < begun + minutes * 60_000 && !this.#died && this.prey().length > 0) {
      if (this.world.mayAct(this.player) === 0) this.#act()
      this.#now += tickMs
      this.world.tick(this.#now)
    }
    return { minutes: (this.#now - begun) / 60_000, died: this.#died, left: this.prey().length }
  }

  /** Those that he is after, the nearest first. */
  prey(): Thing[] {
    return this.#creatures()
      .filter(({ kind }) => this.#manner.hunts.includes(kind.id))
      .sort((a, b) => this.#away(a) - this.#away(b) || a.tag - b.tag)
  }

  #act(): void {
    const { rests, rested } = this.#manner
    const hp = (this.player.hp * 100) / this.player.figures.maxHp
    if (hp < rests) this.#resting = true
    else if (hp >= rested) this.#resting = false
    const beside = this.#creatures().find((creature) => this.#away(creature) <= 1)
    const retreats = (this.#resting || this.#isAfraid()) && stepsBetween(this.player, this.#camp) > 1
    if (this.player.experience !== this.#seen) {
      this.#seen = this.player.experience
      this.#pausesUntil = this.#now + (this.#manner.pauses ?? 0)
    }
    // Who bars the way back has to be fought.
    if (retreats && !(beside && wayTo(this.player, this.#camp) === 'stay')) this.#walk(this.#camp)
    else if (beside) this.#walk(spotOf(beside))
    else if (this.#now < this.#pausesUntil) return
    else if (!this.#resting && this.prey()[0]) this.#walk(spotOf(this.prey()[0]!))
  }

  #isAfraid(): boolean {
    const { fears } = this.#manner
    return (
      fears !== undefined &&
      this.#creatures().some((each) => each.kind.id === fears.id && this.#away(each) <= fears.cells)
    )
  }

  #walk(to: Spot): void {
    this.world.command(this.player, wayTo(this.player, to))
  }

  #creatures(): Thing[] {
    return [...this.#level.creatures].filter(({ kind }) => kind.is.role === 'monster')
  }

  #away(creature: Thing): number {
    return stepsBetween(this.player, spotOf(creature))
  }

  #hearing(): Hearing {
    const tell = (text: string) => {
      this.told.push(text)
      if (text.startsWith('You are dead')) this.#died = true
    }
    return {
      tell,
      ask() {},
      sound() {},
      magicMap() {},
      stirred() {},
      ticked() {},
      quit() {},
      changePassword() {},
      close() {},
    }
  }
}

function spotOf({ where }: Thing): Spot {
  if (where?.in !== 'cell') throw new Error('it is in no cell')
  return where
}

/** The next step of a shortest way, through doors that open; `stay`: there is none now. */
function wayTo({ level, x, y }: Player, to: Spot): string {
  const waiting: Spot[] = [{ x: to.x, y: to.y }]
  const seen = new Set([`${to.x},${to.y}`])
  for (let spot = waiting.shift(); spot; spot = waiting.shift()) {
    for (const direction of directions) {
      // Backwards: from where a step this way leads to `spot`.
      const before = stepped(spot, (((direction + 3) % 8) + 1) as typeof direction)
      if (before.x === x && before.y === y) return directionNames[direction - 1]!
      const key = `${before.x},${before.y}`
      if (seen.has(key) || !isPassable(level!, before)) continue
      seen.add(key)
      waiting.push(before)
    }
  }
  return 'stay'
}

function isPassable(level: Level, { x, y }: Spot): boolean {
  if (level.withRole(x, y, 'exit')) return false
  const door = level.withRole(x, y, 'door')?.kind.is
  return level.isFree(x, y) || (door?.role === 'door' && !door.secret && door.lock === undefined)
}
