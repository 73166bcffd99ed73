// PROTOCOL.md against the code: every rule id in the code is defined once, and every packet has a row and a rule.
import { describe, expect, it } from 'vitest'
import { missingTables, tablesOf, withTables } from '../../../cli/build/generated-docs.ts'
import { fromClient, fromServer } from '../../../games/say-back/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('say-back', 'SB')
const { text, defined } = document

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 4, atLeast: 15 })

  it('contains the current tables', async () => {
    expect(missingTables(text, ['fromClient', 'fromServer', 'options'])).toEqual([])
    expect(withTables(text, await tablesOf('say-back'))).toBe(text)
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) expect(defined, type).toContain(rule)
  })
})
