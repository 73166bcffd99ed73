// A character's state and derived values. scene/scene.ts describes each part.
import type { PlayerListener } from '../hearing/hearing.ts'
import type { Sound } from '../hearing/sounds.ts'
import type { MessageType } from '../hearing/text-kinds.ts'
import { facingAnimation } from '../pictures/animations.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Effect, Faith, Figures, Origin, Readied, Repeated } from '../scene/character.ts'
import type { Direction } from '../scene/directions.ts'
import type { Exit } from '../scene/level-plan.ts'
import { type Level, ordinaryListening, type Player, type Thing } from '../scene/scene.ts'
import { weightOf } from '../things/thing.ts'
import { figure } from './figures.ts'

export class PlayerState implements Player {
  origin: Origin
  /** Name in pictures/animations.ts. */
  readonly #look: string
  hp = 1
  sp = 0
  grace = 0
  food = 999
  experience = 0
  readonly skills = new Map<string, number>()
  readonly spells = new Set<string>()
  kinds: Kinds | undefined
  readonly effects = new Map<string, Effect>()
  readonly inventory: Thing[] = []
  faith: Faith | undefined
  bank = 0
  readonly journal = new Map<string, string>()
  closed: Thing | undefined
  readied: Readied | undefined
  marked: number | undefined
  container: number | undefined
  pickup = 0
  home: Exit
  levelName: string
  x: number
  y: number
  facing: Direction = 5
  stepping = false
  level: Level | undefined
  hearing: PlayerListener | undefined
  readyAt = Number.NEGATIVE_INFINITY
  repeated: Repeated | undefined
  answers: string | undefined
  joining: string | undefined
  title: string | undefined
  listening = ordinaryListening
  watched = true
  away = false
  braced = false
  stamp = 0
  unkept = false
  #figures: Figures | undefined
  #carried: number | undefined
  #light: number | undefined

  /** `look`: name in pictures/animations.ts. */
  constructor(origin: Origin, look: string, start: Exit) {
    this.origin = origin
    this.#look = look
    this.home = start
    this.levelName = start.level
    this.x = start.x
    this.y = start.y
  }

  get tag(): number {
    return this.origin.tag
  }
  get name(): string {
    return this.origin.name
  }
  get dead(): boolean {
    return this.hp <= 0
  }

  get face(): number {
    const { faces } = facingAnimation(this.#look, this.facing)
    return faces[this.stepping ? 1 % faces.length : 0]!
  }

  get figures(): Figures {
    this.#figures ??= figure(this)
    return this.#figures
  }

  get carried(): number {
    this.#carried ??= this.inventory.reduce((sum, each) => sum + weightOf(each), 0)
    return this.#carried
  }

  get light(): number {
    this.#light ??= this.inventory.reduce(
      (most, { applied, kind }) => Math.max(most, applied ? (kind.light ?? 0) : 0),
      this.effects.get('light')?.strength ?? 0,
    )
    return this.#light
  }

  changed(): void {
    this.stamp++
    this.#carried = undefined
    this.keep()
    // Carried things can emit light.
    this.level?.changed(this.x, this.y)
  }

  keep(): void {
    this.unkept = true
    this.#figures = undefined
    this.#light = undefined
  }

  carries(tag: number): Thing | undefined {
    return within(this.inventory, tag)
  }

  stop(what: Repeated['what']): void {
    if (this.repeated?.what === what) this.repeated = undefined
  }

  tell(text: string, kind: MessageType): void {
    // [CF-10.6]
    if ((kind.minListenLevel ?? 0) <= this.listening) this.hearing?.onText(text, kind)
  }

  sound(sound: Sound, dx = 0, dy = 0): void {
    this.hearing?.onSound(sound, dx, dy)
  }
}

function within(things: readonly Thing[], tag: number): Thing | undefined {
  for (const thing of things) {
    if (thing.tag === tag) return thing
    const inside = thing.inside && within(thing.inside, tag)
    if (inside) return inside
  }
  return undefined
}
