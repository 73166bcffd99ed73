// [AP-16.3] The slots in the order of the generator, with the names that it makes of the templates in players' files.
import type { WantedSlot } from './player-file.ts'

/** Code points. The generator cuts longer names. */
const maxNameLength = 16
const reservedNames: readonly string[] = ['archipelago']

/** Why the generator would reject the name; undefined if it would not. A predicate. */
export function nameTemplateProblem(template: string): string | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(template)) return 'has a control character'
  if (/[{}]/.test(replacePlaceholders(template, () => '')))
    return 'has braces other than {player}, {PLAYER}, {number} and {NUMBER}'
  const name = expandName(template, 1, 1)
  if (name === '') return 'is empty'
  if (reservedNames.includes(name.toLowerCase())) return 'is reserved'
  return undefined
}

/** `player`: the number of the slot. `number`: counts the slots with this template, from 1. */
export function expandName(template: string, player: number, number: number): string {
  const values: { readonly [name: string]: string } = {
    number: `${number}`,
    NUMBER: number > 1 ? `${number}` : '',
    player: `${player}`,
    PLAYER: player > 1 ? `${player}` : '',
  }
  const expanded = template
    .split('%%')
    .map((part) => part.replaceAll('%number%', '{number}').replaceAll('%player%', '{player}'))
    .join('%')
  const name = replacePlaceholders(expanded, (name) => values[name]!)
  return [...name.trim()].slice(0, maxNameLength).join('').trim()
}

function replacePlaceholders(template: string, valueFor: (name: string) => string): string {
  return template.replace(/\{(number|NUMBER|player|PLAYER)\}/g, (_, name: string) => valueFor(name))
}

/** A slot as the generator will number and name it. */
export interface PlannedSlot {
  readonly slot: number
  /** The id of its file. */
  readonly file: number
  /** With several, the generator rolls one. */
  readonly names: readonly string[]
  readonly games: readonly string[]
}

/** `files`: by id, in the order of their names in the download. */
export function planSlots(
  files: Iterable<readonly [id: number, file: { readonly slots: readonly WantedSlot[] }]>,
): PlannedSlot[] {
  const planned: PlannedSlot[] = []
  const counts = new Map<string, number>()
  for (const [file, { slots }] of files)
    for (const { names, games } of slots) {
      const slot = planned.length + 1
      const expanded = names.map((template) => {
        const key = template.toLowerCase()
        const number = (counts.get(key) ?? 0) + 1
        counts.set(key, number)
        return expandName(template, slot, number)
      })
      planned.push({ slot, file, names: expanded, games })
    }
  return planned
}

/** Slots that certainly get one name; the generator ignores case. Each pair once, the earlier slot first. */
export function equalNames(
  planned: readonly PlannedSlot[],
): readonly (readonly [PlannedSlot, PlannedSlot])[] {
  const first = new Map<string, PlannedSlot>()
  const pairs: [PlannedSlot, PlannedSlot][] = []
  for (const slot of planned) {
    if (slot.names.length > 1) continue
    const key = slot.names[0]!.toLowerCase()
    const other = first.get(key)
    if (other) pairs.push([other, slot])
    else first.set(key, slot)
  }
  return pairs
}
