// Creatures.
import type { Monster, Role } from '../../scene/archetype.ts'
import { type Answers, answersIn } from './answers.ts'
import { attackOf } from './attacks.ts'
import { mark } from './kind-id.ts'
import type { Said } from './said.ts'

/** Private key: summoned by a player. No Crossfire file has it. */
export const tameKey = 'packetboat_tame'
/** Percentage of its actions in which a spellcaster casts. */
const casting = 15
/** Cells from which a summoned creature sees a monster. */
const watching = 8

/** [CF-22.7] */
function servant(said: Said): Role {
  return {
    role: 'person',
    says: [],
    guards: {
      wc: said.within('wc', -40, 40),
      damage: said.within('dam', 1, 500, 1),
      speed: Math.abs(said.real('speed', -2, 2)),
      sees: watching,
    },
  }
}

/** A friendly or peaceful creature becomes a person, who answers what its `msg` matches (`@match`). */
export function monster(said: Said): Role {
  if (said.is(tameKey)) return servant(said)
  if (said.is('friendly') || said.is('unaggressive'))
    return { role: 'person', says: saysOf(said.text('msg') ?? '') }
  const attacktype = said.number('attacktype', 1)
  const level = said.within('level', 1, 115, 1)
  return {
    role: 'monster',
    level,
    hp: said.within('hp', 1, 30_000, 1),
    ac: said.within('ac', -40, 40),
    // Crossfire's value reduces what the monster has to roll; here it is the roll itself.
    wc: said.within('wc', -40, 40),
    damage: said.within('dam', 0, 500),
    armour: said.within('resist_physical', -100, 100),
    speed: Math.abs(said.real('speed', -2, 2)),
    // [CF-20.19] A sleeping creature wakes when somebody is next to it.
    // [CF-20.21] A nest does not act by itself.
    sees: !said.is('monster') ? 0 : said.is('sleep') ? 1 : said.within('Wis', 1, 12, 6),
    experience: said.within('exp', 0, 10_000_000),
    attack: attackOf(attacktype),
    ...(said.is('undead') && { undead: true }),
    ...(said.is('run_away') && { flees: said.within('run_away', 0, 100) }),
    // [CF-22.9]
    ...(said.is('can_cast_spell') && { casts: { spell: undefined, chance: casting } }),
    ...broodOf(said),
    drops: [],
    roams:
      said.is('stand_still') || said.is('sleep') || !said.is('monster')
        ? 'never'
        : said.is('random_move')
          ? 'often'
          : 'seldom',
  }
}

/** The creature's answers. Without an `@match` it says the whole text. */
function saysOf(msg: string): Answers {
  if (msg.includes('@match')) return answersIn(msg)
  return msg ? [['', msg]] : []
}

/** [CF-20.21] Default of `generator_limit`, the maximum number of living offspring. */
const usualBrood = 20

function broodOf(said: Said): Pick<Monster, 'breeds'> {
  const child = said.text('other_arch')
  if (!said.is('generator') || !child) return {}
  const limit = said.within('generator_limit', 0, 200)
  const most = limit > 0 ? { each: limit } : { all: usualBrood }
  return { breeds: { id: `${mark}${child}`, oneIn: said.within('maxsp', 1, 100_000, 1), most } }
}
