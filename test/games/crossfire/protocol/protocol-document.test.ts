// Compares PROTOCOL.md with the code: every referenced rule exists once, and every packet has a row and a rule.
import { describe, expect, it } from 'vitest'
import { messageTypes, textColours } from '../../../../games/crossfire/protocol/events/message-types.ts'
import {
  fromClient,
  fromServer,
  itemFlags,
  statNumbers,
} from '../../../../games/crossfire/protocol/packets/index.ts'
import { ProtocolDocument } from '../../protocol-document.ts'

const document = new ProtocolDocument('crossfire', 'CF')
const { text, defined } = document
const prose = text.slice(0, text.indexOf('## From clients')).replaceAll(/\s+/g, ' ')

describe('PROTOCOL.md', () => {
  document.testRules({ sections: 26, atLeast: 60, packets: [fromClient.shapes, fromServer.shapes] })

  it('every rule is in its section', () => {
    const sections = [...text.matchAll(/^## (CF-\d+) /gm)].map(([, section]) => section!)
    expect(sections).toEqual([...new Set(defined.map((id) => id.split('.')[0]))])
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s, and the rule names the packet', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) {
      const sentence = prose.slice(prose.indexOf(`**${rule}**`)).split(' - **')[0]!
      expect(sentence, rule).toContain(`\`${type}\``)
    }
  })

  it('[CF-8.1] every stat is listed with its number', () => {
    for (const [stat, number] of Object.entries(statNumbers)) expect(prose).toContain(`${number} \`${stat}\``)
  })

  it('[CF-7.19] every item flag is listed', () => {
    for (const flag of Object.values(itemFlags).slice(1)) expect(prose).toContain(`0x${flag.toString(16)} `)
  })

  it('[CF-10.3] every colour is listed, and every message has a type', () => {
    const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    for (const [name, number] of Object.entries(textColours))
      expect(prose).toContain(`${number} ${words(name)}`)
    for (const { kind, colour } of Object.values(messageTypes)) {
      expect(prose).toMatch(new RegExp(`[ ,]${kind} [a-z]+`))
      expect(Object.values(textColours)).toContain(colour)
    }
  })
})
