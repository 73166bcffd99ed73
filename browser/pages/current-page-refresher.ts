// The request bypasses caches.
import { PageRefresher } from './page-refresher.ts'

export const currentPageRefresher = new PageRefresher((has) =>
  fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html', ...(has && { 'if-none-match': has }) },
  }),
)
