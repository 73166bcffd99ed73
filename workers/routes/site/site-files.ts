// Files that browsers and crawlers request from every site.
import { type App, type AppContext, route } from '../../context/routing.ts'

/** Cache lifetime in seconds. The file names contain no hash, so clients see a changed file only after this time. */
const maxAgeSeconds = 86_400

/** Crawlers may load all pages except forms, the API and pages in which a game runs. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /embed/
Disallow: /new
Disallow: /*/*/host
Disallow: /*/*/play
Disallow: /*/*/watch
`

export function siteFileRoutes(app: App): void {
  route(app, '/service-worker.js', { GET: serveServiceWorker })
  route(app, '/favicon.ico', { GET: serveIcon })
  route(app, '/robots.txt', { GET: () => cachedFile('text/plain; charset=utf-8', robots) })
}

/**
 * Serves the service worker at the root, because its path determines its scope. Browsers check by themselves for a new
 * version.
 */
async function serveServiceWorker(c: AppContext): Promise<Response> {
  const { response } = await c.get('assets').file(c.env, 'service-worker')
  return new Response(response.body, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

async function serveIcon(c: AppContext): Promise<Response> {
  const { response } = await c.get('assets').file(c.env, 'favicon')
  return cachedFile('image/x-icon', response.body)
}

function cachedFile(type: string, body: BodyInit | null): Response {
  return new Response(body, {
    headers: { 'content-type': type, 'cache-control': `public, max-age=${maxAgeSeconds}` },
  })
}
