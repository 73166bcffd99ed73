// Map packets other than those with the content of cells: redraw, look, magic map.
import { about, bytes, decimal, product } from '../../../../wire/index.ts'
import * as old from './map-1997.ts'
import * as today from './map2.ts'

/** A space of the magic map: colour in the low four bits, and these flags. 0: unknown. */
export const magicMapBits = { colour: 0x0f, wall: 0x40, floor: 0x80 } as const

const mapSide = decimal(0, 100)
const steps = about(decimal(), 'cells')

export const fromClient = {
  mapredraw: { rule: 'CF-5.5', about: 'Requests the whole map again.', fields: {} },
  lookat: {
    rule: 'CF-11.6',
    about: 'Looks at a space.',
    fields: {
      dx: about(decimal(), 'relative to the player'),
      dy: about(decimal(), 'relative to the player'),
    },
  },
} as const

export const fromServer = {
  newmap: { rule: 'CF-5.4', about: 'A new map starts. The client clears the old one.', fields: {} },
  ...old.fromServer,
  map_scroll: {
    rule: 'CF-5.2',
    about: 'The view has moved, for 1997 clients; 1 0 is east.',
    fields: { dx: steps, dy: steps },
  },
  ...today.fromServer,
  magicmap: {
    rule: 'CF-11.5',
    about: 'The magic map of the surroundings.',
    fields: {
      width: mapSide,
      height: mapSide,
      x: about(decimal(), 'position of the player in it'),
      y: about(decimal(), 'position of the player in it'),
      data: about(
        bytes(product('width', 'height'), 10_000),
        'row by row: colour, plus 64 for a wall or 128 for a floor',
      ),
    },
  },
} as const
