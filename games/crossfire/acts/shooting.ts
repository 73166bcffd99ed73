// Launches spells, arrows, wand charges and thrown things. [CF-13.7]
import { launch } from '../fight/flights.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { castSpell, perform } from '../magic/casting.ts'
import { spellNamed, spellOf } from '../magic/spells.ts'
import { blowsATick, bonus } from '../people/bodies.ts'
import { skillLevel } from '../people/figures.ts'
import { flyingFaces } from '../pictures/animations.ts'
import { turn } from '../places/arriving.ts'
import { faceOf } from '../places/stack.ts'
import type { Launcher, Missile } from '../scene/archetype.ts'
import type { Readied } from '../scene/character.ts'
import { within } from '../scene/dice.ts'
import type { Direction } from '../scene/directions.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { thingsMeant } from '../things/by-name.ts'
import { changed, takeFrom } from '../things/contents.ts'
import { nameOf, withContents } from '../things/thing.ts'
import { tickMicros } from '../time/pace.ts'

/** [CF-13.8] wc of a shot with average abilities, and the addition without the skill; lower is better. */
const plainWc = 19
const unskilledWc = 3
/** [CF-13.9] Throwing: damage of a non-weapon, reach in cells, grams that reduce the reach by a cell. */
const thrown = { damage: 2, reach: 3, gramsPerCell: 2000, breaks: 0 } as const

/** Fires in a direction. Returns the duration in microseconds, if that is not one action. */
export function shootReadied(
  scene: Scene,
  player: Player,
  readied: Exclude<Readied, { readonly with: 'skill' }>,
  direction: Direction,
): number | void {
  turn(player, direction)
  switch (readied.with) {
    case 'spell': {
      const spell = spellNamed(readied.name, scene.kinds)
      return spell && castSpell(scene, player, spell, direction)
    }
    case 'launcher':
      return shoot(scene, player, readied.tag, direction)
    case 'wand':
      return zap(scene, player, readied.tag, direction)
  }
}

/** [CF-13.9] `throw`: the named thing, else the marked one, else the first that is made to be thrown. */
export function throwThing(
  scene: Scene,
  player: Player,
  words: string,
  direction: Direction = player.facing,
): number | void {
  turn(player, direction)
  const thing = toThrow(player, words)
  if (!thing) return cannot(player, 'You have no such thing to throw.')
  const { abilities } = player.figures
  const skill = skillLevel(player, 'throwing')
  const { is, weight } = thing.kind
  const own = is.role === 'missile' || is.role === 'weapon' ? Math.ceil(is.damage / 2) : thrown.damage
  const reach = Math.max(1, thrown.reach + bonus(abilities.Str) - Math.floor(weight / thrown.gramsPerCell))
  soundAt(player.level!, player.x, player.y, sounds.fireArrow)
  send(scene, player, thing, direction, {
    ...{ reach, skill: 'throwing', wc: aim(player, skill), damage: own + Math.max(0, bonus(abilities.Str)) },
    breaks: is.role === 'missile' ? is.breaks : thrown.breaks,
    face: is.role === 'missile' ? flyingFaces('arrow', direction) : faceOf(thing),
  })
  return shotMicros(player, skill, 0)
}

interface Shot {
  readonly reach: number
  readonly skill: string
  readonly wc: number
  readonly damage: number
  readonly breaks: number
  readonly face: number
}

/** [CF-13.8] */
function shoot(scene: Scene, player: Player, tag: number, direction: Direction): number | void {
  const bow = player.carries(tag)
  if (bow?.kind.is.role !== 'launcher' || !bow.applied) {
    return cannot(player, 'You have nothing ready to fire.')
  }
  const launcher = bow.kind.is
  const ammunition = ammunitionFor(player, launcher)
  if (!ammunition) return cannot(player, `You have run out of ${launcher.shoots}s.`)
  const missile = ammunition.kind.is as Missile
  const skill = skillLevel(player, launcher.skill)
  soundAt(player.level!, player.x, player.y, sounds.fireArrow)
  send(scene, player, ammunition, direction, {
    ...{ reach: launcher.reach, skill: launcher.skill, breaks: missile.breaks },
    wc: aim(player, skill) - launcher.wc - missile.wc,
    damage: launcher.damage + missile.damage + Math.floor(skill / 4),
    face: flyingFaces('arrow', direction),
  })
  return shotMicros(player, skill, launcher.slows)
}

/** [CF-14.15] */
function zap(scene: Scene, player: Player, tag: number, direction: Direction): void {
  const wand = player.carries(tag)
  if (wand?.kind.is.role !== 'wand' || !wand.applied) {
    return cannot(player, 'You have nothing ready to fire.')
  }
  // Charges are drawn at the first use, so that unused wands need neither a random number nor a record.
  wand.charges ??= within(scene, wand.kind.is.charges)
  if (wand.charges === 0) {
    player.sound(sounds.wandPoof)
    if (wand.kind.is.rests !== undefined) return cannot(player, `The ${nameOf(wand).one} has to rest.`)
    return cannot(player, `The ${nameOf(wand).one} goes poof.`)
  }
  wand.charges--
  changed(wand)
  const spell = spellOf(wand.kind.is.spell, scene.kinds)
  perform(scene, player, spell, direction, Math.max(0, wand.kind.is.level - spell.level))
}

function send(scene: Scene, player: Player, pile: Thing, direction: Direction, shot: Shot): void {
  const leaves = takeFrom(scene.tags, pile, 1)
  leaves.applied = undefined
  const { face, ...rest } = shot
  const thing = scene.make('flying_arrow', 1, { face, name: nameOf(leaves) })
  launch(scene, player.level!, player, thing, { ...rest, direction, attack: 'physical', by: player, leaves })
}

function aim(player: Player, skill: number): number {
  const dexterity = Math.floor(bonus(player.figures.abilities.Dex) / 2)
  return plainWc - dexterity - Math.floor(skill / 2) + (skill === 0 ? unskilledWc : 0)
}

/** [CF-13.8] Duration of a shot or throw, in microseconds. */
function shotMicros({ figures: { abilities } }: Player, skill: number, slows: number): number {
  return Math.round(tickMicros / blowsATick(abilities, skill, slows))
}

/** Prefers applied, then marked ammunition. Unpaid items are excluded. */
function ammunitionFor(player: Player, { shoots }: Launcher): Thing | undefined {
  const fitting = own(player).filter(({ kind: { is } }) => is.role === 'missile' && is.flies === shoots)
  return (
    fitting.find(({ applied }) => applied) ?? fitting.find(({ tag }) => tag === player.marked) ?? fitting[0]
  )
}

function toThrow(player: Player, words: string): Thing | undefined {
  const free = own(player).filter(({ applied, locked, inside }) => !applied && !locked && !inside?.length)
  if (words !== '') return thingsMeant(free, words).things[0]
  return (
    free.find(({ tag }) => tag === player.marked) ??
    free.find(({ kind }) => kind.is.role === 'missile') ??
    free.find(({ kind }) => kind.id === 'dagger')
  )
}

function own({ inventory }: Player): Thing[] {
  return inventory.flatMap((carried) => [...withContents(carried)]).filter(({ unpaid }) => !unpaid)
}

/** Reports the reason, and stops repeated firing. */
export function cannot(player: Player, why: string): void {
  player.stop('fire')
  player.tell(why, messageTypes.failure)
}
