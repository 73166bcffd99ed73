// PROTOCOL.md against the code: every referenced rule exists once, and every packet has a row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/soaprun/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('soaprun', 'SR')

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 9, atLeast: 50, packets: [fromClient.shapes, fromServer.shapes] })
})
