// [CF-13.7]

import { missileFaceNumber } from '../../builtin/pictures/animations.ts'
import type { Launcher, Missile } from '../../model/definitions/archetype.ts'
import type { AttackTypes } from '../../model/definitions/attack-types.ts'
import type { ReadiedAction } from '../../model/definitions/character.ts'
import type { Direction } from '../../model/definitions/directions.ts'
import { turnPlayer } from '../../model/level/relocation.ts'
import { currentFaceOf } from '../../model/level/visible-faces.ts'
import { abilityBonus, attacksPerTick } from '../../model/players/ability-bonus.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollInRange } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { markThingChanged, takeFromPile } from '../../model/things/move-things.ts'
import { selectThings } from '../../model/things/name-matching.ts'
import { nameOf, withContents } from '../../model/things/thing.ts'
import { tickMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { launchMissile } from '../combat/missiles.ts'
import { castSpell, performSpell } from '../magic/casting.ts'
import { findSpell, requireSpell } from '../magic/spells.ts'

/**
 * [CF-13.9] Values for throws. `damage`: of things that are not weapons. `range`: in cells. `gramsPerCell`: the weight
 * that shortens the range by a cell.
 */
const throwDefaults = { damage: 2, range: 3, gramsPerCell: 2000, breakPercent: 0 } as const

/** Returns the duration in microseconds; undefined means the duration of one action. */
export function shootReadiedWeapon(
  game: GameState,
  player: Player,
  readied: Exclude<ReadiedAction, { readonly with: 'skill' }>,
  direction: Direction,
): number | void {
  turnPlayer(player, direction)
  switch (readied.with) {
    case 'spell': {
      const spell = findSpell(readied.name, game.archetypes)
      return spell && castSpell(game, player, spell, direction)
    }
    case 'launcher':
      return shootLauncher(game, player, readied.tag, direction)
    case 'wand':
      return useWand(game, player, readied.tag, direction)
  }
}

/** [CF-13.9] The named thing, or else the marked thing, or else the first that is made for throwing. */
export function throwThing(
  game: GameState,
  player: Player,
  words: string,
  direction: Direction = player.facing,
): number | void {
  turnPlayer(player, direction)
  const thing = chooseThrowable(player, words)
  if (!thing) return reportCannotFire(player, 'You have no such thing to throw.')
  const { abilities, speed } = player.stats
  const { formulas } = player.characterRules
  const skill = skillLevel(player, 'throwing')
  const { traits, weight } = thing.archetype
  const own =
    traits.role === 'missile' || traits.role === 'weapon'
      ? Math.ceil(traits.damage / 2)
      : throwDefaults.damage
  const reach = Math.max(
    1,
    throwDefaults.range + abilityBonus(abilities.Str) - Math.floor(weight / throwDefaults.gramsPerCell),
  )
  playSoundAt(player.level!, player.x, player.y, sounds.fireArrow)
  launchFromPile(game, player, thing, direction, {
    ...{
      range: reach,
      skill: 'throwing',
      wc: formulas.shotWc(abilities, skill),
      damage: own + Math.max(0, abilityBonus(abilities.Str)),
    },
    breakPercent: traits.role === 'missile' ? traits.breakPercent : throwDefaults.breakPercent,
    face: traits.role === 'missile' ? missileFaceNumber('arrow', direction) : currentFaceOf(thing),
  })
  return Math.round(formulas.throwTicks(abilities, skill, speed) * tickMicros)
}

interface Shot {
  readonly range: number
  readonly skill: string
  readonly wc: number
  readonly damage: number
  readonly breakPercent: number
  readonly face: number
  readonly attack?: AttackTypes
  readonly slaying?: readonly string[]
}

/** [CF-13.8] */
function shootLauncher(game: GameState, player: Player, tag: number, direction: Direction): number | void {
  const bow = player.findCarried(tag)
  if (bow?.archetype.traits.role !== 'launcher' || !bow.applied) {
    return reportCannotFire(player, 'You have nothing readied to fire.')
  }
  const launcher = bow.archetype.traits
  const ammunition = ammunitionFor(player, launcher)
  if (!ammunition) return reportCannotFire(player, `You have no ${pluralOf(launcher.ammunition)} left.`)
  const missile = ammunition.archetype.traits as Missile
  const skill = skillLevel(player, launcher.skill)
  const { abilities } = player.stats
  const { formulas } = player.characterRules
  playSoundAt(player.level!, player.x, player.y, sounds.fireArrow)
  launchFromPile(game, player, ammunition, direction, {
    ...{ range: launcher.range, skill: launcher.skill, breakPercent: missile.breakPercent },
    wc: formulas.shotWc(abilities, skill) - launcher.wc - missile.wc,
    damage:
      launcher.damage +
      missile.damage +
      formulas.shotDamage(abilities, skill, launcher.ignoresStrength === true),
    face: missileFaceNumber('arrow', direction),
    ...(missile.attack && { attack: missile.attack }),
    ...(missile.slaying && { slaying: missile.slaying }),
  })
  const ticks = launcher.ticksPerShot ?? 1 / attacksPerTick(abilities, skill, launcher.slowdownPercent)
  return Math.round(ticks * tickMicros)
}

/** [CF-14.15] */
function useWand(game: GameState, player: Player, tag: number, direction: Direction): number | void {
  const wand = player.findCarried(tag)
  if (wand?.archetype.traits.role !== 'wand' || !wand.applied) {
    return reportCannotFire(player, 'You have nothing readied to fire.')
  }
  // The number of charges is drawn at the first use, so that unused wands need neither a random number nor a record.
  wand.charges ??= rollInRange(game, wand.archetype.traits.charges)
  if (wand.charges === 0) {
    player.playSound(sounds.wandPoof)
    if (wand.archetype.traits.rechargeTicks !== undefined)
      return reportCannotFire(player, `The ${nameOf(wand).one} is recharging.`)
    return reportCannotFire(player, `The ${nameOf(wand).one} goes poof.`)
  }
  wand.charges--
  markThingChanged(wand)
  const spell = requireSpell(wand.archetype.traits.spell, game.archetypes)
  performSpell(game, player, spell, direction, Math.max(0, wand.archetype.traits.level - spell.level))
  return Math.round(player.characterRules.formulas.wandTicks(player.stats.speed) * tickMicros)
}

function launchFromPile(
  game: GameState,
  player: Player,
  pile: Thing,
  direction: Direction,
  shot: Shot,
): void {
  const leaves = takeFromPile(game.tags, pile, 1)
  leaves.applied = undefined
  const { face, ...rest } = shot
  const thing = game.createThing('flying_arrow', 1, { face, name: nameOf(leaves) })
  launchMissile(game, player.level!, player, thing, {
    attack: ['physical'],
    ...rest,
    direction,
    by: player,
    droppedThing: leaves,
  })
}

/** Some imported worlds name the kind of ammunition in the plural. */
function pluralOf(kind: string): string {
  return kind.endsWith('s') ? kind : `${kind}s`
}

/** Prefers applied, then marked ammunition. Unpaid items are excluded. */
function ammunitionFor(player: Player, { ammunition }: Launcher): Thing | undefined {
  const fitting = paidThings(player).filter(
    ({ archetype: { traits } }) => traits.role === 'missile' && traits.kind === ammunition,
  )
  return (
    fitting.find(({ applied }) => applied) ??
    fitting.find(({ tag }) => tag === player.markedTag) ??
    fitting[0]
  )
}

function chooseThrowable(player: Player, words: string): Thing | undefined {
  const free = paidThings(player).filter(
    ({ applied, locked, inside }) => !applied && !locked && !inside?.length,
  )
  if (words !== '') return selectThings(free, words).things[0]
  return (
    free.find(({ tag }) => tag === player.markedTag) ??
    free.find(({ archetype }) => archetype.traits.role === 'missile') ??
    free.find(({ archetype }) => archetype.id === 'dagger')
  )
}

function paidThings({ inventory }: Player): Thing[] {
  return inventory.flatMap((carried) => [...withContents(carried)]).filter(({ unpaid }) => !unpaid)
}

/** Tells the player why firing is impossible, and stops repeated firing. */
export function reportCannotFire(player: Player, why: string): void {
  player.stopRepeating('fire')
  player.sendMessage(why, messageTypes.failure)
}
