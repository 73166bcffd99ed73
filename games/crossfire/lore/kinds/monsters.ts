// Who lives in a host's maps.
import type { Monster, Role } from '../../scene/archetype.ts'
import { type Answers, answersIn } from './answers.ts'
import { attackOf } from './attacks.ts'
import { mark } from './kind-id.ts'
import type { Said } from './said.ts'

/** A key of ours: it was called up by a player. No file of Crossfire's has it. */
export const tameKey = 'packetboat_tame'
/** Percent of its acts in which one that can casts. */
const casting = 15
/** Cells at which who was called up sees a monster. */
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

/** A friend of players, or one who lets them be, is a person; he says what his `msg` matches (`@match`). */
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
    // The server's is what the monster's die needs less; ours what it needs.
    wc: said.within('wc', -40, 40),
    damage: said.within('dam', 0, 500),
    armour: said.within('resist_physical', -100, 100),
    speed: Math.abs(said.real('speed', -2, 2)),
    // [CF-20.19] Who sleeps wakes when somebody is beside him.
    // [CF-20.21] A nest does nothing by itself.
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

/** What he answers; without any `@match` he says all of it. */
function saysOf(msg: string): Answers {
  if (msg.includes('@match')) return answersIn(msg)
  return msg ? [['', msg]] : []
}

/** [CF-20.21] `generator_limit`: the most that live; where it says none, so many. */
const usualBrood = 20

function broodOf(said: Said): Pick<Monster, 'breeds'> {
  const child = said.text('other_arch')
  if (!said.is('generator') || !child) return {}
  const limit = said.within('generator_limit', 0, 200)
  const most = limit > 0 ? { each: limit } : { all: usualBrood }
  return { breeds: { id: `${mark}${child}`, oneIn: said.within('maxsp', 1, 100_000, 1), most } }
}
