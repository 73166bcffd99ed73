// Map packets that do not contain cells of the view: redraw, look, scroll and magic map.
import { about, bytes, decimal, product } from '../../../../wire/index.ts'
import * as old from './map-1997.ts'
import * as today from './map2.ts'

/** The colour is in the low four bits. 0 means an unknown space. */
export const magicMapBits = { colour: 0x0f, wall: 0x40, floor: 0x80 } as const

const mapSide = decimal(0, 100)
const steps = about(decimal(), 'cells')

export const fromClient = {
  mapredraw: { rule: 'CF-5.5', about: 'Requests the whole map again.', fields: {} },
  lookat: {
    rule: 'CF-11.6',
    about: 'Requests a description of a space.',
    fields: {
      dx: about(decimal(), 'cells to the east of the player'),
      dy: about(decimal(), 'cells to the south of the player'),
    },
  },
} as const

export const fromServer = {
  newmap: { rule: 'CF-5.4', about: 'A new map starts. The client clears the old one.', fields: {} },
  ...old.fromServer,
  map_scroll: {
    rule: 'CF-5.2',
    about: 'The view has moved (for clients of 1997; 1 0 is a step east).',
    fields: { dx: steps, dy: steps },
  },
  ...today.fromServer,
  magicmap: {
    rule: 'CF-11.5',
    about: 'The magic map of the surroundings.',
    fields: {
      width: mapSide,
      height: mapSide,
      x: about(decimal(), 'column of the player on the magic map'),
      y: about(decimal(), 'row of the player on the magic map'),
      data: about(
        bytes(product('width', 'height'), 10_000),
        'a byte per space, row by row: its colour, plus 64 for a wall or 128 for a floor',
      ),
    },
  },
} as const
