// The spells that the player knows.
import type { Spell as Packed } from '../../packets.ts'
import { Part, told } from './part.ts'
import type { Says } from './told.ts'
import { readable } from './words.ts'

const mostSpells = 1024

/** Its tag is what `cast` and `invoke` take; `skill` is the number of a skill's stat, or 0. */
export type Spell = Omit<Packed, 'path' | 'usage'> & {
  /** Its schools, by name. */
  readonly paths: readonly string[]
  /** What has to follow its name when it is cast: `none`, a spell, a text if one likes, or a text. */
  readonly takes: (typeof usages)[number]
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

  // ---- What is told of them ----------------------------------------------------------------------------------------

  begun(): void {
    this.#spells.clear()
    this.events.tell('spells', undefined)
  }

  told(spells: readonly Packed[]): void {
    for (const spell of spells) if (this.#spells.size < mostSpells) this.#spells.set(spell.tag, spell)
    this.events.tell('spells', undefined)
  }

  changed({ tag, mana, grace, damage }: Says<'updspell'>): void {
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
