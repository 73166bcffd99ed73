// Commands, speech and texts.
import { about, BE, decimal, text } from '../../../../wire/index.ts'
import type { Random } from '../../../../wire/codec/random-values.ts'
import { optionalCount } from './fields.ts'

const typed = about(
  { ...text(), sample: (chance: Random) => `say ${text().sample(chance, {})}` },
  'as if typed: `north`, `say hello`',
)

export const fromClient = {
  command: {
    rule: 'CF-9.1',
    about: 'A command, as clients before 1021 send it.',
    fields: { count: about(optionalCount, 'how many, how often; -1: not said'), text: typed },
  },
  ncom: {
    rule: 'CF-9.2',
    about: 'A command, to be answered by comc.',
    fields: {
      packet: about(BE.u16, 'its number: 1 to 255, then 0'),
      repeat: about(BE.i32, 'how many, how often; 0 or -1: not said'),
      text: typed,
    },
  },
} as const

export const fromServer = {
  comc: {
    rule: 'CF-9.3',
    about: 'A command of ncom has been taken.',
    fields: { packet: about(BE.u16, 'its number'), time: about(BE.u32, 'of one command, microseconds') },
  },
  drawinfo: {
    rule: 'CF-10.1',
    about: 'A text to read, to clients of 1997.',
    fields: { colour: about(decimal(), '0 to 12'), text: text() },
  },
  drawextinfo: {
    rule: 'CF-10.2',
    about: "A text to read, to today's clients.",
    fields: { colour: about(decimal(), '0 to 12'), kind: decimal(), subtype: decimal(), text: text() },
  },
} as const
