// Packets that clients opt into: time, quests, knowledge; and the keep-alive `beat`.
import { about, BE, bool, str, struct, toEnd, u8 } from '../../../../wire/index.ts'

const code = about(BE.u32, 'of a quest or piece of knowledge')
const longString = str(BE.u16)
const ended = bool(u8)
const step = about(longString, 'where the player is in it; may be empty')

const quest = struct({
  code,
  title: longString,
  face: BE.u32,
  replayable: bool(u8),
  parent: about(BE.u32, 'the quest it is a part of; 0: none'),
  ended,
  step,
})
const knowledge = struct({ code, kind: about(longString, 'as knowledge_info has it'), title: longString, face: BE.u32 })

export const fromClient = {
  beat: { rule: 'CF-11.8', about: 'Is still there.', fields: {} },
} as const

export const fromServer = {
  tick: {
    rule: 'CF-11.7',
    about: 'Time goes on; a client draws nothing without.',
    fields: { tick: about(BE.u32, 'of 120 ms') },
  },
  addquest: { rule: 'CF-11.9', about: 'Quests of the player.', fields: { quests: toEnd(quest) } },
  updquest: { rule: 'CF-11.9', about: 'How a quest goes on.', fields: { code, ended, step } },
  addknowledge: {
    rule: 'CF-11.10',
    about: 'What the player has learnt.',
    fields: { items: toEnd(knowledge) },
  },
} as const
