// Players by class, and the people of the town.

import { colour, type FaceColours, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  blue,
  bone,
  cloth,
  copper,
  dusk,
  earth,
  gold,
  green,
  leaf,
  pine,
  purple,
  red,
  slate,
  steel,
  wood,
} from '../drawing/palette.ts'
import { type Look, person, type Way } from './person.ts'

const { black, blue: azure, gold: golden, green: verdant, khaki, red: scarlet, white } = colour
const player: FaceColours = { fg: scarlet, bg: khaki, magic: white }
const townsfolk: FaceColours = { fg: black, bg: khaki, magic: white }

export const people: FaceSources = {
  ...walking('fighter', player, {
    hair: bark,
    tunic: red,
    legs: slate,
    hat: 'helm',
    holds: 'sword',
    shield: red,
  }),
  ...walking(
    'wizard',
    { fg: azure, bg: khaki, magic: white },
    {
      hair: cloth,
      tunic: blue,
      legs: blue,
      robe: true,
      belt: gold,
      beard: cloth,
      hat: 'pointed',
      hatRamp: blue,
      holds: 'staff',
    },
  ),
  ...walking(
    'priest',
    { fg: black, bg: golden, magic: white },
    {
      hair: wood,
      tunic: cloth,
      legs: cloth,
      robe: true,
      belt: gold,
      hat: 'circlet',
      cape: gold,
      holds: 'mace',
    },
  ),
  ...walking(
    'rogue',
    { fg: verdant, bg: khaki, magic: white },
    {
      hair: copper,
      tunic: wood,
      legs: bark,
      belt: gold,
      hat: 'hood',
      hatRamp: pine,
      cape: pine,
      holds: 'dagger',
    },
  ),
  ...walking('guard', townsfolk, {
    hair: dusk,
    tunic: steel,
    legs: slate,
    belt: gold,
    hat: 'helm',
    holds: 'spear',
    shield: blue,
  }),
  ...withColours(
    townsfolk,
    Object.fromEntries(
      Object.entries(residents()).map(([name, look]) => [name, (c) => person(c, look, 'south', 0)]),
    ),
  ),
}

function residents(): { readonly [name: string]: Look } {
  return {
    'shopkeeper.111': {
      hair: dusk,
      tunic: purple,
      legs: bark,
      belt: gold,
      beard: dusk,
      hat: 'cap',
      hatRamp: purple,
    },
    'innkeeper.111': { hair: wood, tunic: green, legs: bark, apron: cloth, beard: wood },
    'smith.111': { hair: dusk, tunic: earth, legs: slate, apron: bark, beard: dusk, holds: 'hammer' },
    'elder.111': { hair: cloth, tunic: red, legs: red, robe: true, belt: gold, beard: cloth, holds: 'staff' },
    'villager.111': { hair: wood, tunic: earth, legs: slate, hat: 'cap', hatRamp: leaf },
    'villager.112': { hair: gold, tunic: blue, legs: blue, robe: true, belt: bone, apron: cloth },
    'child.111': { hair: copper, tunic: gold, legs: bark, small: true },
  }
}

function walking(name: string, colours: FaceColours, look: Look): FaceSources {
  const ways: readonly Way[] = ['north', 'east', 'south', 'west']
  return Object.assign(
    {},
    ...ways.map((way) =>
      withColours(colours, {
        [`${name}_${way}.111`]: (c) => person(c, look, way, 0),
        [`${name}_${way}.112`]: (c) => person(c, look, way, 1),
      }),
    ),
  )
}
