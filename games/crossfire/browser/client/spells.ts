// The spells that the player knows.
import type { FromServer, Spell as Packed } from '../../packets.ts'
import { Part, told } from './part.ts'
import { readable } from './words.ts'

type Update = Extract<FromServer, { readonly type: 'updspell' }>

const mostSpells = 1024

export interface Spell {
  /** What `cast` and `invoke` take. */
  readonly tag: number
  readonly name: string
  readonly level: number
  /** Ticks. */
  readonly castingTime: number
  /** What it costs, in spell points or in grace. */
  readonly mana: number
  readonly grace: number
  readonly damage: number
  /** The number of its skill's stat; 0: none. */
  readonly skill: number
  /** Its schools, by name. */
  readonly paths: readonly string[]
  readonly face: number
  /** What it does. */
  readonly message: string
  /** What has to follow its name when it is cast: `none`, a spell, a text if one likes, or a text. */
  readonly takes: 'none' | 'spell' | 'text, maybe' | 'text'
  /** What it uses up, with commas. */
  readonly requirements: string
}

const usages = ['none', 'spell', 'text, maybe', 'text'] as const

export class Spells extends Part {
  readonly #spells = new Map<number, Packed>()
  #paths: readonly { readonly bit: number; readonly name: string }[] = []

  /** By level, then by name. */
  get all(): Spell[] {
    const spells = [...this.#spells.values()].map((spell) => this.#shown(spell))
    return spells.sort((a, b) => a.level - b.level || a.name.localeCompare(b.name))
  }

  spell(tag: number): Spell | undefined {
    const spell = this.#spells.get(tag)
    return spell && this.#shown(spell)
  }

  // ---- What is told of them ----------------------------------------------------------------------------------------

  begun(): void {
    this.#spells.clear()
    this.events.tell('spells', undefined)
  }

  told(spells: readonly Packed[]): void {
    for (const spell of spells) if (this.#spells.size < mostSpells) this.#spells.set(spell.tag, spell)
    this.events.tell('spells', undefined)
  }

  changed({ tag, mana, grace, damage }: Update): void {
    const before = this.#spells.get(tag)
    if (!before) return
    this.#spells.set(tag, { ...before, ...told({ mana, grace, damage }) })
    this.events.tell('spells', undefined)
  }

  gone(tag: number): void {
    this.#spells.delete(tag)
    this.events.tell('spells', undefined)
  }

  /** Lines of spell_paths: `1:protection`. */
  pathsTold(lines: readonly string[]): void {
    this.#paths = lines.flatMap((line) => {
      const [bit, name] = line.split(':')
      return name ? [{ bit: Number(bit), name: readable(name) }] : []
    })
    this.events.tell('spells', undefined)
  }

  #shown(spell: Packed): Spell {
    const { path, usage = 0, requirements = '', name, message, ...rest } = spell
    return {
      ...rest,
      name: readable(name),
      message: readable(message),
      paths: this.#paths.flatMap(({ bit, name: school }) => ((path & bit) !== 0 ? [school] : [])),
      takes: usages[usage] ?? 'none',
      requirements: readable(requirements),
    }
  }
}
