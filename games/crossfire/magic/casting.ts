// Casting: costs, conditions and effects. [CF-14.7]
import { spellSound, sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import { hasSkill } from '../people/skills.ts'
import { roll } from '../scene/dice.ts'
import type { Direction } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Spell } from '../scene/spell.ts'
import { soundAt } from '../scene/telling.ts'
import { isClosed } from '../scripts/closed.ts'
import { tickMicros } from '../time/pace.ts'
import { work } from './deeds.ts'
import { spellNamed, spells } from './spells.ts'

/** [CF-14.7] `cast`: lists spells, readies an aimed spell for `fire`, and casts others at once. */
export function cast(scene: Scene, player: Player, words: string): number | void {
  if (words === '') return list(player)
  const meant = meantBy(player, words)
  if (!meant) return player.tell('You know no such spell.', messageTypes.spellError)
  if (!isAimed(meant.spell)) return castSpell(scene, player, meant.spell, player.facing, meant.rest)
  player.readied = { with: 'spell', name: meant.spell.id }
  player.tell(`You have ${meant.spell.name} ready.`, messageTypes.spellSuccess)
}

/** [CF-14.7] `invoke`: casts at once, in the direction that the player faces. */
export function invoke(scene: Scene, player: Player, words: string): number | void {
  if (words === '') return list(player)
  const meant = meantBy(player, words)
  if (!meant) return player.tell('You know no such spell.', messageTypes.spellError)
  return castSpell(scene, player, meant.spell, player.facing, meant.rest)
}

/** Casts a known spell if possible. Returns the time it took, in microseconds. */
export function castSpell(
  scene: Scene,
  player: Player,
  spell: Spell,
  direction: Direction,
  words = '',
): number | void {
  const refusal = silencedAt(scene, player) ?? refusalOf(player, spell)
  if (refusal !== undefined) {
    player.stop('fire')
    return player.tell(refusal, messageTypes.spellError)
  }
  const { sp, grace } = costOf(player, spell)
  player.sp -= sp
  player.grace -= grace
  if (roll(scene, 20) === 1) fumble(player, spell)
  else if (perform(scene, player, spell, direction, above(player, spell), words)) {
    // [CF-14.8] Deadly spells train by kills, all others by casting.
    if (!kills(spell)) gain(player, 2 * (sp + grace), spell.skill)
  }
  return spell.ticks * tickMicros
}

/** [CF-14.9] Costs of a spell: hampering armour raises those of spells, not of prayers. [CF-24.3] Paths change both. */
export function costOf(
  player: Player,
  { mana, grace, path }: Spell,
): { readonly sp: number; readonly grace: number } {
  const hampered = player.inventory.reduce(
    (sum, { applied, kind }) => sum + (applied && kind.is.role === 'armour' ? (kind.is.hampers ?? 0) : 0),
    0,
  )
  const { attuned, repelled } = player.figures.paths
  const dearer = ((path & attuned) !== 0 ? onPath.cheaper : 1) * ((path & repelled) !== 0 ? onPath.dearer : 1)
  return { sp: Math.ceil((mana * (100 + hampered) * dearer) / 100), grace: Math.ceil(grace * dearer) }
}

/** [CF-24.3] Cost factors on attuned and repelled paths, and the change of the caster's level. */
const onPath = { cheaper: 0.8, dearer: 1.25, levels: 2 } as const

/** Maximum damage or healing when the player casts it; 0 for neither. */
export function damageOf(player: Player, spell: Spell): number {
  const more = above(player, spell)
  const { does } = spell
  switch (does.deed) {
    case 'bolt':
    case 'wave':
    case 'smite':
      return does.damage > 0 ? does.damage + Math.floor(does.grows * more) : 0
    case 'bomb':
      return does.bursts.damage + Math.floor(does.grows * more)
    case 'heal':
      return does.hp[1] + Math.floor(does.grows * more)
    default:
      return 0
  }
}

/** Performs a spell for a player, by any means. Returns false if it had no effect. */
export function perform(
  scene: Scene,
  player: Player,
  spell: Spell,
  direction: Direction,
  above: number,
  words = '',
): boolean {
  const level = player.level!
  const { x, y } = player
  soundAt(level, x, y, spellSound(spell.tag <= spells.length ? spell.tag - 1 : 0, spell.name))
  const from = { x, y }
  return work(scene, spell, { level, from, by: player, direction, above, skill: spell.skill, words })
}

/** [CF-14.7] Whether the spell needs a direction, and can be fired repeatedly. */
export function isAimed({ does }: Pick<Spell, 'does'>): boolean {
  return does.deed === 'bolt' || does.deed === 'wave' || does.deed === 'smite'
}

function kills(spell: Spell): boolean {
  const { does } = spell
  return does.deed === 'bomb' || (isAimed(spell) && 'damage' in does && does.damage > 0)
}

function above(player: Player, { skill, level, path }: Spell): number {
  if (skill === undefined) return 0
  const { attuned, repelled } = player.figures.paths
  const more = ((path & attuned) !== 0 ? onPath.levels : 0) - ((path & repelled) !== 0 ? onPath.levels : 0)
  return Math.max(0, skillLevel(player, skill) + more - level)
}

function refusalOf(player: Player, spell: Spell): string | undefined {
  const { sp, grace } = costOf(player, spell)
  if (spell.skill !== undefined && !hasSkill(player, spell.skill))
    return `You do not have the skill of ${spell.skill}.`
  if ((spell.path & player.figures.paths.denied) !== 0) return 'Its path is denied to you.'
  if (player.sp < sp) return 'You have not enough spell points.'
  if (player.grace < grace) return 'You have not enough grace.'
}

/** [CF-23.12] */
function silencedAt(scene: Scene, { level, x, y }: Player): string | undefined {
  return level && isClosed(scene, level, { x, y }, 'magic') ? 'Nobody may cast here.' : undefined
}

function fumble(player: Player, { name }: Spell): void {
  player.tell(`You fumble the ${name}.`, messageTypes.fumble)
  player.sound(sounds.fumble)
}

/**
 * [CF-14.7] Finds a known spell by number, by the longest matching name, or by a prefix of a name. `rest`: words after
 * it.
 */
function meantBy(player: Player, words: string): { spell: Spell; rest: string } | undefined {
  const known = [...player.spells].flatMap((id) => spellNamed(id, player.kinds) ?? [])
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

/** The output of `cast` and `spells`. */
export function list(player: Player): void {
  const lines = [...player.spells].flatMap((id) => {
    const spell = spellNamed(id, player.kinds)
    if (!spell) return []
    const { sp, grace } = costOf(player, spell)
    return [`${spell.name}: ${sp > 0 ? `${sp} sp` : `${grace} grace`}. ${spell.about}`]
  })
  player.tell(lines.length > 0 ? lines.join('\n') : 'You know no spells.', messageTypes.spellInfo)
}
