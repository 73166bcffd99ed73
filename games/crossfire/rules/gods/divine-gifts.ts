// [CF-24.4]

import type { DivineGift, God } from '../../model/definitions/god.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { changeArchetype, putThing } from '../../model/things/move-things.ts'
import { isPackFull } from '../../model/things/pile-limits.ts'
import { nameOf, nameWithArticle, withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { performSpell } from '../magic/casting.ts'
import { isHeldByRemovableCurse, releaseFromCurse } from '../magic/item-spells.ts'
import { findSpell } from '../magic/spells.ts'

/** [CF-24.4] Maximum grace that a player without grace receives. */
const graceRestored = 10
/** [CF-24.4] */
const maxWeaponPlus = 10
/** Maximum number of a god's gifts that a player's record lists. */
const maxGranted = 100

/** [CF-24.4] Grants the first gift that the player needs and whose chance succeeds. */
export function grantGift(game: GameState, player: Player, god: God): void {
  player.sendMessage('You feel a holy presence.', messageTypes.miscellaneous)
  for (const gift of god.gifts) {
    if (game.context.random() * 100 >= gift.chance) continue
    if (gift.type === 'limit' && lacksGrace(player, gift.grace)) break
    if (tryGift(game, player, god, gift)) return
  }
  player.sendMessage(`${god.name} hears you.`, messageTypes.miscellaneous)
}

function lacksGrace({ grace, stats: { maxGrace } }: Player, limit: number): boolean {
  return grace < limit || grace < maxGrace
}

/** Returns false if the player does not need the gift. */
function tryGift(game: GameState, player: Player, god: God, gift: DivineGift): boolean {
  const { maxHp, maxSp } = player.stats
  switch (gift.type) {
    case 'limit':
      return false
    case 'grace':
      if (player.grace > 0) return false
      player.grace = rollDie(game, graceRestored)
      return reportGift(player, 'Your grace is restored.')
    case 'hp':
      if (player.hp >= maxHp) return false
      player.hp = maxHp
      return reportGift(player, 'A white light surrounds you, and your wounds close.')
    case 'sp':
      if (2 * player.sp >= maxSp) return false
      player.sp = Math.max(player.sp, Math.floor((maxSp * gift.percent) / 100))
      return reportGift(
        player,
        'A painless bolt of lightning strikes you. You have more spell points than usual.',
      )
    case 'freeing':
      return removeCurses(player, gift.damned)
    case 'blessing':
      return blessWeapon(player, god, gift.levels)
    case 'healing':
      return healPlayer(game, player, gift.spell)
    case 'word':
      player.sendMessage(gift.text, messageTypes.dialog)
      return true
    case 'prayer':
      return teachPrayer(player, god, gift.spell)
    case 'thing':
      return giveItem(game, player, gift.id)
    case 'one':
      return giveItem(game, player, gift.ids[rollDie(game, gift.ids.length) - 1]!)
  }
}

function reportGift(player: Player, text: string): true {
  player.markUnsaved()
  player.sendMessage(text, messageTypes.goodEffect)
  return true
}

/** [CF-25.8] */
function removeCurses(player: Player, damned: boolean): boolean {
  const bound = player.inventory.filter((thing) => isHeldByRemovableCurse(thing, damned))
  for (const thing of bound) releaseFromCurse(player, thing)
  return bound.length > 0
}

/** Returns false if the weapon cannot be blessed. */
function blessWeapon(player: Player, god: God, levels: number): boolean {
  const weapon = player.inventory.find(
    ({ applied, archetype }) => applied && archetype.traits.role === 'weapon',
  )
  const most = Math.min(maxWeaponPlus, Math.floor(skillLevel(player, 'praying') / levels))
  const blessed = weapon && player.archetypes?.blessed?.(weapon.archetype, most)
  if (!blessed) return false
  changeArchetype(weapon, blessed)
  player.sendMessage(`${god.name} blesses your ${nameOf(weapon).one}.`, messageTypes.itemChanged)
  return true
}

/** Sends no message to a healthy player. */
function healPlayer(game: GameState, player: Player, id: string): boolean {
  const spell = findSpell(id, game.archetypes)
  if (spell?.effect.type !== 'heal') return false
  const { cures = [], hp, sp = 0, food = 0 } = spell.effect
  const ill = cures.some((ail) => player.effects.has(ail))
  const weak = (hp[1] > 0 && player.hp < player.stats.maxHp) || (sp > 0 && player.sp < player.stats.maxSp)
  if (!ill && !weak && !(food > 0 && player.food < food)) return false
  return performSpell(game, player, spell, player.facing, 0)
}

function teachPrayer(player: Player, god: God, id: string): boolean {
  const spell = findSpell(id, player.archetypes)
  if (!spell || player.spells.has(id) || spell.level > skillLevel(player, 'praying')) return false
  player.spells.add(id)
  recordGift(player, id)
  return reportGift(player, `${god.name} teaches you a prayer: ${spell.name}.`)
}

function giveItem(game: GameState, player: Player, id: string): boolean {
  const carried = player.inventory.flatMap((thing) => [...withContents(thing)])
  if (isPackFull(player) || carried.some(({ archetype }) => archetype.id === id)) return false
  const thing = putThing(game.createThing(id), { in: 'pack', player })
  recordGift(player, id)
  player.sendMessage(`${nameWithArticle(thing)} appears before your eyes.`, messageTypes.itemGained)
  return true
}

/** [CF-24.2] The player loses the gift when leaving the god. */
function recordGift(player: Player, id: string): void {
  const { faith } = player
  if (!faith || faith.granted.size >= maxGranted) return
  player.faith = { ...faith, granted: new Set([...faith.granted, id]) }
  player.markUnsaved()
}
