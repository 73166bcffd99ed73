// Checks a game's PROTOCOL.md against the code. Each game tests further requirements of its own document.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { missingTables, protocolTables, replaceTables } from '../../cli/build/generated-docs.ts'

const root = resolve(import.meta.dirname, '../..')
const folders = ['games', 'test', 'cli', 'sidecar', 'wire', 'workers', 'durable-objects', 'bench']

function sources(): [file: string, source: string][] {
  const files = folders.flatMap((folder) => {
    const inFolder = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    return inFolder.filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file}`)
  })
  return files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')])
}

interface DocumentRules {
  readonly sections: number
  readonly atLeast: number
  readonly packets: readonly { readonly [type: string]: { readonly rule: string } }[]
}

export class ProtocolDocument {
  readonly text: string
  readonly defined: readonly string[]
  readonly #slug: string
  readonly #prefix: string

  /** `prefix`: of the game's rule ids, such as `SR`. */
  constructor(slug: string, prefix: string) {
    this.#slug = slug
    this.#prefix = prefix
    this.text = readFileSync(resolve(root, 'games', slug, 'PROTOCOL.md'), 'utf8')
    this.defined = [...this.text.matchAll(new RegExp(`^- \\*\\*(${prefix}-\\d+\\.\\d+)\\*\\*`, 'gm'))].map(
      ([, id]) => id!,
    )
  }

  /**
   * Call it inside `describe`. `sections`: their number. `atLeast`: code and tests name more rules than this.
   * `packets`: the rule of each packet, by type.
   */
  testRules({ sections, atLeast, packets }: DocumentRules): void {
    it('has up-to-date tables', async () => {
      expect(missingTables(this.text, ['fromClient', 'fromServer', 'options'])).toEqual([])
      expect(replaceTables(this.text, await protocolTables(this.#slug))).toBe(this.text)
    })

    it('has a rule for every packet', () => {
      for (const table of packets)
        for (const [type, { rule }] of Object.entries(table)) expect(this.defined, type).toContain(rule)
    })

    it('defines every rule that code or tests name', () => {
      const named = this.#named()
      expect([...named].filter(([id]) => !this.defined.includes(id))).toEqual([])
      expect(named.size).toBeGreaterThan(atLeast)
    })

    it('defines every rule once, and numbers the rules without a gap', () => {
      const numbers = new Map<string, number>()
      for (const id of this.defined) {
        const [section, number] = id.split('.') as [string, string]
        expect(Number(number), id).toBe((numbers.get(section) ?? 0) + 1)
        numbers.set(section, Number(number))
      }
      const expected = Array.from({ length: sections }, (_, at) => `${this.#prefix}-${at + 1}`)
      expect([...numbers.keys()]).toEqual(expected)
    })

    it('refers only to rules that it defines', () => {
      const referred = [...this.text.matchAll(this.#rule)].map(([id]) => id)
      expect(referred.filter((id) => !this.defined.includes(id))).toEqual([])
    })
  }

  /** Each id with one of the files that reference it. */
  #named(): Map<string, string> {
    const names = new Map<string, string>()
    for (const [file, source] of sources())
      for (const [id] of source.matchAll(this.#rule)) names.set(id, file)
    return names
  }

  get #rule(): RegExp {
    return new RegExp(`\\b${this.#prefix}-\\d+\\.\\d+`, 'g')
  }
}
