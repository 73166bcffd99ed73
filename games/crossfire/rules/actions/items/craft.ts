// [CF-24.7]

import { markerEffectName } from '../../../model/definitions/machine.ts'
import type { Recipe } from '../../../model/definitions/recipe.ts'
import { showFlash } from '../../../model/level/flash-effects.ts'
import { skillLevel } from '../../../model/players/derived-stats.ts'
import { gainExperience } from '../../../model/players/gain-experience.ts'
import { addKnowledgeEntry } from '../../../model/players/knowledge.ts'
import { playSoundAt, sendMessageNear } from '../../../model/state/broadcast.ts'
import { rollDie, rollPercent } from '../../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { openContainer } from '../../../model/things/containers.ts'
import { consumeThing, outermostLocation, putThing } from '../../../model/things/move-things.ts'
import { nameOf, nameWithArticle, originalNameOf, withArticle } from '../../../model/things/thing.ts'
import { actionMicros } from '../../../model/time/action-timing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { sounds } from '../../../protocol/events/sounds.ts'
import { playerResistance, rollDamage } from '../../combat/damage-rolls.ts'
import { damagePlayer } from '../../vitals/apply-damage.ts'
import { poisonMs, startEffect } from '../../vitals/timed-effects.ts'
import { thingsUnderPlayer } from './take-and-drop.ts'

/**
 * [CF-24.8] Chance of success in percent: `even` at the formula's level, `max` at `levelsAbove` levels above it, and at
 * least `min`.
 */
const successChances = { even: 51, max: 95, levelsAbove: 35, min: 5 } as const
/** [CF-24.9] If no formula matches, the difficulty is this number for each pile in the cauldron. */
const difficultyPerThing = 5
/** [CF-24.9] Effect of a failure whose danger is below `under`. */
const failureEffects = [
  { under: 15, effect: spoilContents },
  { under: 30, effect: releaseFumes },
  { under: Number.POSITIVE_INFINITY, effect: explodeCauldron },
] as const

/** Returns the duration in microseconds; undefined if there is no filled cauldron. */
export function craftInCauldron(game: GameState, player: Player, skill: string): number | undefined {
  const cauldron = cauldronNear(player)
  if (!cauldron) return undefined
  if (cauldron.inside!.some(({ unpaid }) => unpaid)) {
    player.sendMessage('Pay for its contents first.', messageTypes.skillError)
    return actionMicros(player)
  }
  const meant = game.recipes
    .filter(
      (recipe) => recipe.skill === skill && recipe.cauldron === cauldron.archetype.matchProperties?.archetype,
    )
    .map((recipe) => ({ recipe, batches: batchesOf(recipe, cauldron) }))
    .find(({ batches }) => batches > 0)
  if (!meant) {
    failCraft(game, player, cauldron, skill, undefined)
    return actionMicros(player)
  }
  const { recipe, batches } = meant
  const refusal = craftRefusal(game, player, recipe)
  if (refusal !== undefined) {
    player.sendMessage(refusal, messageTypes.skillFailure)
    return actionMicros(player)
  }
  if (rollPercent(game, successChance(player, recipe, cauldron)))
    finishCraft(game, player, cauldron, recipe, batches)
  else failCraft(game, player, cauldron, skill, recipe)
  return actionMicros(player)
}

function cauldronNear(player: Player): Thing | undefined {
  const open = openContainer(player)
  return [...(open ? [open] : []), ...thingsUnderPlayer(player)].find(
    ({ archetype: { traits }, inside }) =>
      traits.role === 'container' && traits.cauldron === true && inside!.length > 0,
  )
}

/** [CF-24.7] How many times the contents of the cauldron make the recipe; 0 if they do not match it. */
function batchesOf({ ingredients }: Recipe, { inside = [] }: Thing): number {
  const counts = new Map<string, number>()
  for (const thing of inside) {
    const name = originalNameOf(thing).one.toLowerCase()
    counts.set(name, (counts.get(name) ?? 0) + thing.count)
  }
  if (counts.size !== ingredients.size) return 0
  const shares = [...ingredients].map(([name, each]) => (counts.get(name) ?? 0) / each)
  return shares.every((share) => share === shares[0]) && Number.isInteger(shares[0]) ? shares[0]! : 0
}

function craftRefusal(
  { clock }: GameState,
  player: Player,
  { skill, minLevel, mark }: Recipe,
): string | undefined {
  if (skillLevel(player, skill) < minLevel) return `That needs ${skill} at level ${minLevel}.`
  const known = mark === undefined || (player.effects.get(markerEffectName(mark))?.endsAt ?? 0) > clock
  return known ? undefined : 'You do not know this recipe.'
}

/** [CF-24.8] */
function successChance(player: Player, { skill, difficulty }: Recipe, { archetype }: Thing): number {
  const magic = Number(archetype.attributes?.get('magic') ?? 0) || 0
  const above = skillLevel(player, skill) + magic - difficulty
  const { even, max, levelsAbove, min } = successChances
  return Math.min(max, Math.max(min, even + (above * (max - even)) / levelsAbove))
}

function finishCraft(
  game: GameState,
  player: Player,
  cauldron: Thing,
  recipe: Recipe,
  batches: number,
): void {
  emptyCauldron(cauldron)
  const id = recipe.productIds[rollDie(game, recipe.productIds.length) - 1]!
  const made = game.createThing(id, rollDie(game, recipe.maxCount * batches))
  player.sendMessage(`You make ${nameWithArticle(made)}.`, messageTypes.skillSuccess)
  putThing(made, { in: 'container', container: cauldron })
  gainExperience(game, player, recipe.experience, recipe.skill)
  const { ingredients, skill, minLevel } = recipe
  addKnowledgeEntry(
    player,
    'recipe',
    nameOf(made).one,
    `${skill}, level ${minLevel}: ${[...ingredients].map(([name, count]) => (count > 1 ? `${count} ${name}` : name)).join(', ')}.`,
  )
}

/** [CF-24.9] A failure always destroys the content of the cauldron. */
function failCraft(
  game: GameState,
  player: Player,
  cauldron: Thing,
  skill: string,
  recipe: Recipe | undefined,
): void {
  const hard = recipe?.difficulty ?? difficultyPerThing * cauldron.inside!.length
  const danger = hard - Math.floor(skillLevel(player, skill) / 2) + rollDie(game, 20)
  emptyCauldron(cauldron)
  if (recipe?.failure) {
    player.sendMessage(recipe.failure.text, messageTypes.skillFailure)
    putThing(game.createThing(recipe.failure.makes), { in: 'container', container: cauldron })
    return
  }
  failureEffects.find(({ under }) => danger < under)!.effect(game, player, cauldron, danger)
}

function emptyCauldron(cauldron: Thing): void {
  for (const thing of [...cauldron.inside!]) consumeThing(thing, thing.count)
}

function spoilContents(_game: GameState, player: Player, cauldron: Thing): void {
  player.sendMessage(`The contents of the ${nameOf(cauldron).one} spoil.`, messageTypes.skillFailure)
}

function releaseFumes(game: GameState, player: Player, cauldron: Thing): void {
  for (const each of boilOver(player, cauldron)) startEffect(game, each, 'poison', poisonMs, 1)
}

function explodeCauldron(game: GameState, player: Player, cauldron: Thing, danger: number): void {
  const level = player.level!
  playSoundAt(level, player.x, player.y, sounds.explode)
  showFlash(game, level, player, 'burst')
  for (const each of boilOver(player, cauldron)) {
    const dealt = rollDamage(game, danger, playerResistance(each, ['fire']))
    damagePlayer(game, each, dealt, withArticle(nameOf(cauldron)))
  }
}

/** Tells everybody nearby. Returns the players on and next to the cell of the cauldron. */
function boilOver(player: Player, cauldron: Thing): readonly Player[] {
  const at = outermostLocation(cauldron)
  const { level, x, y } = at?.in === 'cell' ? at : { level: player.level!, x: player.x, y: player.y }
  sendMessageNear(level, { x, y }, `The ${nameOf(cauldron).one} boils over!`, messageTypes.miscellaneous)
  return [...level.players].filter((each) => Math.abs(each.x - x) <= 1 && Math.abs(each.y - y) <= 1)
}
