// Gain and loss of experience and levels. [CF-8.4]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player } from '../scene/scene.ts'
import { changed, levelAt } from './experience.ts'

/** [CF-8.10] Adds experience to the total and to the used skill, if the player has it. */
export function gain(player: Player, experience: number, skill?: string): void {
  if (experience <= 0) return
  const before = { level: levelAt(player.experience), maxHp: player.figures.maxHp }
  player.experience = changed(player.experience, experience)
  if (skill !== undefined) train(player, skill, experience)
  player.keep()
  const level = levelAt(player.experience)
  if (level === before.level) return
  player.hp += player.figures.maxHp - before.maxHp
  player.tell(`You are now of level ${level}.`, messageTypes.levelGained)
}

/** [CF-13.14] Removes a percentage of the total experience and of each skill. */
export function forget(player: Player, percent: number): void {
  const before = levelAt(player.experience)
  player.experience = changed(player.experience, -(player.experience * percent) / 100)
  for (const [skill, experience] of player.skills) {
    player.skills.set(skill, changed(experience, -(experience * percent) / 100))
  }
  player.keep()
  const level = levelAt(player.experience)
  if (level < before) player.tell(`You have sunk to level ${level}.`, messageTypes.levelLost)
}

/** [CF-24.2] Removes a percentage of one skill's experience. */
export function unlearn(player: Player, skill: string, percent: number): void {
  const had = player.skills.get(skill)
  if (had === undefined) return
  player.skills.set(skill, changed(had, -(had * percent) / 100))
  player.keep()
}

function train(player: Player, skill: string, experience: number): void {
  const had = player.skills.get(skill)
  if (had === undefined) return
  const has = changed(had, experience)
  player.skills.set(skill, has)
  const level = levelAt(has)
  if (level > levelAt(had)) player.tell(`Your ${skill}: now level ${level}.`, messageTypes.levelGained)
}
