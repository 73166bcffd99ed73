// Effects of applying an item: eating, drinking, reading, resting. [CF-15.4]
import { hurts, playerResists } from '../fight/damage.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { perform } from '../magic/casting.ts'
import { spellOf } from '../magic/spells.ts'
import { skillLevel } from '../people/figures.ts'
import { hasSkill } from '../people/skills.ts'
import type { Role } from '../scene/archetype.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { changed, outermost, put, takeFrom, useUp } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { tellsTime } from '../time/day.ts'
import { spend } from '../time/pace.ts'
import { eat, feed } from '../vitals/vitals.ts'
import { woundPlayer } from '../vitals/wounds.ts'
import { build } from './building.ts'
import { improve } from './improving.ts'
import { pray, readySkill } from './using-skills.ts'

/** [CF-25.9] Maximum damage of a cursed potion. */
const scalds = 20

type Is<R extends Role['role']> = Extract<Role, { readonly role: R }>

/** `thing` must be in reach and paid for. Reports a thing without a use. */
export function use(scene: Scene, player: Player, thing: Thing): void {
  const { is } = thing.kind
  switch (is.role) {
    case 'food':
      return eat(scene, player, thing)
    case 'potion':
      return drink(scene, player, thing, is)
    case 'scroll':
      return read(scene, player, thing, is.spell, is.level)
    case 'spellbook':
      return study(player, thing, is.spell)
    case 'torch':
      return kindle(scene, player, thing, is)
    case 'tool':
      return readySkill(scene, player, is.skill)
    case 'lesson':
      return learnSkill(player, thing, is.skill)
    case 'crystal':
      return shiftPower(player, thing, is.holds)
    case 'improvement':
      return improve(scene, player, thing, is)
    case 'builder':
      return build(scene, player, is.does)
    case 'lighter':
      return strikeLight(scene, player)
    case 'altar':
      // [CF-14.14] Takes as long as any prayer.
      return spend(player, pray(scene, player, thing), scene.context.now())
    case 'bed':
      return rest(player, thing)
    case 'clock':
      return player.tell(tellsTime(scene.context.now()), messageTypes.applied)
    case 'fountain':
      return player.tell('You drink. The water is cold and clear.', messageTypes.applied)
    default:
      return player.tell(`You do not know what to do with the ${nameOf(thing).one}.`, messageTypes.applyError)
  }
}

/** [CF-15.4] */
function drink(
  scene: Scene,
  player: Player,
  potion: Thing,
  { spell, food, above = 0, spoilt }: Is<'potion'>,
): void {
  player.tell(`You drink the ${nameOf(potion).one}.`, messageTypes.applied)
  useUp(potion)
  feed(player, food)
  if (spoilt) return scald(scene, player)
  perform(scene, player, spellOf(spell, scene.kinds), player.facing, above)
}

/** [CF-25.9] */
function scald(scene: Scene, player: Player): void {
  player.tell('It burns like fire!', messageTypes.wasHit)
  woundPlayer(scene, player, hurts(scene, scalds, playerResists(player, 'fire')), 'a cursed potion')
}

/** [CF-14.15] A scroll works once, for any reader, at no cost. */
function read(scene: Scene, player: Player, scroll: Thing, id: string, level: number): void {
  const spell = spellOf(id, scene.kinds)
  player.tell(`You read the ${nameOf(scroll).one}, and it falls to dust.`, messageTypes.applied)
  useUp(scroll)
  perform(scene, player, spell, player.facing, Math.max(0, level - spell.level))
}

/** [CF-14.15] A book is consumed only by a reader who learns from it. */
function study(player: Player, book: Thing, id: string): void {
  const { name, skill, level } = spellOf(id, player.kinds)
  if (skill === undefined || player.spells.has(id)) {
    return player.tell(`You know ${name} already.`, messageTypes.applyFailure)
  }
  if (!hasSkill(player, skill))
    return player.tell(`You would need the skill of ${skill}.`, messageTypes.skillMissing)
  if (Math.max(1, skillLevel(player, skill)) < level) {
    return player.tell(`It is too hard for you: it takes ${skill} of level ${level}.`, messageTypes.applyFailure)
  }
  useUp(book)
  player.spells.add(id)
  player.keep()
  player.tell(`You have learnt ${name}.`, messageTypes.spellSuccess)
  player.sound(sounds.learnSpell)
}

/** [CF-21.9] */
function learnSkill(player: Player, lesson: Thing, skill: string): void {
  if (player.skills.has(skill)) return player.tell(`You know ${skill} already.`, messageTypes.applyFailure)
  useUp(lesson)
  player.skills.set(skill, 0)
  player.keep()
  player.tell(`You have learnt ${skill}.`, messageTypes.skillSuccess)
}

/** [CF-21.9] With full spell points the player stores half of them; otherwise the crystal refills what is missing. */
function shiftPower(player: Player, crystal: Thing, holds: number): void {
  const kept = crystal.charges ?? 0
  const lacks = player.figures.maxSp - player.sp
  const laid = lacks <= 0 ? Math.min(holds - kept, Math.floor(player.sp / 2)) : -Math.min(lacks, kept)
  if (laid === 0) return player.tell(`The ${nameOf(crystal).one} does nothing.`, messageTypes.applyFailure)
  player.sp -= laid
  crystal.charges = kept + laid
  changed(crystal)
  player.keep()
  player.tell(laid > 0 ? 'You channel your power into it.' : 'Power flows back to you.', messageTypes.applied)
}

/** [CF-15.11] Lights one of the pile, or extinguishes it. */
function kindle(scene: Scene, player: Player, torch: Thing, { burns }: Is<'torch'>): void {
  const { where } = torch
  if (where?.in !== 'pack') return player.tell('Pick it up first.', messageTypes.applyError)
  if (torch.applied) {
    torch.applied = undefined
    changed(torch)
    return player.tell(`You put out the ${nameOf(torch).one}.`, messageTypes.unapplied)
  }
  const one = takeFrom(scene.tags, torch, 1)
  one.applied = 'active'
  one.burns ??= burns
  put(one, where)
  player.tell(`You light the ${nameOf(one).one}.`, messageTypes.applied)
}

/** [CF-21.12] Lights the marked torch or lamp. */
function strikeLight(scene: Scene, player: Player): void {
  const marked = player.marked === undefined ? undefined : player.carries(player.marked)
  if (marked?.kind.is.role !== 'torch' || marked.applied)
    return player.tell('Mark a torch or a lamp first, one that is not lit.', messageTypes.applyFailure)
  kindle(scene, player, marked, marked.kind.is)
}

/** [CF-13.13] */
function rest(player: Player, bed: Thing): void {
  const where = outermost(bed)
  if (where?.in !== 'cell') return
  player.home = { level: where.level.name, x: where.x, y: where.y }
  player.keep()
  player.tell('You lie down a while. Here you will wake when things go badly.', messageTypes.saved)
}
