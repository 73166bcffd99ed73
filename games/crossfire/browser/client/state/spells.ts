import type { SpellEntry as Packed } from '../../../protocol/packets/index.ts'
import type { PacketFields } from '../core/client-event.ts'
import { definedFields, PacketHandler, putBounded } from '../core/packet-handler.ts'
import { decodeText } from '../core/text.ts'

const maxSpells = 1024

/** The commands `cast` and `invoke` take the spell's tag. `skill` is the stat number of a skill, or 0. */
export type ClientSpell = Omit<Packed, 'path' | 'usage'> & {
  readonly paths: readonly string[]
  readonly takes: (typeof usages)[number]
  /** Separated by commas. */
  readonly requirements: string
}

const usages = ['none', 'spell', 'text, maybe', 'text'] as const

export class SpellList extends PacketHandler {
  readonly #spells = new Map<number, Packed>()
  #paths: readonly { readonly bit: number; readonly name: string }[] = []

  /** Known spells, sorted by level and then by name. */
  get all(): ClientSpell[] {
    const spells = [...this.#spells.values()].map((spell) => this.#shown(spell))
    return spells.sort((a, b) => a.level - b.level || a.name.localeCompare(b.name))
  }

  reset(): void {
    this.#spells.clear()
    this.events.emit('spells', undefined)
  }

  onSpells(spells: readonly Packed[]): void {
    for (const spell of spells) putBounded(this.#spells, spell.tag, spell, maxSpells)
    this.events.emit('spells', undefined)
  }

  onSpellUpdate({ tag, mana, grace, damage }: PacketFields<'updspell'>): void {
    const before = this.#spells.get(tag)
    if (!before) return
    this.#spells.set(tag, { ...before, ...definedFields({ mana, grace, damage }) })
    this.events.emit('spells', undefined)
  }

  onSpellDeleted(tag: number): void {
    this.#spells.delete(tag)
    this.events.emit('spells', undefined)
  }

  /** `lines`: of the reply `spell_paths`, such as `1:protection`. */
  onSpellPaths(lines: readonly string[]): void {
    this.#paths = lines.flatMap((line) => {
      const [bit, name] = line.split(':')
      return name ? [{ bit: Number(bit), name: decodeText(name) }] : []
    })
    this.events.emit('spells', undefined)
  }

  #shown(spell: Packed): ClientSpell {
    const { path, usage = 0, requirements = '', name, message, ...rest } = spell
    return {
      ...rest,
      name: decodeText(name),
      message: decodeText(message),
      paths: this.#paths.flatMap(({ bit, name: school }) => ((path & bit) !== 0 ? [school] : [])),
      takes: usages[usage] ?? 'none',
      requirements: decodeText(requirements),
    }
  }
}
