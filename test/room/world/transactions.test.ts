import { expect, it } from 'vitest'
import type { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import { Transactions } from '../../../durable-objects/room/world/transactions.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { testContext } from '../../room-context.ts'

function createTransactions() {
  const charged: number[] = []
  const context = testContext()
  const transactions = new Transactions(context, context.records, {
    charge: (_session, { spent }) => void charged.push(spent),
    endSession() {},
    transactionDone() {},
    transactionFailed() {},
  })
  return { transactions, charged, context }
}

it.each([
  ['breaks the protocol', new WireError('one byte too many'), 500],
  ['meets a fault of the room', new Error('a bug'), 500],
  ['meets a full disk', new Error('database or disk is full: SQLITE_FULL'), undefined],
])('a transaction that %s is charged for its work, unless it will run again', (_, error, cost) => {
  const { transactions, charged } = createTransactions()
  const done = transactions.run({} as ClientSession, 'receive', () => {
    transactions.spend(500)
    throw error
  })
  expect([done, charged]).toEqual([false, cost === undefined ? [] : [cost]])
})

it('a report appears once in the owner’s log, even if its transaction runs again', () => {
  const { transactions, context } = createTransactions()
  const report = () => {
    transactions.events.push({ kind: 'report', text: 'Ann reported Bob', player: 'bob' })
    transactions.changes.set('report/1', '{}')
  }
  transactions.run(undefined, 'receive', () => {
    report()
    throw new Error('a bug')
  })
  const { write } = context.records
  context.records.write = () => {
    throw new Error('database or disk is full: SQLITE_FULL')
  }
  transactions.run(undefined, 'receive', report)
  context.records.write = write
  transactions.run(undefined, 'receive', report)
  expect(context.roomLog.linesAfter(0)).toMatchObject([
    { kind: 'report', text: 'Ann reported Bob', id: 'bob' },
  ])
})
