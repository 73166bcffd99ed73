// [CF-13.13]

import type { Position } from '../../model/definitions/level-plan.ts'
import { markerEffectName } from '../../model/definitions/machine.ts'
import { movePlayerTo } from '../../model/level/relocation.ts'
import { nameWithTitle } from '../../model/players/characters.ts'
import { depleteAbility, depletionEffect, loseAbility } from '../../model/players/depletion.ts'
import { loseExperience } from '../../model/players/gain-experience.ts'
import { levelOf } from '../../model/players/levels.ts'
import { playSoundAt, sendMessageToAll } from '../../model/state/broadcast.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'

/**
 * [CF-13.13] The player respawns at once with full hp. `cause`: a text such as `a rat`. Unpaid things stay on the cell
 * where the player died; the player keeps all other things.
 */
export function killPlayer(game: GameState, player: Player, cause: string): void {
  const level = player.level!
  const ground = level.topThingWithRole(player.x, player.y, 'ground')
  if (ground?.archetype.traits.role === 'ground' && ground.archetype.traits.battle)
    return loseInBattleground(game, player, cause, ground.archetype.traits.battle)
  player.sendMessage(`You were killed by ${cause}.`, messageTypes.died)
  playSoundAt(level, player.x, player.y, sounds.die)
  sendMessageToAll(game, `${player.name} was killed by ${cause}.`, messageTypes.died, player)
  const counts = { [player.name]: { deaths: 1 } }
  game.context.announce({ kind: 'death', text: `${player.name} was killed by ${cause}`, counts })
  dropUnpaid(player)
  for (const name of [...player.effects.keys()])
    if (!name.startsWith(markerEffectName('')) && name !== depletionEffect) player.effects.delete(name)
  player.repeatedAction = undefined
  raiseGravestone(game, player, cause)
  const { deathPenalty } = player.characterRules
  loseExperience(player, deathPenalty)
  if (deathPenalty.ability === 'depleted') depleteAbility(game, player)
  else if (deathPenalty.ability === 'lost') loseAbility(game, player)
  restoreAfterDeath(player)
  movePlayerTo(game, player, player.respawnPoint)
  player.sendMessage('You respawn and lose some experience.', messageTypes.miscellaneous)
  player.listener?.onSurroundingsChanged()
}

/**
 * [CF-20.11] A death on a battleground costs nothing: restores the player's hp and moves the player to the
 * battleground's exit.
 */
function loseInBattleground(game: GameState, player: Player, cause: string, to: Position): void {
  const { name } = player.level!
  player.sendMessage(`You were defeated by ${cause}.`, messageTypes.died)
  player.effects.delete('poison')
  player.repeatedAction = undefined
  player.hp = player.stats.maxHp
  movePlayerTo(game, player, { level: name, ...to })
  player.listener?.onSurroundingsChanged()
}

function restoreAfterDeath(player: Player): void {
  const { maxHp, maxSp, maxGrace } = player.stats
  const { pointsPercent, food } = player.characterRules.deathPenalty
  player.hp = maxHp
  player.sp = Math.max(player.sp, Math.floor((maxSp * pointsPercent) / 100))
  player.grace = Math.max(player.grace, Math.floor((maxGrace * pointsPercent) / 100))
  if (player.food < food.below) player.food = food.to
}

/** [CF-13.14] Does nothing if the cell is full. */
function raiseGravestone(game: GameState, player: Player, cause: string): void {
  const { x, y } = player
  const level = player.level!
  const { gravestone } = player.characterRules.deathPenalty
  if (gravestone === undefined || !level.hasRoomForPile(x, y)) return
  const text = `R.I.P.\n\nHere rests ${nameWithTitle(player)},\nof level ${levelOf(player)},\nkilled by ${cause}.`
  const name = { one: `${player.name}'s gravestone`, many: `${player.name}'s gravestones` }
  putThing(game.createThing(gravestone, 1, { text, name }), { in: 'cell', level, x, y })
}

/** [CF-15.5] Discards the things if the cell is full. */
function dropUnpaid(player: Player): void {
  const { x, y } = player
  const level = player.level!
  for (const thing of player.inventory.flatMap((carried) => [...withContents(carried)])) {
    if (!thing.unpaid) continue
    removeThing(thing)
    thing.unpaid = undefined
    thing.applied = undefined
    if (level.hasRoomForPile(x, y)) putThing(thing, { in: 'cell', level, x, y })
  }
}
