// A bot player, which walks to its prey, attacks it, flees from dangers, and rests when it has few hp. The bot uses the
// world's simulated time and the same calls as a session.

import {
  directionNames,
  directions,
  distanceBetween,
  neighbourOf,
} from '../../../../games/crossfire/model/definitions/directions.ts'
import type { LevelPosition, Position } from '../../../../games/crossfire/model/definitions/level-plan.ts'
import { weekNumberAt } from '../../../../games/crossfire/model/loading/weekly-dungeon.ts'
import { characterKey } from '../../../../games/crossfire/model/records/player-record.ts'
import type { Level, Player, Thing } from '../../../../games/crossfire/model/state/game-state.ts'
import type { PlayerListener } from '../../../../games/crossfire/protocol/events/player-listener.ts'
import { CrossfireWorld } from '../../../../games/crossfire/world.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { testContext, tickMs } from '../harness/rules-arena.ts'

export interface BotSettings {
  readonly hunts: readonly string[]
  /**
   * Percentages of hp: below `rests` (0: never) the bot returns to the start to rest, and it rests until it has
   * `rested` percent.
   */
  readonly rests: number
  readonly rested: number
  /** Milliseconds for which the bot waits after each fight and collects things. */
  readonly pauses?: number
  /** Additional experience, in total and in the skill of its sword. */
  readonly experience?: number
  /** The seed of the dungeon in which the bot plays. With a seed, the bot's camp is on a floor of the dungeon. */
  readonly deep?: number
  /** The archetype of a creature from which the bot flees if it is at most `cells` cells away. */
  readonly fears?: { readonly id: string; readonly cells: number }
}

export interface Outcome {
  readonly minutes: number
  readonly died: boolean
  readonly left: number
}

export const startTime = 1_700_000_000_000
const ownSkill = 'one handed weapons'

export class BotPlayer {
  readonly world: CrossfireWorld
  readonly player: Player
  readonly texts: string[] = []
  readonly #level: Level
  readonly #camp: LevelPosition
  readonly #manner: BotSettings
  #now = startTime
  #died = false
  /** Creatures that the bot can reach only through a secret door. */
  readonly #beyond: ReadonlySet<Thing>
  #resting = false
  /** The player's experience at the bot's latest comparison, and the time at which the bot's pause ends. */
  #comparedExperience = 0
  #pausesUntil = 0

  constructor(seed: string, camp: LevelPosition, manner: BotSettings) {
    this.#manner = manner
    this.#camp = camp
    const store = new MemoryStore()
    if (manner.deep !== undefined) store.put('deep', { seed: manner.deep, week: weekNumberAt(this.#now) })
    this.world = new CrossfireWorld(
      store,
      testContext(seed, () => this.#now),
    )
    this.world.createCharacter({ name: 'Ann', class: 'fighter_class' })
    const key = characterKey('Ann')
    const born = store.get(key) as { readonly skills: readonly (readonly [string, number])[] }
    const { experience = 0 } = manner
    const skills = born.skills.map(([skill, had]) => [skill, skill === ownSkill ? experience : had])
    store.put(key, { ...born, experience, skills, place: { ...camp } })
    this.player = this.world.enter('Ann', this.#listener())
    this.player.hp = this.player.stats.maxHp
    this.#level = this.player.level!
    this.#comparedExperience = experience
    this.#beyond = new Set(this.#creatures().filter((each) => !this.#isReachable(spotOf(each))))
  }

  /** Stops early if the bot dies or no prey is left. */
  play(minutes: number): Outcome {
    const startTime = this.#now
    while (this.#now < startTime + minutes * 60_000 && !this.#died && this.prey().length > 0) {
      if (this.world.msUntilAction(this.player) === 0) this.#act()
      this.#now += tickMs
      this.world.tick(this.#now)
    }
    return { minutes: (this.#now - startTime) / 60_000, died: this.#died, left: this.prey().length }
  }

  /** The creatures that the bot hunts, the nearest first. */
  prey(): Thing[] {
    return this.#creatures()
      .filter((each) => this.#manner.hunts.includes(each.archetype.id) && !this.#beyond.has(each))
      .sort((a, b) => this.#away(a) - this.#away(b) || a.tag - b.tag)
  }

  #act(): void {
    const { rests, rested } = this.#manner
    const hp = (this.player.hp * 100) / this.player.stats.maxHp
    if (hp < rests) this.#resting = true
    else if (hp >= rested) this.#resting = false
    const beside = this.#creatures().find((creature) => this.#away(creature) <= 1)
    const retreats = (this.#resting || this.#isAfraid()) && distanceBetween(this.player, this.#camp) > 1
    if (this.player.experience !== this.#comparedExperience) {
      this.#comparedExperience = this.player.experience
      this.#pausesUntil = this.#now + (this.#manner.pauses ?? 0)
    }
    // The bot must fight creatures that block its way back.
    if (retreats && !(beside && wayTo(this.player, this.#camp) === 'stay')) this.#walk(this.#camp)
    else if (beside) this.#walk(spotOf(beside))
    else if (this.#now < this.#pausesUntil) return
    else if (!this.#resting && this.prey()[0]) this.#walk(spotOf(this.prey()[0]!))
  }

  #isAfraid(): boolean {
    const { fears } = this.#manner
    return (
      fears !== undefined &&
      this.#creatures().some((each) => each.archetype.id === fears.id && this.#away(each) <= fears.cells)
    )
  }

  #walk(to: Position): void {
    this.world.runCommand(this.player, wayTo(this.player, to))
  }

  #creatures(): Thing[] {
    return [...this.#level.creatures].filter(({ archetype }) => archetype.traits.role === 'monster')
  }

  #away(creature: Thing): number {
    return distanceBetween(this.player, spotOf(creature))
  }

  /** Whether a path leads to the place. Creatures, and doors that are neither secret nor locked, block nothing. */
  #isReachable(to: Position): boolean {
    const level = this.#level
    const { x, y } = this.player
    const found: Position[] = [{ x, y }]
    const seen = new Set([x + level.width * y])
    for (const spot of found) {
      if (spot.x === to.x && spot.y === to.y) return true
      for (const direction of directions) {
        const next = neighbourOf(spot, direction)
        const cell = next.x + level.width * next.y
        if (seen.has(cell) || (level.blocksMovement(next.x, next.y) && !opens(level, next))) continue
        seen.add(cell)
        found.push(next)
      }
    }
    return false
  }

  #listener(): PlayerListener {
    const tell = (text: string) => {
      this.texts.push(text)
      if (text.startsWith('You were killed')) this.#died = true
    }
    return {
      onText: tell,
      onQuestion() {},
      onSound() {},
      onMagicMap() {},
      onSurroundingsChanged() {},
      onTick() {},
      onQuit() {},
      onChangePassword() {},
      onReport() {},
      close() {},
    }
  }
}

function spotOf({ location }: Thing): Position {
  if (location?.in !== 'cell') throw new Error('it is in no cell')
  return location
}

/** The next step of a shortest path, which can lead through doors. Returns `stay` if there is no path now. */
function wayTo({ level, x, y }: Player, to: Position): string {
  const { width, height } = level!
  const isSeen = new Uint8Array(width * height)
  const waiting: Position[] = [{ x: to.x, y: to.y }]
  isSeen[to.x + width * to.y] = 1
  for (const spot of waiting) {
    for (const direction of directions) {
      // The search runs backwards from the goal: a step in this direction leads from `before` to `spot`.
      const before = neighbourOf(spot, (((direction + 3) % 8) + 1) as typeof direction)
      if (before.x === x && before.y === y) return directionNames[direction - 1]!
      const cell = before.x + width * before.y
      if (!level!.has(before.x, before.y) || isSeen[cell] === 1) continue
      isSeen[cell] = 1
      if (isPassable(level!, before)) waiting.push(before)
    }
  }
  return 'stay'
}

function isPassable(level: Level, spot: Position): boolean {
  if (level.topThingWithRole(spot.x, spot.y, 'exit')) return false
  return level.isFree(spot.x, spot.y) || opens(level, spot)
}

function opens(level: Level, { x, y }: Position): boolean {
  const door = level.topThingWithRole(x, y, 'door')?.archetype.traits
  return door?.role === 'door' && !door.secret && door.lock === undefined
}
