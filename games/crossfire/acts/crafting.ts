// Alchemy and crafting in a cauldron, forge or the like, by formula, skill and chance. [CF-24.7]
import { hurts, playerResists } from '../fight/damage.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import { flash } from '../places/flashes.ts'
import { percent, roll } from '../scene/dice.ts'
import { markOf } from '../scene/machine.ts'
import type { Recipe } from '../scene/recipe.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt, tellNear } from '../scene/telling.ts'
import { openContainer } from '../things/containers.ts'
import { outermost, put, useUp } from '../things/contents.ts'
import { nameOf, withArticle } from '../things/thing.ts'
import { actMicros } from '../time/pace.ts'
import { enchant, poisonMs } from '../vitals/lasting.ts'
import { woundPlayer } from '../vitals/wounds.ts'
import { lyingUnder } from './carrying.ts'

/** [CF-24.7] Duration in actions. */
const craftActs = 4
/** [CF-24.8] Success in percent: `even` at the formula's level, `most` at `levelsAbove` above, at least `least`. */
const succeeds = { even: 51, most: 95, levelsAbove: 35, least: 5 } as const
/** [CF-24.9] Difficulty per item when no formula matches. */
const hardPerThing = 5
/** [CF-24.9] Consequence of a failure, by danger. */
const mishaps = [
  { under: 15, comes: spoil },
  { under: 30, comes: fume },
  { under: Number.POSITIVE_INFINITY, comes: blaze },
] as const

/** Crafts in a cauldron in reach. Returns the duration in microseconds; undefined: no cauldron with content. */
export function craft(scene: Scene, player: Player, skill: string): number | undefined {
  const cauldron = cauldronNear(player)
  if (!cauldron) return undefined
  if (cauldron.inside!.some(({ unpaid }) => unpaid)) {
    player.tell('Pay first for what is in it.', messageTypes.skillError)
    return actMicros(player)
  }
  const meant = scene.recipes
    .filter((recipe) => recipe.skill === skill && recipe.cauldron === cauldron.kind.known?.archetype)
    .map((recipe) => ({ recipe, batches: batchesOf(recipe, cauldron) }))
    .find(({ batches }) => batches > 0)
  if (!meant) {
    fail(scene, player, cauldron, skill, undefined)
    return craftActs * actMicros(player)
  }
  const { recipe, batches } = meant
  const refusal = refusalOf(scene, player, recipe)
  if (refusal !== undefined) {
    player.tell(refusal, messageTypes.skillFailure)
    return actMicros(player)
  }
  if (percent(scene, chanceOf(player, recipe, cauldron))) succeed(scene, player, cauldron, recipe, batches)
  else fail(scene, player, cauldron, skill, recipe)
  return craftActs * actMicros(player)
}

/** The cauldron under the player, or the open one. */
function cauldronNear(player: Player): Thing | undefined {
  const open = openContainer(player)
  return [...(open ? [open] : []), ...lyingUnder(player)].find(
    ({ kind: { is }, inside }) => is.role === 'container' && is.cauldron === true && inside!.length > 0,
  )
}

/** [CF-24.7] How many batches of the recipe the cauldron holds, and nothing else; 0: it does not match. */
function batchesOf({ ingredients }: Recipe, { inside = [] }: Thing): number {
  const counts = new Map<string, number>()
  for (const thing of inside) {
    const name = nameOf(thing).one.toLowerCase()
    counts.set(name, (counts.get(name) ?? 0) + thing.count)
  }
  if (counts.size !== ingredients.size) return 0
  const shares = [...ingredients].map(([name, each]) => (counts.get(name) ?? 0) / each)
  return shares.every((share) => share === shares[0]) && Number.isInteger(shares[0]) ? shares[0]! : 0
}

function refusalOf(
  { clock }: Scene,
  player: Player,
  { skill, leastLevel, mark }: Recipe,
): string | undefined {
  if (skillLevel(player, skill) < leastLevel) return `That takes ${skill} of level ${leastLevel}.`
  const known = mark === undefined || (player.effects.get(markOf(mark))?.until ?? 0) > clock
  return known ? undefined : 'You do not know how that is made.'
}

/** [CF-24.8] */
function chanceOf(player: Player, { skill, difficulty }: Recipe, { kind }: Thing): number {
  const magic = Number(kind.object?.get('magic') ?? 0) || 0
  const above = skillLevel(player, skill) + magic - difficulty
  const { even, most, levelsAbove, least } = succeeds
  return Math.min(most, Math.max(least, even + (above * (most - even)) / levelsAbove))
}

function succeed(scene: Scene, player: Player, cauldron: Thing, recipe: Recipe, batches: number): void {
  empty(cauldron)
  const id = recipe.makes[roll(scene, recipe.makes.length) - 1]!
  const made = scene.make(id, roll(scene, recipe.most * batches))
  player.tell(`You make ${withArticle(made)}.`, messageTypes.skillSuccess)
  put(made, { in: 'container', container: cauldron })
  gain(player, recipe.experience, recipe.skill)
}

/** [CF-24.9] A failure always destroys the content. */
function fail(
  scene: Scene,
  player: Player,
  cauldron: Thing,
  skill: string,
  recipe: Recipe | undefined,
): void {
  const hard = recipe?.difficulty ?? hardPerThing * cauldron.inside!.length
  const danger = hard - Math.floor(skillLevel(player, skill) / 2) + roll(scene, 20)
  empty(cauldron)
  if (recipe?.fails) {
    player.tell(recipe.fails.text, messageTypes.skillFailure)
    put(scene.make(recipe.fails.makes), { in: 'container', container: cauldron })
    return
  }
  mishaps.find(({ under }) => danger < under)!.comes(scene, player, cauldron, danger)
}

function empty(cauldron: Thing): void {
  for (const thing of [...cauldron.inside!]) useUp(thing, thing.count)
}

function spoil(_scene: Scene, player: Player, cauldron: Thing): void {
  player.tell(`What is in the ${nameOf(cauldron).one} spoils.`, messageTypes.skillFailure)
}

/** Poisons everybody next to the cauldron. */
function fume(scene: Scene, player: Player, cauldron: Thing): void {
  for (const each of besideOf(player, cauldron)) enchant(scene, each, 'poison', poisonMs, 1)
}

function blaze(scene: Scene, player: Player, cauldron: Thing, danger: number): void {
  const level = player.level!
  soundAt(level, player.x, player.y, sounds.explode)
  flash(scene, level, player, 'burst')
  for (const each of besideOf(player, cauldron)) {
    const dealt = hurts(scene, danger, playerResists(each, 'fire'))
    woundPlayer(scene, each, dealt, `a ${nameOf(cauldron).one}`)
  }
}

function besideOf(player: Player, cauldron: Thing): readonly Player[] {
  const at = outermost(cauldron)
  const { level, x, y } = at?.in === 'cell' ? at : { level: player.level!, x: player.x, y: player.y }
  tellNear(level, { x, y }, `The ${nameOf(cauldron).one} boils over!`, messageTypes.miscellaneous)
  return [...level.players].filter((each) => Math.abs(each.x - x) <= 1 && Math.abs(each.y - y) <= 1)
}
