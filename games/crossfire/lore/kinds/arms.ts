// Weapons, what is shot, and what is worn.
import type { Role, Slot } from '../../scene/archetype.ts'
import type { Said } from './said.ts'

const abilities = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const

export function weapon(said: Said): Role {
  const twoHanded = said.number('body_arm') <= -2
  return {
    role: 'weapon',
    damage: said.within('dam', 0, 200),
    wc: said.within('wc', -30, 30) + said.within('magic', -10, 10),
    // [CF-21.10] Each point takes a twentieth of a blow a tick.
    slows: 5 * said.within('last_sp', 0, 60),
    skill: twoHanded ? 'two handed weapons' : 'one handed weapons',
    ...(twoHanded && { twoHanded }),
  }
}

export function bow(said: Said): Role {
  return {
    role: 'launcher',
    shoots: said.text('race') ?? 'arrows',
    damage: said.within('dam', 0, 100),
    wc: said.within('wc', -30, 30),
    slows: 0,
    reach: 12,
    skill: 'missile weapons',
  }
}

export function missile(said: Said): Role {
  return {
    role: 'missile',
    damage: said.within('dam', 0, 100),
    wc: said.within('wc', -30, 30),
    breaks: said.within('food', 0, 100),
    flies: 'arrow',
  }
}

export function armour(slot: Slot): (said: Said) => Role {
  return (said) => ({
    role: 'armour',
    slot,
    ac: said.within('ac', -20, 20),
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
