// Compares PROTOCOL.md with the code: each rule that the code names exists once, and each message has a row and a rule.
import { describe, expect, it } from 'vitest'
import { missingTables, tablesOf, withTables } from '../../../cli/build/generated-docs.ts'
import { fromClient, fromServer } from '../../../games/doom-2077/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('doom-2077', 'DM')
const { text, defined } = document

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 11, atLeast: 50 })

  it('contains the current tables', async () => {
    expect(missingTables(text, ['fromClient', 'fromServer', 'options'])).toEqual([])
    expect(withTables(text, await tablesOf('doom-2077'))).toBe(text)
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) expect(defined, type).toContain(rule)
  })
})
