// Weapons, launchers, missiles, armour and jewellery.
import type { Role, Slot } from '../../scene/archetype.ts'
import type { Given } from '../../scene/spell.ts'
import { attackOf } from './attacks.ts'
import type { Said } from './said.ts'
import { givenBy } from './spells.ts'

/** [CF-25.2] The magic bonus, negative for a malus. */
function magicOf(said: Said): number {
  return said.within('magic', -10, 10)
}

const abilities = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const

export function weapon(said: Said): Role {
  const twoHanded = said.number('body_arm') <= -2
  const attack = attackOf(said.number('attacktype', 1))
  return {
    role: 'weapon',
    damage: Math.max(0, said.within('dam', 0, 200) + magicOf(said)),
    wc: said.within('wc', -30, 30) + magicOf(said),
    ...(attack !== 'physical' && { attack }),
    // [CF-21.10] Each point slows blows by 5 %.
    slows: 5 * said.within('last_sp', 0, 60),
    skill: twoHanded ? 'two handed weapons' : 'one handed weapons',
    ...(twoHanded && { twoHanded }),
  }
}

export function bow(said: Said): Role {
  return {
    role: 'launcher',
    shoots: said.text('race') ?? 'arrows',
    damage: Math.max(0, said.within('dam', 0, 100) + magicOf(said)),
    wc: said.within('wc', -30, 30) + magicOf(said),
    slows: 0,
    reach: 12,
    skill: 'missile weapons',
  }
}

export function missile(said: Said): Role {
  return {
    role: 'missile',
    damage: Math.max(0, said.within('dam', 0, 100) + magicOf(said)),
    wc: said.within('wc', -30, 30) + magicOf(said),
    breaks: said.within('food', 0, 100),
    flies: 'arrow',
  }
}

export function armour(slot: Slot): (said: Said) => Role {
  return (said) => ({
    role: 'armour',
    slot,
    ac: said.within('ac', -20, 20) + magicOf(said),
    armour: said.within('resist_physical', -100, 100, said.within('armour', -100, 100)),
    hampers: said.within('gen_sp_armour', 0, 100),
  })
}

export function jewel(slot: 'ring' | 'neck' | 'waist'): (said: Said) => Role {
  return (said) => ({
    role: 'jewel',
    slot,
    adds: Object.fromEntries(
      abilities
        .filter((ability) => said.is(ability))
        .map((ability) => [ability, said.within(ability, -10, 10)]),
    ),
    ...(said.is('ac') && { ac: said.within('ac', -20, 20) }),
  })
}

/** [CF-25.3] Bonuses for the wearer or wielder beyond those of the item's role. */
export function wornGives(said: Said, { role }: Role): Given | undefined {
  const ofRole = inRole[role as keyof typeof inRole]
  const given = ofRole && { ...givenBy(said), ...(role === 'jewel' && damageOf(said)) }
  if (!given) return undefined
  const gives = Object.fromEntries(
    Object.entries(given).filter(([what]) => !(ofRole as readonly string[]).includes(what)),
  )
  return Object.keys(gives).length > 0 ? gives : undefined
}

/** Bonuses that each role already contains. The duration of a blow is part of the weapon's own speed. */
const inRole = {
  weapon: ['wc', 'speed'],
  armour: ['ac', 'armour'],
  jewel: ['abilities', 'ac'],
} as const

function damageOf(said: Said): Given | undefined {
  return said.is('dam') ? { damage: said.within('dam', -20, 20) } : undefined
}
