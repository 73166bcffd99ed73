import { about, BE, bool, decimal, enumeration, i8, text, u8 } from '../../../../wire/index.ts'
import { shortString } from './fields.ts'

const near = about(i8, 'cells from the player to the sound')

export const fromClient = {
  setsound: {
    rule: 'CF-11.1',
    about: 'Enables or disables sounds.',
    fields: { wanted: bool(decimal(0, 1)) },
  },
} as const

export const fromServer = {
  sound: {
    rule: 'CF-11.2',
    about: 'A sound for clients of 1997.',
    fields: { x: near, y: near, sound: BE.u16, kind: enumeration(u8, { normal: 0, spell: 1 }) },
  },
  sound2: {
    rule: 'CF-11.3',
    about: "A sound for today's clients.",
    fields: {
      x: near,
      y: near,
      direction: about(u8, '0 none, 1 north, and clockwise to 8 northwest'),
      volume: about(u8, '0 to 100'),
      kind: about(u8, '1 living, 2 spell, 3 item, 4 ground, 5 hit, 6 hit by'),
      action: about(shortString, 'such as `step` or `apply`'),
      name: about(shortString, 'name of the source'),
    },
  },
  music: {
    rule: 'CF-11.4',
    about: 'The background music to play from now on.',
    fields: { song: about(text(), 'NONE: no music') },
  },
} as const
