// The player's spells.
import type { Spell as Packed } from '../../packets.ts'
import { Part, told } from './part.ts'
import type { Says } from './told.ts'
import { readable } from './words.ts'

const mostSpells = 1024

/** `cast` and `invoke` take the tag; `skill` is the number of a skill's stat, or 0. */
export type Spell = Omit<Packed, 'path' | 'usage'> & {
  /** Names of its schools. */
  readonly paths: readonly string[]
  /** The argument after its name: `none`, a spell, an optional text, or a text. */
  readonly takes: (typeof usages)[number]
  /** Ingredients that the spell consumes, separated by commas. */
  readonly requirements: string
}

const usages = ['none', 'spell', 'text, maybe', 'text'] as const

export class Spells extends Part {
  readonly #spells = new Map<number, Packed>()
  #paths: readonly { readonly bit: number; readonly name: string }[] = []

  /** Sorted by level, then by name. */
  get all(): Spell[] {
    const spells = [...this.#spells.values()].map((spell) => this.#shown(spell))
    return spells.sort((a, b) => a.level - b.level || a.name.localeCompare(b.name))
  }

  // ---- Updates ----------------------------------------------------------------------------------------------------

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

  /** Takes lines of spell_paths, such as `1:protection`. */
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
