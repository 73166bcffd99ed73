// Tests that PROTOCOL.md matches the code: it defines every rule id in the code exactly once, and every packet has a
// row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/say-back/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('say-back', 'SB')

describe('the protocol document', () => {
  document.testRules({ sections: 6, atLeast: 15, packets: [fromClient.shapes, fromServer.shapes] })
})
