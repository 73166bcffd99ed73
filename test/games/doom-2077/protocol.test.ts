// Compares PROTOCOL.md with the code: each rule that the code names exists once, and each message has a row and a rule.
import { describe } from 'vitest'
import { fromClient, fromServer } from '../../../games/doom-2077/packets.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('doom-2077', 'DM')

describe('the protocol document', () => {
  document.itHasItsRules({ sections: 11, atLeast: 50, packets: [fromClient.shapes, fromServer.shapes] })
})
