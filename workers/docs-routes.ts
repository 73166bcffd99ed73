// `/docs` and below: the documents, rendered at build time (cli/documents.ts).
import type { Env } from '../durable-objects/env.ts'
import { notFound } from './answers/error.ts'
import { page } from './page.ts'
import { type Document, documentPage } from './pages/document.tsx'
import { type Asked, only, type Routes } from './routes.ts'

export function docsRoutes(app: Routes): void {
  const library = new Library()
  const show = async (c: Asked) => {
    const document = await library.get(c.env, c.req.path.replace(/^\/docs\/?/, ''))
    if (!document) throw notFound('there is no such document')
    return page(c, documentPage(document))
  }
  only(app, '/docs', { GET: show })
  only(app, '/docs/*', { GET: show })
}

/** Fetches each document once: they do not change while a site is deployed. */
class Library {
  readonly #known = new Map<string, Document>()

  /** `path`: the part after `/docs/`; '' is the first document. */
  async get({ ASSETS }: Env, path: string): Promise<Document | undefined> {
    if (!/^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(path)) return undefined
    const known = this.#known.get(path)
    if (known) return known
    const answer = await ASSETS.fetch(`https://assets/docs/${path || 'index'}.json`)
    if (!answer.ok) return undefined
    const document: Document = await answer.json()
    this.#known.set(path, document)
    return document
  }
}
