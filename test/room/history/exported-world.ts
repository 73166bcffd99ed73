// The world's records in an export, and the records that a room has after it has gone back to that time.
import { type StoredValue, TransactionStore } from '../../../durable-objects/storage/records.ts'
import type { Game } from '../../../games/game.ts'
import { shiftDueTimes } from '../../../games/shared/due-times.ts'
import { memoryRecords } from '../../memory-records.ts'

/** The records as text; bytes are in base64. */
export type WorldTexts = readonly (readonly [key: string, text: string])[]

export function worldIn(file: Uint8Array): WorldTexts {
  const lines = new TextDecoder().decode(file).split('\n')
  return lines
    .filter((line) => line.startsWith('{"key":"game/'))
    .map((line) => {
      const { key, text, bytes } = JSON.parse(line) as { key: string; text?: string; bytes?: string }
      return [key, text ?? bytes!] as const
    })
}

/** The records of a world after a room has gone back to it by `ms`. Their due times are later by `ms`. */
export function goingOn(world: WorldTexts, { dueTimeShifts = {} }: Game, ms: number): WorldTexts {
  const records = memoryRecords()
  records.write(new Map(world))
  const moved = new Map<string, StoredValue | undefined>()
  shiftDueTimes(dueTimeShifts, new TransactionStore(records, 'game/', moved), ms)
  return world.map(([key, text]) => [key, String(moved.get(key) ?? text)] as const)
}
