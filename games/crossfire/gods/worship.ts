// Praying at altars: conversion, gifts and punishment. [CF-24.2]
import { hurts, playerResists } from '../fight/damage.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { raceOf } from '../people/characters.ts'
import { forbidden, godOf } from '../people/faith.ts'
import { skillLevel } from '../people/figures.ts'
import { unlearn } from '../people/growth.ts'
import { hasSkill } from '../people/skills.ts'
import { bring } from '../places/arriving.ts'
import { flash } from '../places/flashes.ts'
import { roll } from '../scene/dice.ts'
import { stepped, turned } from '../scene/directions.ts'
import type { God } from '../scene/god.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { useUp } from '../things/contents.ts'
import { putAway } from '../things/wearing.ts'
import { woundPlayer } from '../vitals/wounds.ts'
import { intervene } from './gifts.ts'

/** [CF-24.4] Out of so many prayers a god hears as many as the follower's bonus. */
const heardOf = 400
/** [CF-24.2] Percentage of praying experience lost per degree of a god's wrath. */
const wrathPercent = 10
/** [CF-24.2] Maximum damage of a god's wrath, plus an amount per level of praying. */
const wrath = { least: 20, perLevel: 3 } as const

/** [CF-24.2] Effects of praying at an altar, besides those of any prayer. */
export function worship(scene: Scene, player: Player, name: string): void {
  const god = scene.kinds.god?.(name)
  if (!god || !hasSkill(player, 'praying')) return
  const own = godOf(player)
  if (!own) convert(scene, player, god)
  else if (own.name === god.name) attend(scene, player, god)
  else offend(scene, player, own, god)
}

/** [CF-24.4] Restores grace, up to twice the maximum; sometimes the god grants a gift. */
function attend(scene: Scene, player: Player, god: God): void {
  const { maxGrace, abilities } = player.figures
  const bonus = Math.floor((abilities.Wis + skillLevel(player, 'praying')) / 10)
  player.grace = Math.max(player.grace, Math.min(2 * maxGrace, player.grace + Math.floor(bonus / 2)))
  if (roll(scene, heardOf) <= Math.max(1, bonus)) intervene(scene, player, god)
}

/** [CF-24.2] Praying to another god angers the player's own, most of all at the altar of that god's enemy. */
function offend(scene: Scene, player: Player, own: God, god: God): void {
  const level = skillLevel(player, 'praying')
  const isEnemy = own.enemy === god.name
  const isFoul = isEnemy && roll(scene, level + 3) > 5
  if (isFoul) {
    player.tell(`${own.name} punishes you!`, messageTypes.wasHit)
    unlearn(player, 'praying', 3 * wrathPercent)
    return smite(scene, player, own)
  }
  player.tell(isEnemy ? `${own.name} is livid!` : `${own.name} is angered!`, messageTypes.wasHit)
  // A single prayer does not convert long-time followers.
  if (!isEnemy && roll(scene, level + 1) === 1) convert(scene, player, god)
  else thrust(scene, player)
  unlearn(player, 'praying', (isEnemy ? 2 : 1) * wrathPercent)
}

/** Pushes the player off the altar, back the way they came. */
function thrust(scene: Scene, player: Player): void {
  player.tell('Something pushes you off the altar.', messageTypes.wasPushed)
  const to = stepped(player, turned(player.facing, 4))
  if (player.level!.isFree(to.x, to.y)) bring(scene, player, { level: player.levelName, ...to })
}

function smite(scene: Scene, player: Player, god: God): void {
  const most = wrath.least + wrath.perLevel * skillLevel(player, 'praying')
  flash(scene, player.level!, player, 'burst')
  woundPlayer(scene, player, hurts(scene, most, playerResists(player, 'magic')), god.name)
}

/** [CF-24.2] Replaces the player's earlier god. */
function convert(scene: Scene, player: Player, god: God): void {
  if (god.hates.includes(raceOf(player.origin.race).kin)) {
    player.tell(`${god.name} detests your kind!`, messageTypes.wasHit)
    return smite(scene, player, god)
  }
  forsake(player)
  player.faith = { god: god.name, granted: new Set() }
  player.keep()
  player.tell(`You become a follower of ${god.name}.`, messageTypes.skillSuccess)
  for (const thing of [...player.inventory])
    if (thing.applied && forbidden(player, thing)) {
      player.tell(forbidden(player, thing)!, messageTypes.applyError)
      putAway(player, thing)
    }
}

/** [CF-24.2] Takes back all gifts of the god. */
function forsake(player: Player): void {
  const { faith } = player
  if (!faith) return
  player.faith = undefined
  for (const id of faith.granted) {
    if (player.spells.delete(id)) continue
    const gift = player.inventory.find(({ kind }) => kind.id === id)
    if (gift) useUp(gift, gift.count)
  }
  player.keep()
  player.tell(`${faith.god} has forsaken you.`, messageTypes.badEffect)
}
