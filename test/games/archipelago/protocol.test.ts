// PROTOCOL.md against the code: every rule id that is used exists once, and every packet has a row and a rule.
import { describe, expect, it } from 'vitest'
import { fromClient, fromServer } from '../../../games/archipelago/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('archipelago', 'AP')
const { text } = document

describe('the protocol document', () => {
  document.testRules({ sections: 17, atLeast: 50, packets: [fromClient.rows, fromServer.rows] })

  it.each([
    ['fromClient', fromClient.rows],
    ['fromServer', fromServer.rows],
  ] as const)('has a rule and a section for every packet of %s', (_, rows) => {
    for (const [cmd, { rule }] of Object.entries(rows)) {
      expect(text).toContain(`### \`${cmd}\`\n\n[${rule}]`)
    }
  })
})
