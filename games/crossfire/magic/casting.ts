// Casting: what a spell costs, who can cast it, and what it does. [CF-14.7]
import { launch } from '../fight/flights.ts'
import { soundOfSpell, sounds } from '../hearing/sounds.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import { hasSkill } from '../people/skills.ts'
import { flying } from '../pictures/animations.ts'
import { flash } from '../places/flashes.ts'
import type { Archetype } from '../scene/archetype.ts'
import { roll, within } from '../scene/dice.ts'
import type { Direction } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { put } from '../things/contents.ts'
import { tickMicros } from '../time/pace.ts'
import { disenchant, enchant } from '../vitals/lasting.ts'
import { type Bolt, type Spell, type Spellbound, spellNamed, spells } from './spells.ts'

/** [CF-14.11] What can be asked of the spell of food, and its archetypes. */
const foods = ['bread', 'apple', 'cheese', 'meat', 'booze'] as const

/** Who casts, from where: a player, or what casts by itself, as a wand or a monster does. */
export interface Casting {
  readonly level: Level
  readonly from: Spot
  readonly by: Player | Thing
  readonly direction: Direction
  /** Levels above the spell's own. */
  readonly above: number
  /** What the kills of a player train. */
  readonly skill: string | undefined
}

/** [CF-14.7] `cast`: lists the spells, readies one that flies for `fire`, casts any other at once. */
export function cast(scene: Scene, player: Player, words: string): number | void {
  if (words === '') return list(player)
  const meant = meantBy(player, words)
  if (!meant) return player.tell('You know no such spell.', textKinds.spellError)
  if (meant.spell.does.deed !== 'bolt')
    return castSpell(scene, player, meant.spell, player.facing, meant.rest)
  player.readied = { with: 'spell', name: meant.spell.id }
  player.tell(`You have ${meant.spell.name} ready.`, textKinds.spellSuccess)
}

/** [CF-14.7] `invoke`: casts at once, the way he faces. */
export function invoke(scene: Scene, player: Player, words: string): number | void {
  if (words === '') return list(player)
  const meant = meantBy(player, words)
  if (!meant) return player.tell('You know no such spell.', textKinds.spellError)
  return castSpell(scene, player, meant.spell, player.facing, meant.rest)
}

/** Casts one that he knows, if he can. What is returned is the time that it took, in microseconds. */
export function castSpell(
  scene: Scene,
  player: Player,
  spell: Spell,
  direction: Direction,
  words = '',
): number | void {
  const refusal = refusalOf(player, spell)
  if (refusal !== undefined) {
    player.stop('fire')
    return player.tell(refusal, textKinds.spellError)
  }
  const { sp, grace } = costOf(player, spell)
  player.sp -= sp
  player.grace -= grace
  if (roll(scene, 20) === 1) fumble(player, spell)
  else if (perform(scene, player, spell, direction, above(player, spell), words)) {
    // [CF-14.8] Bolts teach by what they kill, all others by being cast.
    if (spell.does.deed !== 'bolt') gain(player, 2 * (sp + grace), spell.skill)
  }
  return spell.ticks * tickMicros
}

/** [CF-14.9] Armour that hampers makes spells dearer; prayers cost the same in any clothes. */
export function costOf(
  player: Player,
  { mana, grace }: Spell,
): { readonly sp: number; readonly grace: number } {
  const hampered = player.inventory.reduce(
    (sum, { applied, kind }) => sum + (applied && kind.is.role === 'armour' ? (kind.is.hampers ?? 0) : 0),
    0,
  )
  return { sp: Math.ceil((mana * (100 + hampered)) / 100), grace }
}

/** Most that it hurts, or mends, when he casts it; 0: it does neither. */
export function damageOf(player: Player, spell: Spell): number {
  const more = above(player, spell)
  if (spell.does.deed === 'bolt') return spell.does.damage + spell.does.grows * more
  return spell.does.deed === 'heal' ? spell.does.hp[1] + spell.does.grows * more : 0
}

/** What the spell does for a player, by whatever means; false: nothing came of it. */
export function perform(
  scene: Scene,
  player: Player,
  spell: Spell,
  direction: Direction,
  above: number,
  words = '',
): boolean {
  const { does } = spell
  const level = player.level!
  soundAt(level, player.x, player.y, soundOfSpell(spell.tag - 1, spell.name))
  switch (does.deed) {
    case 'bolt':
      player.tell(`You cast ${spell.name}.`, textKinds.spellSuccess)
      shootBolt(scene, does, { level, from: player, by: player, direction, above, skill: spell.skill })
      return true
    case 'heal':
      return heal(scene, player, within(scene, does.hp) + does.grows * above)
    case 'power':
      return restore(player, within(scene, does.sp))
    case 'lasting':
      bind(scene, player, does, above)
      return true
    case 'cure':
      if (disenchant(player, 'poison')) return true
      player.tell('You are not poisoned.', textKinds.spellFailure)
      return false
    case 'food':
      return createFood(scene, player, words)
  }
}

/** A bolt on its way. */
export function shootBolt(scene: Scene, bolt: Bolt, casting: Casting): void {
  const { level, from, by, direction, above, skill } = casting
  const { attack, reach, bursts } = bolt
  const thing = scene.make(bolt.flies, 1, { face: flying(bolt.flies, direction) })
  const more = bolt.grows * above
  launch(scene, level, from, thing, {
    ...{ direction, reach, attack, by, damage: bolt.damage + more },
    ...(skill !== undefined && { skill }),
    ...(bursts && { bursts: { into: bursts.into, damage: bursts.damage + more } }),
  })
}

function above(player: Player, { skill, level }: Spell): number {
  return skill === undefined ? 0 : Math.max(0, skillLevel(player, skill) - level)
}

function refusalOf(player: Player, spell: Spell): string | undefined {
  const { sp, grace } = costOf(player, spell)
  if (spell.skill !== undefined && !hasSkill(player, spell.skill))
    return `You do not have the skill of ${spell.skill}.`
  if (player.sp < sp) return 'You have not enough spell points.'
  if (player.grace < grace) return 'You have not enough grace.'
}

function fumble(player: Player, { name }: Spell): void {
  player.tell(`You fumble the ${name}.`, textKinds.fumble)
  player.sound(sounds.fumble)
}

function heal(scene: Scene, player: Player, hp: number): boolean {
  flash(scene, player.level!, player, 'heal')
  const { maxHp } = player.figures
  if (player.hp >= maxHp) {
    player.tell('You were whole already.', textKinds.spellFailure)
    return false
  }
  player.hp = Math.min(maxHp, player.hp + hp)
  player.tell('Your wounds close.', textKinds.healed)
  return true
}

function restore(player: Player, sp: number): boolean {
  player.sp = Math.max(player.sp, Math.min(player.figures.maxSp, player.sp + sp))
  player.tell('Your head clears.', textKinds.spellSuccess)
  return true
}

function bind(scene: Scene, player: Player, does: Spellbound, above: number): void {
  const strength = Math.min(does.mostStrength, does.strength + does.grows * above)
  enchant(scene, player, does.name, (does.seconds + does.longer * above) * 1000, strength)
}

/** [CF-14.11] At his feet. */
function createFood(scene: Scene, player: Player, words: string): boolean {
  const asked = words.toLowerCase().replace(/^of\s+/, '')
  const food: Archetype['id'] = foods.find((each) => each === asked) ?? foods[0]
  const level = player.level!
  const { x, y } = player
  // Not in a shop: what lies on its floor is the keeper's, and the caster would have to buy it.
  if (!level.hasRoom(x, y) || level.isShop(x, y)) {
    player.tell('There is no place for it here.', textKinds.spellFailure)
    return false
  }
  const made = put(scene.make(food), { in: 'cell', level, x, y })
  player.tell(`You pray, and there is ${made.kind.name.one}.`, textKinds.spellSuccess)
  return true
}

/**
 * [CF-14.7] By its number or its name, the longest that fits, or the beginning of one if that is all; what follows is
 * the rest.
 */
function meantBy(player: Player, words: string): { spell: Spell; rest: string } | undefined {
  const known = spells.filter(({ id }) => player.spells.has(id))
  const said = words.toLowerCase()
  const [, number = '', after = ''] = /^(\d+)\s*(.*)$/s.exec(said) ?? []
  const byTag = known.find(({ tag }) => number === String(tag))
  if (byTag) return { spell: byTag, rest: after }
  const fits = known
    .filter(({ name }) => said === name || said.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (fits) return { spell: fits, rest: said.slice(fits.name.length).trim() }
  const begun = known.find(({ name }) => name.startsWith(said))
  return begun && { spell: begun, rest: '' }
}

/** What `cast` and `spells` tell. */
export function list(player: Player): void {
  const lines = [...player.spells].flatMap((id) => {
    const spell = spellNamed(id)
    if (!spell) return []
    const { sp, grace } = costOf(player, spell)
    return [`${spell.name}: ${sp > 0 ? `${sp} sp` : `${grace} grace`}. ${spell.about}`]
  })
  player.tell(lines.length > 0 ? lines.join('\n') : 'You know no spells.', textKinds.spellInfo)
}
