// Renders our Markdown documents for /docs when the assets are built. Links between the files, which work on GitHub,
// become links on the site.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, posix, resolve } from 'node:path'
import type { Tokens } from 'marked'
import { escapeHtml } from '../../wire/util/html-escapes.ts'

/** The content of `docs/<path>.json`. The first document is `docs/index.json`. */
export interface ServedDocument {
  /** The part of the URL after `/docs/`. An empty string means the first document. */
  readonly path: string
  readonly title: string
  /** The document's first sentence. */
  readonly description: string
  readonly html: string
}

function documentsOutsideDocs(root: string): [file: string, path: string][] {
  const games = globSync('games/*/PROTOCOL.md', { cwd: root }).map((file): [string, string] => [
    file.replaceAll('\\', '/'),
    `reference/${basename(dirname(file))}`,
  ])
  return [
    ...games.sort(),
    ['wire/LINK.md', 'reference/link'],
    ['wire/EXPORT.md', 'reference/export'],
    ['deploy/README.md', 'reference/sidecar'],
    ['CHANGELOG.md', 'changes'],
    ['SECURITY.md', 'security'],
  ]
}

/** Paths on the site by file in the project. */
export function documentPaths(root: string): ReadonlyMap<string, string> {
  const own = globSync('docs/**/*.md', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file): [string, string] => [file, documentPath(file)])
  const others = documentsOutsideDocs(root).filter(([file]) => existsSync(resolve(root, file)))
  return new Map(own.length ? [...own, ...others] : [])
}

function documentPath(file: string): string {
  return file === 'docs/README.md' ? '' : file.replace(/^docs\/|\.md$/g, '')
}

/** Returns the paths of the source files, relative to `root`. */
export async function buildDocuments(root: string, out: string): Promise<readonly string[]> {
  const files = documentPaths(root)
  const pictures = new Map<string, string>()
  const navigation = buildNavigation(root, files)
  for (const [file, path] of files) {
    const document = await renderDocument(root, file, files, (picture) =>
      hashedPicturePath(root, picture, pictures),
    )
    const at = resolve(out, 'docs', `${path || 'index'}.json`)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, JSON.stringify({ ...document, navigation }))
  }
  for (const [file, at] of pictures) {
    await mkdir(dirname(join(out, at)), { recursive: true })
    await copyFile(resolve(root, file), join(out, at))
  }
  return [...files.keys(), ...pictures.keys()]
}

/** Groups the documents as in docs/README.md. */
function buildNavigation(root: string, files: ReadonlyMap<string, string>) {
  if (!files.has('docs/README.md')) return []
  const text = readFileSync(resolve(root, 'docs/README.md'), 'utf8')
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const links = [...section.matchAll(/^- \[([^\]]+)\]\(([^)#\s]+\.md)\)/gm)]
      const pages = links.map(([, title, to = '']) => ({
        title,
        path: files.get(posix.join('docs', to)) ?? '',
      }))
      return { title: section.split('\n')[0]!.trim(), pages }
    })
    .filter(({ pages }) => pages.length > 0)
}

function hashedPicturePath(root: string, file: string, pictures: Map<string, string>): string {
  const known = pictures.get(file)
  if (known !== undefined) return known
  const hash = createHash('sha256')
    .update(readFileSync(resolve(root, file)))
    .digest('hex')
    .slice(0, 8)
  const end = extname(file)
  // Pictures of different games can have the same name, so the game's folder is part of the new name.
  const at = `/assets/${file
    .replace(/^docs\/|^games\//, '')
    .slice(0, -end.length)
    .replaceAll('/', '-')}-${hash}${end}`
  pictures.set(file, at)
  return at
}

/** `pictureAt`: returns the path on the site of a picture in the project. */
export async function renderDocument(
  root: string,
  file: string,
  files: ReadonlyMap<string, string>,
  pictureAt: (file: string) => string,
): Promise<ServedDocument> {
  const { Marked } = await import('marked')
  const ids = new HeadingIds()
  let tables = 0
  const marked = new Marked<string, string>({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${ids.of(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const to = resolveLink(file, href, files)
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
      image({ href, text }) {
        const source = posix.join(posix.dirname(file), href)
        // If the picture belongs to a game that was removed from the project, its text alternative is shown.
        if (!existsSync(resolve(root, source))) return escapeHtml(text)
        return `<img src="${escapeHtml(pictureAt(source))}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      // A code block may be wider than the page. With `tabindex`, the block can also be scrolled by keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }: Tokens.Table) {
        const cell = (tag: string, { tokens }: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(' ')[0]}>`
        const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`
        // An empty header cell becomes a data cell, because screen readers announce header cells.
        const heads = header.map((one) => cell(one.text ? 'th scope="col"' : 'td', one))
        const head = header.some(({ text }) => text) ? `<thead>${row(heads)}</thead>` : ''
        const body = rows.map((cells) => row(cells.map((one) => cell('td', one)))).join('\n')
        const label = `Table ${++tables}`
        return `<section class="wide" aria-label="${label}" tabindex="0"><table>${head}<tbody>${body}</tbody></table></section>\n`
      },
      // Removes the markers of `npm run docs`, which are the only HTML in our documents.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  })
  const text = readFileSync(resolve(root, file), 'utf8')
  const html = await marked.parse(text)
  const [, title = file] = /^# (.+)$/m.exec(text) ?? []
  const [, first = ''] = /^# .+\n+([^#|<`\n-][\s\S]*?[.:])(?:\s|$)/m.exec(text) ?? []
  return { path: files.get(file) ?? '', title: plainText(title), description: plainText(first), html }
}

/** The target of a link on the site, or undefined if the site has no such page. The link then becomes text. */
function resolveLink(file: string, href: string, files: ReadonlyMap<string, string>): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const to = files.get(posix.join(posix.dirname(file), path))
  if (to === undefined) return undefined
  return `${to === '' ? '/docs' : `/docs/${to}`}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Creates ids of headings like GitHub, so that links to headings work on GitHub and on the site. */
export class HeadingIds {
  readonly #counts = new Map<string, number>()

  of(heading: string): string {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const times = this.#counts.get(id) ?? 0
    this.#counts.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  }
}

function plainText(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
