// The option of every game whose rooms can go back to an earlier time. durable-objects/room/history implements it.
import { choice } from '../schema/schema.ts'
import { option } from './table.ts'

/** Milliseconds of history by the value of the option. */
export const historyTimes = { off: 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const

export const historyOption = {
  history: option(
    choice(['off', '1h', '24h', '7d']),
    'off',
    'How far back the host can take the room. The room stores the changes of this time, at most 16 MB.',
  ),
} as const
