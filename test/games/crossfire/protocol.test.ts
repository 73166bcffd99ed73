// PROTOCOL.md against the code: every rule that is named is there, once, and every packet has its row and its rule.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unshown, withTables } from '../../../cli/docs.ts'
import { fromClient, fromServer, itemFlags, statNumbers } from '../../../games/crossfire/packets.ts'
import { colours, textKinds } from '../../../games/crossfire/text-kinds.ts'

const root = resolve(import.meta.dirname, '../../..')
const text = readFileSync(resolve(root, 'games/crossfire/PROTOCOL.md'), 'utf8')
const prose = text.slice(0, text.indexOf('## From clients')).replaceAll(/\s+/g, ' ')
const defined = [...text.matchAll(/^- \*\*(CF-\d+\.\d+)\*\*/gm)].map(([, id]) => id!)

/** Every rule that our own sources name, with a file that names it. */
function named(): Map<string, string> {
  const names = new Map<string, string>()
  for (const folder of ['games', 'test', 'cli', 'sidecar', 'wire', 'workers', 'durable-objects', 'bench']) {
    for (const file of readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const source = readFileSync(resolve(root, folder, file), 'utf8')
      for (const [id] of source.matchAll(/\bCF-\d+\.\d+/g)) names.set(id, `${folder}/${file}`)
    }
  }
  return names
}

describe('the protocol document', () => {
  it('has every rule that code or tests name', () => {
    const missing = [...named()].filter(([id]) => !defined.includes(id))
    expect(missing).toEqual([])
    expect(named().size).toBeGreaterThan(60)
  })

  it('has every rule once, in its section, and numbers them without a gap', () => {
    const numbers = new Map<string, number>()
    const sections = [...text.matchAll(/^## (CF-\d+) /gm)].map(([, section]) => section!)
    for (const id of defined) {
      const [section, number] = id.split('.') as [string, string]
      expect(Number(number), id).toBe((numbers.get(section) ?? 0) + 1)
      numbers.set(section, Number(number))
    }
    expect([...numbers.keys()]).toEqual(sections)
    const order = sections.map((section) => Number(section.slice(3)))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('refers to no rule that it has not', () => {
    const referred = [...text.matchAll(/\bCF-\d+\.\d+/g)].map(([id]) => id)
    expect(referred.filter((id) => !defined.includes(id))).toEqual([])
  })

  it('shows the packet tables as they are', () => {
    expect(unshown(text, ['fromClient', 'fromServer'])).toEqual([])
    expect(withTables(text, { fromClient, fromServer })).toBe(text)
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s, which names it', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) {
      expect(defined, type).toContain(rule)
      const sentence = prose.slice(prose.indexOf(`**${rule}**`)).split(' - **')[0]!
      expect(sentence, rule).toContain(`\`${type}\``)
    }
  })

  it('[CF-8.1] names every stat and its number', () => {
    for (const [stat, number] of Object.entries(statNumbers)) expect(prose).toContain(`${number} \`${stat}\``)
  })

  it('[CF-7.19] has every flag of a thing', () => {
    for (const flag of Object.values(itemFlags).slice(1)) expect(prose).toContain(`0x${flag.toString(16)} `)
  })

  it('[CF-10.3] has every colour, and a kind for every text', () => {
    const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    for (const [name, number] of Object.entries(colours)) expect(prose).toContain(`${number} ${words(name)}`)
    for (const { kind, colour } of Object.values(textKinds)) {
      expect(prose).toMatch(new RegExp(`[ ,]${kind} [a-z]+`))
      expect(Object.values(colours)).toContain(colour)
    }
  })
})
