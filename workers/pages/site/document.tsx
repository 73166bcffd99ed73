import { raw } from 'hono/html'
import type { Content, Page } from '../layout/frame.tsx'

/** A document that cli/bundle/site-docs.ts has rendered at build time. */
export interface RenderedDocument {
  readonly path: string
  readonly title: string
  readonly description: string
  /** Unescaped HTML. It is safe, because our build has rendered it from our own documents. */
  readonly html: string
  readonly navigation: readonly {
    readonly title: string
    readonly pages: readonly { readonly title: string; readonly path: string }[]
  }[]
}

export function documentPage({ path, title, description, html, navigation }: RenderedDocument): Page {
  return {
    title: `${title} · Packetboat`,
    description,
    content: (
      <div class="documents">
        <article class="document">{raw(html)}</article>
        {path !== '' && <Navigation path={path} groups={navigation} />}
      </div>
    ),
  }
}

function Navigation({ path, groups }: { path: string; groups: RenderedDocument['navigation'] }): Content {
  return (
    <nav class="shelf" aria-label="Documents">
      <p>
        <a href="/docs">All documents</a>
      </p>
      {groups.map(({ title, pages }) => (
        <>
          <h2>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li>
                <a href={`/docs/${page.path}`} aria-current={page.path === path ? 'page' : undefined}>
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  )
}
