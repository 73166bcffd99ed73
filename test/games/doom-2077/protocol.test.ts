// PROTOCOL.md against the code: every rule that is named is there, once, and every message has its row and its rule.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unshown, withTables } from '../../../cli/docs.ts'
import { fromClient, fromServer } from '../../../games/doom-2077/packets.ts'

const root = resolve(import.meta.dirname, '../../..')
const text = readFileSync(resolve(root, 'games/doom-2077/PROTOCOL.md'), 'utf8')
const defined = [...text.matchAll(/^- \*\*(DM-\d+\.\d+)\*\*/gm)].map(([, id]) => id!)

/** Every rule that our own sources name, with a file that names it. */
function named(): Map<string, string> {
  const names = new Map<string, string>()
  for (const folder of ['games', 'test', 'cli', 'sidecar', 'wire', 'workers', 'durable-objects', 'bench']) {
    for (const file of readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const source = readFileSync(resolve(root, folder, file), 'utf8')
      for (const [id] of source.matchAll(/\bDM-\d+\.\d+/g)) names.set(id, `${folder}/${file}`)
    }
  }
  return names
}

describe('the protocol document', () => {
  it('has every rule that code or tests name', () => {
    const missing = [...named()].filter(([id]) => !defined.includes(id))
    expect(missing).toEqual([])
    expect(named().size).toBeGreaterThan(50)
  })

  it('has every rule once, and numbers them without a gap', () => {
    const numbers = new Map<string, number>()
    for (const id of defined) {
      const [section, number] = id.split('.') as [string, string]
      expect(Number(number), id).toBe((numbers.get(section) ?? 0) + 1)
      numbers.set(section, Number(number))
    }
    expect([...numbers.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((section) => `DM-${section}`))
  })

  it('refers to no rule that it has not', () => {
    const referred = [...text.matchAll(/\bDM-\d+\.\d+/g)].map(([id]) => id)
    expect(referred.filter((id) => !defined.includes(id))).toEqual([])
  })

  it('shows the packet tables as they are', () => {
    expect(unshown(text, ['fromClient', 'fromServer'])).toEqual([])
    expect(withTables(text, { fromClient, fromServer })).toBe(text)
  })

  it.each([
    ['fromClient', fromClient],
    ['fromServer', fromServer],
  ] as const)('has a rule for every packet of %s', (_, table) => {
    for (const { type, rule } of Object.values(table.shapes)) expect(defined, type).toContain(rule)
  })
})
