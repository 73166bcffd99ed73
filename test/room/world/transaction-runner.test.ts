import { expect, it } from 'vitest'
import type { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import { TransactionRunner } from '../../../durable-objects/room/world/transaction-runner.ts'
import { memoryRecords } from '../../../durable-objects/storage/records.ts'
import { WireError } from '../../../wire/util/wire-error.ts'

it.each([
  ['breaks the protocol', new WireError('one byte too many'), 500],
  ['meets a fault of the room', new Error('a bug'), 500],
  ['meets a full disk', new Error('database or disk is full: SQLITE_FULL'), undefined],
])('a transaction that %s is charged for its work, unless it will run again', (_, error, cost) => {
  const charged: number[] = []
  const turns = new TransactionRunner({
    records: memoryRecords(),
    now: () => 0,
    onClose() {},
    charge: (_seat, { spent }) => void charged.push(spent),
    onDone() {},
    onFailed() {},
  })
  const seat = {} as ClientSession
  const done = turns.run(seat, 'receive', () => {
    turns.spend(500)
    throw error
  })
  expect([done, charged]).toEqual([false, cost === undefined ? [] : [cost]])
})
