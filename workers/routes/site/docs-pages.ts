// cli/bundle/site-docs.ts has rendered the documents of `/docs` at build time.
import type { Env } from '../../../durable-objects/env.ts'
import { noneNamedError } from '../../api/responses/api-error.ts'
import { type App, type AppContext, route } from '../../context/routing.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { documentPage, type RenderedDocument } from '../../pages/site/document.tsx'

export function docsRoutes(app: App): void {
  const documents = new DocumentStore()
  const show = async (c: AppContext) => {
    const name = c.req.path.replace(/^\/docs\/?/, '')
    const document = await documents.get(c.env, name)
    if (!document) throw noneNamedError('document', name)
    return pageResponse(c, documentPage(document))
  }
  route(app, '/docs', { GET: show })
  route(app, '/docs/*', { GET: show })
}

/** Reads each document only once, because documents change only with a deployment. */
class DocumentStore {
  readonly #cached = new Map<string, RenderedDocument>()

  /** `path`: the part of the URL after `/docs/`. An empty string means the first document. */
  async get({ ASSETS }: Env, path: string): Promise<RenderedDocument | undefined> {
    if (!/^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(path)) return undefined
    const known = this.#cached.get(path)
    if (known) return known
    const answer = await ASSETS.fetch(`https://assets/docs/${path || 'index'}.json`)
    if (!answer.ok) return undefined
    const document: RenderedDocument = await answer.json()
    this.#cached.set(path, document)
    return document
  }
}
