// Map packets besides spaces: redraw, look, magic map.
import { about, bytes, decimal, product } from '../../../../wire/index.ts'
import * as old from './map-1997.ts'
import * as today from './map2.ts'

/** A space of the magic map: colour in the low four bits, and these flags. 0: unknown. */
export const magicMapBits = { colour: 0x0f, wall: 0x40, floor: 0x80 } as const

const mapSide = decimal(0, 100)
const steps = about(decimal(), 'spaces')

export const fromClient = {
  mapredraw: { rule: 'CF-5.5', about: 'Asks for the whole map again.', fields: {} },
  lookat: {
    rule: 'CF-11.6',
    about: 'Looks at a space.',
    fields: { dx: about(decimal(), 'from the player'), dy: about(decimal(), 'from the player') },
  },
} as const

export const fromServer = {
  newmap: { rule: 'CF-5.4', about: 'Another map: nothing of the old one is left.', fields: {} },
  ...old.fromServer,
  map_scroll: {
    rule: 'CF-5.2',
    about: 'The view has moved, to clients of 1997; 1 0 is east.',
    fields: { dx: steps, dy: steps },
  },
  ...today.fromServer,
  magicmap: {
    rule: 'CF-11.5',
    about: 'The map around, seen by magic.',
    fields: {
      width: mapSide,
      height: mapSide,
      x: about(decimal(), 'where the player is in it'),
      y: about(decimal(), 'where the player is in it'),
      data: about(bytes(product('width', 'height'), 10_000), 'row by row: colour, 64 a wall, 128 a floor'),
    },
  },
} as const
