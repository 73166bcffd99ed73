import { about, BE, bool, str, struct, toEnd, u8 } from '../../../../wire/index.ts'

const code = about(BE.u32, 'id of a quest or piece of knowledge')
const longString = str(BE.u16)
const ended = bool(u8)
const step = about(longString, 'current stage; may be empty')

const quest = struct({
  code,
  title: longString,
  face: BE.u32,
  replayable: bool(u8),
  parent: about(BE.u32, 'id of the parent quest; 0: none'),
  ended,
  step,
})
const knowledge = struct({
  code,
  kind: about(longString, 'name of its type, as in knowledge_info'),
  title: longString,
  face: BE.u32,
})

export const fromClient = {
  beat: { rule: 'CF-11.8', about: 'Keeps the connection alive.', fields: {} },
} as const

export const fromServer = {
  tick: {
    rule: 'CF-11.7',
    about: 'Marks a tick of the server (120 ms). Clients draw only on ticks.',
    fields: { tick: about(BE.u32, 'number of the tick') },
  },
  addquest: { rule: 'CF-11.9', about: 'New quests of the player.', fields: { quests: toEnd(quest) } },
  updquest: { rule: 'CF-11.9', about: 'The changed stage of a quest.', fields: { code, ended, step } },
  addknowledge: {
    rule: 'CF-11.10',
    about: 'New knowledge of the player.',
    fields: { items: toEnd(knowledge) },
  },
} as const
