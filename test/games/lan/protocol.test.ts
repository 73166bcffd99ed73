// PROTOCOL.md against the code: every rule id in the code is defined once, and every packet has a row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/lan/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('lan', 'LAN')

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 7, atLeast: 25, packets: [fromClient.shapes, fromServer.shapes] })
})
