// Every rule id in the code is defined once in PROTOCOL.md, and every packet has a row and a rule. Games with further
// requirements have a test of their own.
import { describe } from 'vitest'
import * as doom from '../../games/doom-2077/packets.ts'
import * as lan from '../../games/lan/packets.ts'
import * as retroarch from '../../games/retroarch/packets.ts'
import * as soaprun from '../../games/soaprun/packets.ts'
import { ProtocolDocument } from './protocol-document.ts'

describe.each([
  { slug: 'soaprun', prefix: 'SR', sections: 9, atLeast: 50, table: soaprun },
  { slug: 'doom-2077', prefix: 'DM', sections: 11, atLeast: 50, table: doom },
  { slug: 'lan', prefix: 'LAN', sections: 7, atLeast: 25, table: lan },
  { slug: 'retroarch', prefix: 'RA', sections: 5, atLeast: 20, table: retroarch },
])('the protocol document of $slug', ({ slug, prefix, sections, atLeast, table }) => {
  const packets = [table.fromClient.shapes, table.fromServer.shapes]
  new ProtocolDocument(slug, prefix).testRules({ sections, atLeast, packets })
})
