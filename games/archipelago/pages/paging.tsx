import type { Child } from 'hono/jsx'
import type { PageRoom } from '../../game.ts'

const rowsPerPage = 100

interface PageOfRows<T> {
  readonly rows: readonly T[]
  /** From 1. */
  readonly page: number
  readonly pages: number
}

/** A number above the last page selects the last page, and an invalid number the first page. */
export function rowsOfPage<T>(rows: readonly T[], { page: asked = '' }: PageRoom['query']): PageOfRows<T> {
  const pages = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Math.min(pages, Number(asked)) : 1
  return { rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage), page, pages }
}

/** The links keep the filter. `label`: the accessible name of the navigation. */
export function PageLinks({
  of: { page, pages },
  query,
  label,
}: {
  of: Pick<PageOfRows<unknown>, 'page' | 'pages'>
  query: PageRoom['query']
  label: string
}): Child {
  if (pages === 1) return ''
  const link = (to: number, text: string) => (
    <a href={queryWith(query, to)} rel={to < page ? 'prev' : 'next'}>
      {text}
    </a>
  )
  return (
    <nav class="paging" aria-label={label}>
      {page > 2 && link(1, 'First')} {page > 1 && link(page - 1, 'Previous')}{' '}
      <span>
        Page {page} of {pages}
      </span>{' '}
      {page < pages && link(page + 1, 'Next')} {page < pages - 1 && link(pages, 'Last')}
    </nav>
  )
}

function queryWith(query: PageRoom['query'], page: number): string {
  const parameters = Object.entries({ ...query, page: `${page}` })
  return `?${parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
}
