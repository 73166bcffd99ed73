// PROTOCOL.md against the code: every rule that is named is there, once, and every packet has its row and its rule.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unshown, withTables } from '../../../cli/docs.ts'
import { fromClient, fromServer } from '../../../games/archipelago/packets.ts'

const root = resolve(import.meta.dirname, '../../..')
const text = readFileSync(resolve(root, 'games/archipelago/PROTOCOL.md'), 'utf8')
const defined = [...text.matchAll(/^- \*\*(AP-\d+\.\d+)\*\*/gm)].map(([, id]) => id!)
const folders = ['games', 'test', 'cli', 'sidecar', 'wire', 'workers', 'durable-objects', 'bench']

/** Our own sources, by their paths. */
function sources(): [file: string, source: string][] {
  return folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [`${folder}/${file}`, readFileSync(resolve(root, folder, file), 'utf8')] as const)
      .map(([file, source]): [string, string] => [file, source]),
  )
}

/** Every rule that they name, with a file that names it. */
function named(): Map<string, string> {
  const names = new Map<string, string>()
  for (const [file, source] of sources())
    for (const [id] of source.matchAll(/\bAP-\d+\.\d+/g)) names.set(id, file)
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
    expect([...numbers.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((section) => `AP-${section}`))
  })

  it('refers to no rule that it has not', () => {
    const referred = [...text.matchAll(/\bAP-\d+\.\d+/g)].map(([id]) => id)
    expect(referred.filter((id) => !defined.includes(id))).toEqual([])
  })

  it('shows the packet tables as they are', () => {
    expect(unshown(text, ['fromClient', 'fromServer'])).toEqual([])
    expect(withTables(text, { fromClient, fromServer })).toBe(text)
  })

  it.each([
    ['fromClient', fromClient.rows],
    ['fromServer', fromServer.rows],
  ] as const)('has a rule and a section for every packet of %s', (_, rows) => {
    for (const [cmd, { rule }] of Object.entries(rows)) {
      expect(defined, cmd).toContain(rule)
      expect(text).toContain(`### \`${cmd}\`\n\n[${rule}]`)
    }
  })
})

it('each of the ten traps of this protocol has a test that is named after it', () => {
  const tests = sources()
    .filter(([file]) => file.startsWith('test/games/archipelago/'))
    .map(([, source]) => source)
  for (let trap = 1; trap <= 10; trap++) {
    const name = new RegExp(`^ *(it|test)(\\.each\\(.*\\))?\\('.*\\btrap ${trap}\\b`, 'm')
    expect(
      tests.some((source) => name.test(source)),
      `trap ${trap}`,
    ).toBe(true)
  }
})
