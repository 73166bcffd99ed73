import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  updateCommandReference,
  updateFirstTutorial,
  updateReadme,
} from '../../../cli/build/generated-docs.ts'
import { buildDocuments, documentPaths, HeadingIds, renderDocument } from '../../../cli/bundle/site-docs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const files = documentPaths(root)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const written = [
  ...files.keys(),
  'README.md',
  'CONTRIBUTING.md',
  'durable-objects/README.md',
  'bench/README.md',
]

function linksOf(file: string): string[] {
  const prose = read(file)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
}

function anchorsOf(file: string): Set<string> {
  const ids = new HeadingIds()
  const prose = read(file).replace(/^```[\s\S]*?^```$/gm, '')
  return new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => ids.of(heading)))
}

describe('the documents', () => {
  it('link only to existing files and headings', () => {
    const broken = written.flatMap((file) =>
      linksOf(file).flatMap((link) => {
        if (/^(https?:|\/)/.test(link)) return []
        const [path = '', anchor] = link.split('#')
        const to = path === '' ? file : posix.join(posix.dirname(file), path)
        if (!existsSync(join(root, to))) return [`${file}: ${link}`]
        return anchor === undefined || anchorsOf(to).has(anchor) ? [] : [`${file}: ${link}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('are all listed in docs/README.md', () => {
    const listed = linksOf('docs/README.md').map((link) => posix.join('docs', link))
    expect([...files.keys()].filter((file) => !listed.includes(file))).toEqual(['docs/README.md'])
  })

  it('become pages that link to each other, with their pictures', async () => {
    const out = temporaryFolder()
    const made = await buildDocuments(root, out)
    expect(made).toEqual(expect.arrayContaining([...files.keys(), 'docs/why.svg']))
    const pages = globSync('docs/**/*.json', { cwd: out }).map((file) =>
      JSON.parse(readFileSync(join(out, file), 'utf8')),
    )
    expect(pages.length).toBe(files.size)
    const paths = new Set(pages.map(({ path }) => (path === '' ? '/docs' : `/docs/${path}`)))
    for (const { path, title, description, html, navigation } of pages) {
      expect([path, title === '', description === '']).toEqual([path, false, false])
      expect(html).toMatch(/^<h1 id="[^"]+">/)
      for (const [, to = ''] of html.matchAll(/ href="(\/docs[^"#]*)/g)) expect(paths).toContain(to)
      for (const [, at = ''] of html.matchAll(/ src="([^"]*)"/g))
        expect([at, existsSync(join(out, at))]).toEqual([at, true])
      expect(navigation.length).toBe(4)
    }
    expect(pages.find(({ path }) => path === 'why').description).toMatch(
      /^The servers of these games no longer run\.$/,
    )
  })

  it('contain the current generated tables', () => {
    expect(
      [updateCommandReference, updateFirstTutorial, updateReadme].flatMap((check) => check(true) ?? []),
    ).toEqual([])
  })

  it('describe every setting of the Worker', () => {
    const names = [...read('durable-objects/env.ts').matchAll(/^ {2}readonly ([A-Z_]+)\?:/gm)].map(
      ([, name]) => name!,
    )
    expect(names.length).toBeGreaterThan(8)
    const settings = read('docs/reference/settings.md')
    expect(names.filter((name) => !settings.includes(`| \`${name}\` |`))).toEqual([])
  })
})

it('the renderer escapes markup, removes comments, and turns links into text if the site lacks their targets', async () => {
  const folder = temporaryFolder()
  const text =
    '# A `<b>` & *more*\n\n<!-- table: x -->\nRead [this](b.md#c), [that](../code.ts) and <script>alert(1)</script>.\n\n| a | |\n| - | - |\n| `x<y` | |\n\n```sh\na && b\n```\n\n## Say it\n\n## Say it\n'
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/a.md'), text)
  writeFileSync(join(folder, 'docs/b.md'), '# B\n\nIt is.\n')
  const served = documentPaths(folder)
  const { html, title, description } = await renderDocument(folder, 'docs/a.md', served, () => '')
  expect([title, description]).toEqual(['A <b> & more', ''])
  expect(html).toContain('<a href="/docs/b#c">this</a>, that and &lt;script&gt;')
  expect(html).not.toMatch(/<script|<!--|<b>/)
  expect(html).toContain('<thead><tr><th scope="col">a</th><td></td></tr></thead>')
  expect(html).toContain('<pre tabindex="0"><code>a &amp;&amp; b</code></pre>')
  expect(html).toMatch(/<h2 id="say-it">[\s\S]*<h2 id="say-it-1">/)
})
