// [CF-5.12]
import type { Level, Player, Thing } from '../state/game-state.ts'
import { truncateText } from '../state/player-texts.ts'
import { nameOf } from '../things/thing.ts'

export interface Label {
  readonly kind: 'player' | 'party' | 'npc' | 'sign'
  readonly text: string
}

/** [CF-5.12] Maximum number of characters of a label. A label of this length covers a few cells. */
const maxLabelLength = 40
const noLabels: readonly Label[] = []

/** The player's own character has no label. `partyMembers`: names of the members of the player's party. */
export function labelsAt(
  level: Level,
  x: number,
  y: number,
  player: Player,
  partyMembers: ReadonlySet<string>,
): readonly Label[] {
  const people = level
    .playersAt(x, y)
    .filter((other) => other !== player)
    .map(({ name }): Label => ({ kind: partyMembers.has(name) ? 'party' : 'player', text: name }))
  const things = level.thingsAt(x, y).flatMap((thing): Label[] => {
    const { role } = thing.archetype.traits
    if (thing.archetype.invisible) return []
    if (role === 'person') return [{ kind: 'npc', text: nameOf(thing).one }]
    const title = role === 'sign' ? signTitle(thing) : ''
    return title === '' ? [] : [{ kind: 'sign', text: truncate(title) }]
  })
  return people.length + things.length > 0 ? [...people, ...things] : noLabels
}

/**
 * A sign's name if it begins with a capital letter, otherwise the first line of its text with a letter or digit. Some
 * texts begin with a line of dashes.
 */
function signTitle(sign: Thing): string {
  const name = nameOf(sign).one
  if (/^\p{Lu}/u.test(name)) return name
  const lines = (sign.text ?? sign.archetype.text ?? '').split('\n')
  return lines.find((line) => /[\p{L}\p{N}]/u.test(line))?.trim() ?? ''
}

function truncate(title: string): string {
  return title.length > maxLabelLength ? `${truncateText(title, maxLabelLength - 3).trimEnd()}...` : title
}

export function labelsEqual(a: readonly Label[] = noLabels, b: readonly Label[] = noLabels): boolean {
  return (
    a === b ||
    (a.length === b.length && a.every(({ kind, text }, at) => kind === b[at]!.kind && text === b[at]!.text))
  )
}
