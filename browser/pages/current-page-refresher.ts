// Refreshes the current page. Its requests bypass the browser's cache.
import { PageRefresher } from './page-refresher.ts'

export const currentPageRefresher = new PageRefresher((etag) =>
  fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html', ...(etag && { 'if-none-match': etag }) },
  }),
)
