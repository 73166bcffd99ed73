// Compares PROTOCOL.md with the code: every referenced rule exists once, and every packet has a row and a rule.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromClient, fromServer } from '../../../games/arcane-sector/packets.ts'
import { tileKinds } from '../../../games/arcane-sector/terrain/terrain.ts'
import { drawStages } from '../../../games/arcane-sector/view/first-person/draw-order.ts'
import { ProtocolDocument } from '../protocol-document.ts'

const document = new ProtocolDocument('arcane-sector', 'AS')
const { text } = document

describe('the protocol document', () => {
  document.testRules({ sections: 17, atLeast: 50, packets: [fromClient.shapes, fromServer.shapes] })

  it('names the source file for each packet, drawing stage and tile kind', () => {
    const game = resolve(import.meta.dirname, '../../../games/arcane-sector')
    const rows = text.split('\n').filter((line) => /^ *\| .*`[\w-]+(\/[\w-]+)*\.ts`/.test(line))
    const files = rows.flatMap((row) => [...row.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!))
    const isThere = (file: string) =>
      ['', 'view', 'view/first-person'].some((folder) => existsSync(resolve(game, folder, file)))
    expect(files.filter((file) => !isThere(file))).toEqual([])
    const packets = [fromClient, fromServer].flatMap(({ names }) => names)
    expect(packets.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([])
    const drawn = drawStages.flatMap(({ shapes }, stage) =>
      Object.keys(shapes).map((kind) => [stage, Number(kind)]),
    )
    const names = Object.fromEntries(Object.entries(tileKinds).map(([name, kind]) => [kind, name]))
    const unsaid = drawn.filter(
      ([stage, kind]) => !rows.some((row) => row.trim().startsWith(`| ${stage} | ${names[kind!]}`)),
    )
    expect([drawn.length, unsaid]).toEqual([10, []])
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('names every packet of %s in the packet’s rule', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) {
      const [, words] = text.split(`- **${rule}**`)
      expect(words!.split('\n- **')[0], rule).toContain(type)
    }
  })
})
