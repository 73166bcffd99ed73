// [CF-24.2]

import { raceOf } from '../../model/definitions/character-rules.ts'
import { neighbourOf, rotateDirection } from '../../model/definitions/directions.ts'
import type { God } from '../../model/definitions/god.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { movePlayerTo } from '../../model/level/relocation.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { godOf, reasonForbiddenByGod } from '../../model/players/faith.ts'
import { loseSkillExperience } from '../../model/players/gain-experience.ts'
import { addKnowledgeEntry } from '../../model/players/knowledge.ts'
import { hasSkill } from '../../model/players/skills.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { unequip } from '../../model/things/equipment.ts'
import { consumeThing } from '../../model/things/move-things.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { playerResistance, rollDamage } from '../combat/damage-rolls.ts'
import { damagePlayer } from '../vitals/apply-damage.ts'
import { grantGift } from './divine-gifts.ts'

/** [CF-24.4] The probability that a prayer brings a gift is the follower's bonus divided by this number. */
const prayersPerBonus = 400
/**
 * [CF-24.2] Percentage of the experience in praying that a prayer to another god costs. It counts twice at the altar of
 * the own god's enemy, and three times if the god strikes the player.
 */
const experienceLossPercent = 10
/** [CF-24.2] Maximum damage by a god's wrath; `perLevel`: for each level of praying. */
const wrathDamage = { base: 20, perLevel: 3 } as const

/** [CF-24.2] The effects that a prayer at a god's altar has in addition to the effects of any prayer. */
export function worshipAt(game: GameState, player: Player, name: string): void {
  const god = game.archetypes.god?.(name)
  if (!god || !hasSkill(player, 'praying')) return
  addKnowledgeEntry(player, 'god', god.name, `See the command \`gods ${god.name}\`.`)
  const own = godOf(player)
  if (!own) convertPlayer(game, player, god)
  else if (own.name === god.name) prayToOwnGod(game, player, god)
  else prayToOtherGod(game, player, own, god)
}

/** [CF-24.4] Restores grace up to twice the maximum. Sometimes the god also grants a gift. */
function prayToOwnGod(game: GameState, player: Player, god: God): void {
  const { maxGrace, abilities } = player.stats
  const bonus = Math.floor((abilities.Wis + skillLevel(player, 'praying')) / 10)
  player.grace = Math.max(player.grace, Math.min(2 * maxGrace, player.grace + Math.floor(bonus / 2)))
  if (rollDie(game, prayersPerBonus) <= Math.max(1, bonus)) grantGift(game, player, god)
}

/** [CF-24.2] A prayer to another god angers the player's own god, most of all a prayer to that god's enemy. */
function prayToOtherGod(game: GameState, player: Player, own: God, god: God): void {
  const level = skillLevel(player, 'praying')
  const isEnemy = own.enemy === god.name
  if (isEnemy && rollDie(game, level + 3) > 5) {
    player.sendMessage(`${own.name} punishes you!`, messageTypes.wasHit)
    loseSkillExperience(player, 'praying', 3 * experienceLossPercent)
    return smitePlayer(game, player, own)
  }
  player.sendMessage(isEnemy ? `${own.name} is livid!` : `${own.name} is angered!`, messageTypes.wasHit)
  // The probability of a conversion falls with the level of praying, so that one prayer seldom converts an experienced
  // follower.
  if (!isEnemy && rollDie(game, level + 1) === 1) convertPlayer(game, player, god)
  else pushOffAltar(game, player)
  loseSkillExperience(player, 'praying', (isEnemy ? 2 : 1) * experienceLossPercent)
}

/** Pushes the player off the altar, against the direction that the player faces. */
function pushOffAltar(game: GameState, player: Player): void {
  player.sendMessage('Something pushes you off the altar.', messageTypes.wasPushed)
  const to = neighbourOf(player, rotateDirection(player.facing, 4))
  if (player.level!.isFree(to.x, to.y)) movePlayerTo(game, player, { level: player.levelName, ...to })
}

function smitePlayer(game: GameState, player: Player, god: God): void {
  const most = wrathDamage.base + wrathDamage.perLevel * skillLevel(player, 'praying')
  showFlash(game, player.level!, player, 'burst')
  damagePlayer(game, player, rollDamage(game, most, playerResistance(player, ['magic'])), god.name)
}

/** [CF-24.2] */
function convertPlayer(game: GameState, player: Player, god: God): void {
  if (god.hatedRaces.includes(raceOf(player).godRaceName)) {
    player.sendMessage(`${god.name} detests your race!`, messageTypes.wasHit)
    return smitePlayer(game, player, god)
  }
  loseFaith(player)
  player.faith = { god: god.name, granted: new Set() }
  player.markUnsaved()
  player.sendMessage(`You become a follower of ${god.name}.`, messageTypes.skillSuccess)
  for (const thing of [...player.inventory]) {
    const reason = thing.applied && reasonForbiddenByGod(player, thing)
    if (!reason) continue
    player.sendMessage(reason, messageTypes.applyError)
    unequip(player, thing)
  }
}

/** [CF-24.2] */
function loseFaith(player: Player): void {
  const { faith } = player
  if (!faith) return
  player.faith = undefined
  for (const id of faith.granted) {
    if (player.spells.delete(id)) continue
    const gift = player.inventory.find(({ archetype }) => archetype.id === id)
    if (gift) consumeThing(gift, gift.count)
  }
  player.markUnsaved()
  player.sendMessage(`${faith.god} has forsaken you.`, messageTypes.badEffect)
}
