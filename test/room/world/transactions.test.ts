import { expect, it } from 'vitest'
import type { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import { Transactions } from '../../../durable-objects/room/world/transactions.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { testContext } from '../../room-context.ts'

it.each([
  ['breaks the protocol', new WireError('one byte too many'), 500],
  ['meets a fault of the room', new Error('a bug'), 500],
  ['meets a full disk', new Error('database or disk is full: SQLITE_FULL'), undefined],
])('a transaction that %s is charged for its work, unless it will run again', (_, error, cost) => {
  const charged: number[] = []
  const context = testContext()
  const transactions = new Transactions(context, context.records, {
    charge: (_session, { spent }) => void charged.push(spent),
    endSession() {},
    transactionDone() {},
    transactionFailed() {},
  })
  const done = transactions.run({} as ClientSession, 'receive', () => {
    transactions.spend(500)
    throw error
  })
  expect([done, charged]).toEqual([false, cost === undefined ? [] : [cost]])
})
