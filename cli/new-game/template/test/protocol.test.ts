// PROTOCOL.md against the code: every rule id in the code is defined once, and every packet has a row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/say-back/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('say-back', 'SB')

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 6, atLeast: 15, packets: [fromClient.shapes, fromServer.shapes] })
})
