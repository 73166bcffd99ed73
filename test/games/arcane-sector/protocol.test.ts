// PROTOCOL.md against the code: every rule that is named is there, once, and every packet has its row and its rule.
import { describe, expect, it } from 'vitest'
import { tablesOf, unshown, withTables } from '../../../cli/docs.ts'
import { fromClient, fromServer } from '../../../games/arcane-sector/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('arcane-sector', 'AS')
const { text, defined } = document

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 17, atLeast: 50 })

  it('shows the tables as they are', async () => {
    expect(unshown(text, ['fromClient', 'fromServer', 'options'])).toEqual([])
    expect(withTables(text, await tablesOf('arcane-sector'))).toBe(text)
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s, which names it', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) {
      expect(defined, type).toContain(rule)
      const [, words] = text.split(`- **${rule}**`)
      expect(words!.split('\n- **')[0], rule).toContain(type)
    }
  })
})
