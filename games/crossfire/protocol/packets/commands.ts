import type { RandomFunction } from '../../../../wire/codec/random-values.ts'
import { about, BE, decimal, text } from '../../../../wire/index.ts'
import { optionalCount } from './fields.ts'

const typed = about(
  { ...text(), sample: (chance: RandomFunction) => `say ${text().sample(chance, {})}` },
  'the command as typed: `north`, `say hello`',
)

export const fromClient = {
  command: {
    rule: 'CF-9.1',
    about: 'A command. Clients before version 1021 send it; the server does not acknowledge it.',
    fields: { count: about(optionalCount, 'number of pieces or repetitions; -1: not set'), text: typed },
  },
  ncom: {
    rule: 'CF-9.2',
    about: 'A command that the server acknowledges with comc.',
    fields: {
      packet: about(BE.u16, 'sequence number: 1 to 255, then 0'),
      repeat: about(BE.i32, 'number of pieces or repetitions; 0 or -1: not set'),
      text: typed,
    },
  },
} as const

export const fromServer = {
  comc: {
    rule: 'CF-9.3',
    about: 'Acknowledges a command from ncom.',
    fields: {
      packet: about(BE.u16, 'sequence number of the ncom'),
      time: about(BE.u32, 'duration of one action in microseconds'),
    },
  },
  drawinfo: {
    rule: 'CF-10.1',
    about: 'A text message to a client of 1997.',
    fields: { colour: about(decimal(), '0 to 12'), text: text() },
  },
  drawextinfo: {
    rule: 'CF-10.2',
    about: "A text message to today's clients.",
    fields: { colour: about(decimal(), '0 to 12'), kind: decimal(), subtype: decimal(), text: text() },
  },
} as const
