// PROTOCOL.md against the code: every rule id in the code is defined once, and every packet has a row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('retroarch', 'RA')

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 5, atLeast: 20, packets: [fromClient.shapes, fromServer.shapes] })
})
