// Imported spells. Each `subtype` maps to a deed of this world, or is unsupported. [CF-22.1]
import type { Role } from '../../scene/archetype.ts'
import type { Ail, Ailing, Bolt, Burst, Deed, Given, Lasting, Spell, Wave } from '../../scene/spell.ts'
import { againstUndead, ailOf, attackOf, holyWord } from './attacks.ts'
import { effectOf, ourEffects } from './effects.ts'
import { mark } from './kind-id.ts'
import type { Said } from './said.ts'

/** Types of a spell, of its effect, which some walls shoot directly, and of what lies on the ground. */
const [spellType, effectType, floorType] = [101, 102, 67] as const

/** Crossfire's ticks of 120 ms. */
const tickMs = 120
/** Maximum letters. A spell's description has to fit a packet, with two bytes per letter. */
const [longestName, longestAbout] = [100, 2000] as const
/** Maximum duration in seconds. */
const longest = 600
/** Spell tags start after those of the built-in spells; the tag of an imported spell adds the line of its archetype. */
export const firstTag = 1000

/** Returns undefined if the spell is unsupported. */
export function spell(said: Said): Role | undefined {
  const made = spellOf(said)
  return made && { role: 'spell', spell: made }
}

export function spellOf(said: Said): Spell | undefined {
  // Other types use subtypes with another meaning.
  const does = said.type === spellType || said.type === effectType ? deedOf(said) : undefined
  if (!does) return undefined
  const name = said.name.slice(0, longestName)
  return {
    id: `${mark}${said.arch}`,
    tag: firstTag + said.line,
    name,
    about: (said.text('msg') ?? name).trim().slice(0, longestAbout),
    skill: skillOf(said.text('skill')),
    level: said.within('level', 1, 115, 1),
    mana: said.within('sp', 0, 5000),
    grace: said.within('grace', 0, 5000),
    ticks: said.within('casting_time', 1, 100, 3),
    path: said.within('path_attuned', 0, 0x3fff_ffff),
    face: said.text('face') ?? '',
    ...(subtypeOf(said) === subtypes.createFood && { words: true }),
    does,
  }
}

/** [CF-22.1] Crossfire's spell schools, mapped to those of this world. */
export const schools: { readonly [school: string]: 'sorcery' | 'evocation' } = {
  sorcery: 'sorcery',
  summoning: 'sorcery',
  evocation: 'evocation',
  pyromancy: 'evocation',
}

/** [CF-22.1] Maps the skill of a spell to a skill of this world. */
function skillOf(skill: string | undefined): string | undefined {
  if (skill === 'praying') return 'praying'
  return skill === undefined ? undefined : Object.hasOwn(schools, skill) ? schools[skill] : 'sorcery'
}

const subtypes = {
  bolt: 4,
  bullet: 5,
  explosion: 6,
  cone: 7,
  bomb: 8,
  smite: 10,
  missile: 11,
  golem: 12,
  dimensionDoor: 13,
  mapping: 14,
  wall: 15,
  destruction: 16,
  perceiveSelf: 17,
  recall: 18,
  invisible: 19,
  probe: 20,
  healing: 21,
  createFood: 22,
  dust: 23,
  ability: 24,
  bless: 25,
  monster: 27,
  charging: 28,
  uncurse: 31,
  identify: 32,
  detection: 33,
  mood: 34,
  ball: 35,
  swarm: 36,
  mana: 37,
  disarm: 38,
  createMissile: 39,
  weapon: 41,
  light: 42,
  daylight: 43,
} as const

function subtypeOf(said: Said): number {
  return said.number('subtype')
}

const makers: { readonly [subtype: number]: (said: Said) => Deed | undefined } = {
  [subtypes.bolt]: (said) => ({ ...flying(said, 12), pierces: true }),
  [subtypes.bullet]: bullet,
  [subtypes.explosion]: (said) => cone(said, true),
  [subtypes.cone]: (said) => cone(said, false),
  [subtypes.bomb]: bomb,
  [subtypes.smite]: (said) => ({
    ...{ deed: 'smite', attack: attackOf(said.number('attacktype', 2)), ...harm(said) },
    ...{ radius: said.within('range', 0, 3), shows: effectOf(said, ourEffects.burst) },
  }),
  [subtypes.missile]: (said) => flying(said, 25),
  [subtypes.golem]: summons,
  [subtypes.dimensionDoor]: (said) => ({ deed: 'leap', reach: said.within('range', 1, 30, 8) }),
  [subtypes.mapping]: () => ({ deed: 'map' }),
  [subtypes.wall]: wall,
  [subtypes.destruction]: (said) => cone(said, true),
  [subtypes.perceiveSelf]: () => ({ deed: 'self' }),
  [subtypes.recall]: (said) => lasting('way_home', Math.max(5, secondsOf(said, 40))),
  [subtypes.invisible]: (said) =>
    said.text('race') === undefined ? lasting('unseen', secondsOf(said, 300)) : undefined,
  [subtypes.probe]: (said) => ({ deed: 'probe', reach: said.within('range', 1, 30, 10) }),
  [subtypes.healing]: healing,
  [subtypes.createFood]: () => ({ deed: 'food' }),
  [subtypes.dust]: (said) => ({ deed: 'dust', reach: said.within('range', 1, 6, 2) }),
  [subtypes.ability]: boon,
  [subtypes.bless]: boon,
  [subtypes.monster]: summons,
  [subtypes.charging]: (said) => ({
    ...{ deed: 'charge', charges: Math.max(1, Math.round(said.within('dam', 0, 100, 40) / 8)) },
    grows: 1 / said.within('dam_modifier', 1, 100, 5),
  }),
  [subtypes.uncurse]: (said) => ({ deed: 'uncurse', damned: said.is('damned') }),
  [subtypes.identify]: (said) => ({
    ...{ deed: 'identify', things: said.within('dam', 1, 100, 1), grows: growsOf(said) },
  }),
  [subtypes.detection]: detection,
  [subtypes.mood]: mood,
  [subtypes.ball]: (said) => ({
    ...flying(said, 12),
    ...{ reach: said.within('duration', 5, 60, 30), pierces: true, wanders: true },
  }),
  [subtypes.swarm]: swarm,
  [subtypes.mana]: (said) => ({
    ...{ deed: 'mana', sp: said.within('dam', -9999, 9999), grows: growsOf(said) },
  }),
  [subtypes.disarm]: () => ({ deed: 'disarm' }),
  [subtypes.createMissile]: (said) => {
    const makes = said.text('other_arch') ?? 'arrow'
    if (!said.other(makes)) return undefined
    return {
      ...{ deed: 'make', makes: `${mark}${makes}`, count: said.within('duration', 1, 100, 5) },
      grows: said.within('duration_modifier', 0, 10),
    }
  },
  [subtypes.weapon]: summons,
  [subtypes.light]: (said) => ({ ...lasting('light', secondsOf(said, 1000)), strength: 4, mostStrength: 4 }),
  [subtypes.daylight]: (said) =>
    said.is('dam') ? { deed: 'daylight', darker: said.within('dam', -4, 4) } : undefined,
}

function deedOf(said: Said): Deed | undefined {
  return makers[subtypeOf(said)]?.(said)
}

function harm(said: Said) {
  return { damage: said.within('dam', 1, 500, 1), grows: growsOf(said) }
}

/** Damage per level: one point every `dam_modifier` levels. */
function growsOf(said: Said): number {
  const every = said.within('dam_modifier', 0, 1000)
  return every === 0 ? 0 : 1 / every
}

function secondsOf(said: Said, usual: number): number {
  return Math.round((said.within('duration', 1, 10_000, usual) * tickMs) / 1000)
}

function flying(said: Said, reach: number): Bolt {
  const attack = attackOf(said.number('attacktype', 2))
  return {
    ...{ deed: 'bolt', attack, ...harm(said), reach: said.within('range', 4, 30, reach) },
    flies: effectOf(said, ourEffects.flies[attack]),
  }
}

/** A bullet flies as far as a shot. With `food` it bursts where it ends. */
function bullet(said: Said): Bolt {
  const bolt = { ...flying(said, 10), reach: 12 }
  const bursts = said.is('food') && burstOf(said, bolt.damage, said.within('range', 0, 9))
  return bursts ? { ...bolt, bursts } : bolt
}

/** The burst of a bullet or a bomb is the `other_arch` of its effect. */
function burstOf(said: Said, damage: number, range: number): Burst {
  const effect = said.other(said.text('other_arch') ?? '') ?? said
  const attack = attackOf(said.number('attacktype', 2))
  const ours = attack === 'cold' ? ourEffects.chill : ourEffects.burst
  return { into: effectOf(effect, ours), damage, radius: Math.min(3, Math.max(1, Math.round(range / 3))) }
}

/** [CF-22.4] Undefined if it neither damages nor causes an ailment. */
function cone(said: Said, around: boolean): Wave | undefined {
  const attacktype = said.number('attacktype')
  const ail = ailOf(attacktype)
  const undead = (attacktype & againstUndead) !== 0
  // Dispelling magic (524288) and a god's peace (0) do not affect hp.
  if ((attacktype & 524_288) !== 0 || attacktype === 0) return undefined
  const damage = ail !== undefined && ail !== 'blind' ? 0 : said.within('dam', 1, 500, 1)
  return {
    ...{ deed: 'wave', attack: attackOf(attacktype), damage, grows: growsOf(said) },
    ...{ reach: said.within('range', 1, 15, 5), shows: effectOf(said, ourEffects.burst) },
    ...(around && { around }),
    ...(ail && { ails: ailing(said, ail) }),
    ...(undead && { undead }),
    ...((attacktype & holyWord) !== 0 && { holy: true as const }),
  }
}

/**
 * Crossfire's holds last only a few ticks, so a minimum applies. The duration of a spell also counts for its ailment.
 */
function ailing(said: Said, ail: Ail): Ailing {
  const seconds = Math.min(60, Math.max(3, said.within('dam', 0, 60) + secondsOf(said, 2)))
  return { ail, ms: seconds * 1000 }
}

function bomb(said: Said): Deed {
  const damage = said.within('dam', 1, 500, 12)
  return {
    ...{
      deed: 'bomb',
      ticks: said.within('duration', 1, 30, 8) * 4,
      attack: attackOf(said.number('attacktype', 1)),
    },
    // For a spell effect, the bomb itself is shown.
    ...{
      shows:
        said.type === effectType
          ? effectOf(said, ourEffects.burst, said.arch)
          : effectOf(said, ourEffects.burst),
    },
    ...{ grows: growsOf(said), bursts: burstOf(said, damage, said.within('range', 3, 9, 5)) },
  }
}

/** [CF-22.7] Summons the named creature, or those of its list up to its level. Fog is placed like a wall. */
function summons(said: Said): Deed | undefined {
  const other = said.other(said.text('other_arch') ?? '')
  if (other && other.type === floorType && !other.isMonster) return wall(said)
  const [named, list] = [said.text('other_arch'), said.text('randomitems')]
  const seconds = Math.min(300, Math.max(30, secondsOf(said, 500)))
  const deed = { deed: 'summon', seconds, count: 1 } as const
  const names = list === undefined ? [named ?? ''] : said.listed(list, said.within('level', 1, 115, 1))
  // Without the lists the spell is assumed to summon something.
  if (!names) return { ...deed, calls: [] }
  const calls = names.filter((name) => said.other(name)?.isMonster)
  return calls.length > 0 ? { ...deed, calls: calls.map((name) => `${mark}${name}`) } : undefined
}

/** [CF-22.8] Fire and frost use the spell's damage, lava its own. */
function wall(said: Said): Deed | undefined {
  const lays = said.text('other_arch')
  if (lays === undefined || !said.other(lays)) return undefined
  const hurts = said.is('dam') && said.is('attacktype')
  const says: readonly (readonly [string, string])[] = hurts
    ? [
        ['attacktype', String(said.number('attacktype'))],
        ['dam', String(said.within('dam', 0, 500))],
        ['speed', '0.5'],
      ]
    : []
  return {
    ...{ deed: 'wall', lays: effectOf(said, ourEffects.burst, lays, says) },
    ...{ seconds: Math.min(longest, Math.max(5, secondsOf(said, 100))), reach: said.within('range', 0, 10) },
  }
}

const cures: readonly (readonly [bit: number, ill: Lasting])[] = [
  [1024, 'poison'],
  [32, 'confused'],
  [2048, 'slow'],
  [16_384, 'afraid'],
  [4_194_304, 'blind'],
]

/** Bits of ailments that do not exist here, disease and depletion. Curing them has no effect. */
export const unknownIlls = 33_554_432 | 65_536

/** `hp`: dice of six, plus `dam`. `last_sp`: spell points. `attacktype`: ailments that it cures. */
function healing(said: Said): Deed | undefined {
  const [dice, dam] = [said.within('hp', 0, 100), said.within('dam', 0, 9999)]
  const [sp, food] = [said.within('last_sp', 0, 9999), said.within('food', 0, 999)]
  const ended = cures.filter(([bit]) => (said.number('attacktype') & bit) !== 0).map(([, ill]) => ill)
  const isCure = ended.length > 0 || (said.number('attacktype') & unknownIlls) !== 0
  if (dice + dam + sp + food === 0 && !isCure) return undefined
  return {
    ...{ deed: 'heal', hp: [dice + dam, 6 * dice + dam], grows: dice > 0 ? dice : 0 },
    ...(sp > 0 && { sp }),
    ...(food > 0 && { food }),
    ...(ended.length > 0 && { cures: ended }),
  }
}

/** [CF-22.6] Undefined if it changes no stat of this world, such as seeing in the dark or flying. */
function boon(said: Said): Deed | undefined {
  const gives = givenBy(said)
  // A confusion spell affects those in front of the caster.
  if (!gives) return ailOf(said.number('attacktype')) && cone(said, false)
  return { deed: 'boon', gives, seconds: Math.min(longest, Math.max(30, secondsOf(said, 500))), longer: 2 }
}

const abilities = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const
const resisted = ['magic', 'fire', 'cold', 'poison'] as const

/** Bonuses of a spell or potion; undefined if this world has none of them. */
export function givenBy(said: Said): Given | undefined {
  const added = abilities
    .filter((name) => said.is(name))
    .map((name) => [name, said.within(name, -10, 10)] as const)
  const resists = resisted
    .filter((attack) => said.is(`resist_${attack}`))
    .map((attack) => [attack, said.within(`resist_${attack}`, -100, 100)] as const)
  const gives: Given = {
    ...(added.length > 0 && { abilities: Object.fromEntries(added) }),
    ...(resists.length > 0 && { resists: Object.fromEntries(resists) }),
    ...(said.is('resist_physical') && { armour: said.within('resist_physical', -100, 100) }),
    ...(said.is('ac') && { ac: said.within('ac', -20, 20) }),
    ...(said.is('wc') && { wc: said.within('wc', -20, 20) }),
    // Each point of `exp` is a tenth of an action.
    ...(said.is('exp') && { speed: said.within('exp', -5, 5) / 10 }),
  }
  return Object.keys(gives).length > 0 ? gives : undefined
}

function lasting(name: Lasting, seconds: number): Extract<Deed, { readonly deed: 'lasting' }> {
  return {
    deed: 'lasting',
    name,
    seconds: Math.min(longest, seconds),
    longer: 0,
    strength: 1,
    grows: 0,
    mostStrength: 1,
  }
}

function detection(said: Said): Deed | undefined {
  const what = said.is('known_magical')
    ? 'magic'
    : said.is('known_cursed')
      ? 'curse'
      : said.is('make_invisible')
        ? 'unseen'
        : said.is('monster')
          ? 'monster'
          : undefined
  if (!what) return undefined
  return {
    deed: 'detect',
    what,
    reach: said.within('range', 1, 15, 12),
    shows: effectOf(said, ourEffects.heal),
  }
}

/** [CF-22.5] Pacifying spells. Rage and betrayal are unsupported. */
function mood(said: Said): Deed | undefined {
  if (!said.is('no_attack') && !said.is('unaggressive')) return undefined
  return {
    ...{ deed: 'wave', attack: 'magic', damage: 0, grows: 0, reach: said.within('range', 2, 15, 3) },
    ...{ shows: effectOf(said, ourEffects.heal), around: true, ails: { ail: 'calm', ms: 60_000 } },
    ...(said.is('undead') && { undead: true as const }),
  }
}

function swarm(said: Said): Bolt | undefined {
  const one = said.other(said.text('other_arch') ?? '')
  // Guards against a swarm of itself.
  const does = one && subtypeOf(one) !== subtypes.swarm ? deedOf(one) : undefined
  return does?.deed === 'bolt' ? { ...does, count: said.within('duration', 1, 8, 3) } : undefined
}
