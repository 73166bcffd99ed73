// [CF-9.14]

import type { ReadiedAction } from '../../model/definitions/character.ts'
import { hasSkill } from '../../model/players/skills.ts'
import type { Player } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { isAimed } from '../magic/casting.ts'
import { findSpell } from '../magic/spells.ts'

const firableSkills = ['throwing', 'praying', 'searching'] as const

/** [CF-9.14] `-` or `-1` selects the previous option. */
export function selectNextReadiedAction(player: Player, words: string): void {
  const all = readyOptions(player)
  const now = all.findIndex((each) => readiedEqual(each, player.readied))
  const back = words.startsWith('-')
  const next = back ? (now < 0 ? all.length : now) - 1 : now + 1
  player.readied = all[(next + all.length) % all.length]
  player.markUnsaved()
  player.sendMessage(describeReadiedAction(player), messageTypes.success)
}

/** [CF-8.7] */
export function describeReadiedAction(player: Player): string {
  const { readied } = player
  if (!readied) return 'Range: nothing'
  if ('name' in readied) {
    if (readied.with === 'skill') return `Skill: ${readied.name}`
    return `Range: ${findSpell(readied.name, player.archetypes)?.name ?? 'nothing'}`
  }
  const thing = player.findCarried(readied.tag)
  return `Range: ${thing ? nameOf(thing).one : 'nothing'}`
}

function readyOptions(player: Player): ReadiedAction[] {
  const things = player.inventory.flatMap(({ tag, applied, archetype: { traits } }): ReadiedAction[] =>
    applied && (traits.role === 'launcher' || traits.role === 'wand') ? [{ with: traits.role, tag }] : [],
  )
  const spells = [...player.spells]
    .filter((id) => {
      const spell = findSpell(id, player.archetypes)
      return spell !== undefined && isAimed(spell)
    })
    .map((name): ReadiedAction => ({ with: 'spell', name }))
  const skills = firableSkills
    .filter((name) => hasSkill(player, name))
    .map((name): ReadiedAction => ({ with: 'skill', name }))
  return [...things, ...spells, ...skills]
}

function readiedEqual(a: ReadiedAction, b: ReadiedAction | undefined): boolean {
  if (!b || a.with !== b.with) return false
  return 'name' in a ? 'name' in b && a.name === b.name : 'tag' in b && a.tag === b.tag
}
