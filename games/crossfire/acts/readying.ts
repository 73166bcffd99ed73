// Selects what `fire` uses. [CF-9.14]
import { messageTypes } from '../hearing/text-kinds.ts'
import { isAimed } from '../magic/casting.ts'
import { spellNamed } from '../magic/spells.ts'
import { hasSkill } from '../people/skills.ts'
import type { Readied } from '../scene/character.ts'
import type { Player } from '../scene/scene.ts'
import { nameOf } from '../things/thing.ts'

/** Skills that can be fired, if the player has them. */
const fired = ['throwing', 'praying', 'searching'] as const

/** [CF-9.14] Selects the next option; `-` or `-1`: the previous one. */
export function rotate(player: Player, words: string): void {
  const all = readiable(player)
  const now = all.findIndex((each) => same(each, player.readied))
  const back = words.startsWith('-')
  const next = back ? (now < 0 ? all.length : now) - 1 : now + 1
  player.readied = all[(next + all.length) % all.length]
  player.keep()
  player.tell(rangeOf(player), messageTypes.success)
}

/** [CF-8.7] What `fire` will use, as displayed. */
export function rangeOf(player: Player): string {
  const { readied } = player
  if (!readied) return 'Range: nothing'
  if ('name' in readied) {
    if (readied.with === 'skill') return `Skill: ${readied.name}`
    return `Range: ${spellNamed(readied.name, player.kinds)?.name ?? 'nothing'}`
  }
  const thing = player.carries(readied.tag)
  return `Range: ${thing ? nameOf(thing).one : 'nothing'}`
}

/** The bow or wand in use, aimed spells, and skills. */
function readiable(player: Player): Readied[] {
  const things = player.inventory.flatMap(({ tag, applied, kind: { is } }): Readied[] =>
    applied && (is.role === 'launcher' || is.role === 'wand') ? [{ with: is.role, tag }] : [],
  )
  const spells = [...player.spells]
    .filter((id) => {
      const spell = spellNamed(id, player.kinds)
      return spell !== undefined && isAimed(spell)
    })
    .map((name): Readied => ({ with: 'spell', name }))
  const skills = fired
    .filter((name) => hasSkill(player, name))
    .map((name): Readied => ({ with: 'skill', name }))
  return [...things, ...spells, ...skills]
}

function same(a: Readied, b: Readied | undefined): boolean {
  if (!b || a.with !== b.with) return false
  return 'name' in a ? 'name' in b && a.name === b.name : 'tag' in b && a.tag === b.tag
}
