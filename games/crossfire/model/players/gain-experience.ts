// [CF-8.4]
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { CharacterRules, DeathPenalty } from '../definitions/character-rules.ts'
import type { GameState, Player } from '../state/game-state.ts'
import { addExperience, levelAt, levelOf } from './levels.ts'
import { hasSkill } from './skills.ts'

/** [CF-8.10] [CF-21.9] Also adds the experience to the used skill if the player has the skill or a tool for it. */
export function gainExperience(
  { context }: Pick<GameState, 'context'>,
  player: Player,
  experience: number,
  skill?: string,
): void {
  if (experience <= 0) return
  const before = { level: levelOf(player), maxHp: player.stats.maxHp }
  player.experience = addExperience(player.characterRules, player.experience, experience)
  if (skill !== undefined) trainSkill(player, skill, experience)
  player.markUnsaved()
  const level = levelOf(player)
  if (level === before.level) return
  player.hp += player.stats.maxHp - before.maxHp
  player.sendMessage(`You are now of level ${level}.`, messageTypes.levelGained)
  const counts = { [player.name]: { levels: level - before.level } }
  context.announce({ kind: 'level', text: `${player.name} is of level ${level}`, counts })
}

/** [CF-13.14] */
export function loseExperience(player: Player, penalty: ExperiencePenalty): void {
  const { characterRules } = player
  const before = levelOf(player)
  player.experience = afterPenalty(characterRules, player.experience, penalty)
  for (const [skill, experience] of player.skills)
    player.skills.set(skill, afterPenalty(characterRules, experience, penalty))
  player.markUnsaved()
  const level = levelOf(player)
  if (level < before) player.sendMessage(`You have sunk to level ${level}.`, messageTypes.levelLost)
}

type ExperiencePenalty = Pick<DeathPenalty, 'experiencePercent' | 'maxLostLevels'>

/** With `maxLostLevels` the result is at least the start of the level that is `maxLostLevels` lower. */
function afterPenalty(
  characterRules: CharacterRules,
  experience: number,
  { experiencePercent, maxLostLevels }: ExperiencePenalty,
): number {
  const percentage = (experience * experiencePercent) / 100
  const lowest =
    maxLostLevels === undefined ? undefined : Math.max(1, levelAt(characterRules, experience) - maxLostLevels)
  const most =
    lowest === undefined ? percentage : Math.max(0, experience - characterRules.levels[lowest - 1]!)
  return addExperience(characterRules, experience, -Math.min(percentage, most))
}

/** [CF-24.2] */
export function loseSkillExperience(player: Player, skill: string, percent: number): void {
  const had = player.skills.get(skill)
  if (had === undefined) return
  player.skills.set(skill, addExperience(player.characterRules, had, -(had * percent) / 100))
  player.markUnsaved()
}

function trainSkill(player: Player, skill: string, experience: number): void {
  if (!player.skills.has(skill)) {
    if (!hasSkill(player, skill)) return
    player.skillsByTool.add(skill)
  }
  const had = player.skills.get(skill) ?? 0
  const has = addExperience(player.characterRules, had, experience)
  player.skills.set(skill, has)
  const level = levelAt(player.characterRules, has)
  if (level > levelAt(player.characterRules, had))
    player.sendMessage(`Your ${skill}: now level ${level}.`, messageTypes.levelGained)
}
