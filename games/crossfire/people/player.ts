// A character: what he is, what he has, where he is, and who hears what happens to him.

import type { Hearing } from '../hearing/hearing.ts'
import type { Sound } from '../hearing/sounds.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import { type Direction, facing } from '../pictures/animations.ts'
import type { Level } from '../places/level.ts'
import type { Resistance } from '../scene/archetype.ts'
import { type Exit, type Thing, weightOf } from '../things/thing.ts'
import { figure } from './figures.ts'

/** [CF-8.5] In the order of today's `stats`. */
export const abilityNames = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const
export type Ability = (typeof abilityNames)[number]
export type Abilities = { readonly [name in Ability]: number }

/** What follows from what he is and wears. */
export interface Figures {
  /** With what he wears. */
  readonly abilities: Abilities
  readonly maxHp: number
  readonly maxSp: number
  readonly maxGrace: number
  /** Less is better, both. */
  readonly wc: number
  readonly ac: number
  /** Most of one blow. */
  readonly damage: number
  /** Percent off each physical blow. */
  readonly armour: number
  readonly resists: Resistance
  /** Acts a tick. */
  readonly speed: number
  /** Blows a tick. */
  readonly weaponSpeed: number
  /** Grams. */
  readonly weightLimit: number
}

/** What `fire` uses. `name`: of a spell, of a skill; of a wand or a bow its tag as a number. */
export type Readied =
  | { readonly with: 'spell' | 'skill'; readonly name: string }
  | { readonly with: 'launcher' | 'wand'; readonly tag: number }

/** Something that goes on for a while. */
export interface Effect {
  /** The world's clock, in milliseconds, at which it is over. */
  readonly until: number
  readonly strength: number
}

/** What he does over and over, until he is told to stop. */
export interface Repeated {
  readonly what: 'run' | 'fire'
  readonly direction: Direction
}

/** What a character is from his beginning. */
export interface Origin {
  readonly tag: number
  readonly name: string
  /** Ids of characters.ts. */
  readonly race: string
  readonly class: string
  readonly abilities: Abilities
}

export class Player {
  readonly origin: Origin
  /** Of pictures/animations.ts. */
  readonly look: string
  hp = 1
  sp = 0
  grace = 0
  /** 0 to 999. */
  food = 999
  experience = 0
  /** By skill: experience in it. Who has no entry does not have the skill. */
  readonly skills = new Map<string, number>()
  /** Ids of the spells that he knows, in the order of learning. */
  readonly spells = new Set<string>()
  /** By name. */
  readonly effects = new Map<string, Effect>()
  /** Changed by things/contents.ts alone. */
  readonly inventory: Thing[] = []
  readied: Readied | undefined
  /** Of the thing that he marked; it may be gone by now. */
  marked: number | undefined
  /** Of the container that he looks into; it may be gone by now. */
  container: number | undefined
  /** [CF-7.13] What he picks up by walking over it. */
  pickup = 0
  /** Where he comes to himself after death. */
  home: Exit
  /** Where he is. `places/moving.ts` alone changes it. */
  levelName: string
  x: number
  y: number
  facing: Direction = 5
  /** Changes with each step: which of his pictures is shown. */
  stepping = false
  /** While he is in. */
  level: Level | undefined
  hearing: Hearing | undefined
  /** [CF-9.4] Of the host's clock, in microseconds: when he may act again. */
  readyAt = Number.NEGATIVE_INFINITY
  repeated: Repeated | undefined
  /** The name of who told him something last. */
  answers: string | undefined
  /** Grows when anything in his inventory changes. */
  stamp = 0
  /** His record is to be written when the turn ends. */
  unkept = false
  #figures: Figures | undefined
  #carried: number | undefined
  #light: number | undefined

  constructor(origin: Origin, look: string, start: Exit) {
    this.origin = origin
    this.look = look
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

  /** As he looks now. */
  get face(): number {
    const { faces } = facing(this.look, this.facing)
    return faces[this.stepping ? 1 % faces.length : 0]!
  }

  /** Worked out anew after each `changed` or `refigure`. */
  get figures(): Figures {
    this.#figures ??= figure(this)
    return this.#figures
  }

  /** Grams of all that he carries. */
  get carried(): number {
    this.#carried ??= this.inventory.reduce((sum, each) => sum + weightOf(each), 0)
    return this.#carried
  }

  /** Cells around him that he lights: by a spell, or by what he carries lit. */
  get light(): number {
    this.#light ??= this.inventory.reduce(
      (most, { applied, kind }) => Math.max(most, applied ? (kind.light ?? 0) : 0),
      this.effects.get('light')?.strength ?? 0,
    )
    return this.#light
  }

  /** What he has is not as it was: it is durable when the turn ends, and his figures follow. */
  changed(): void {
    this.stamp++
    this.#carried = undefined
    this.keep()
    // What he carries may shine.
    this.level?.changed(this.x, this.y)
  }

  /** What he is, is not as it was: a level, a spell, a skill, an effect. Durable when the turn ends. */
  keep(): void {
    this.unkept = true
    this.refigure()
  }

  /** His figures are worked out anew. What changed may roll back. */
  refigure(): void {
    this.#figures = undefined
    this.#light = undefined
  }

  /** The thing of that tag in his pack or in a container there. */
  carries(tag: number): Thing | undefined {
    return within(this.inventory, tag)
  }

  // What he hears, if he is in.

  tell(text: string, kind: TextKind): void {
    this.hearing?.tell(text, kind)
  }

  sound(sound: Sound, dx = 0, dy = 0): void {
    this.hearing?.sound(sound, dx, dy)
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
