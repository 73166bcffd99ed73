// A page as an answer, with headers that forbid everything that no page of ours does.
import { documentOf, type Page } from './pages/frame.tsx'
import type { Asked } from './routes.ts'

export async function page(
  c: Asked,
  content: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(await documentOf(content, await c.get('assets').all(c.env)), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(new URL(c.req.url), content.speaksWith),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
  })
}

/**
 * Nothing from anywhere else, nothing inline. Not every browser takes `'self'` for WebSockets of the same host.
 * `elsewhere`: a WebSocket that the site's host has allowed.
 */
function policy({ protocol, host }: URL, elsewhere?: string): string {
  const own = `${protocol === 'http:' ? 'ws' : 'wss'}://${host}`
  const sockets = elsewhere === undefined ? own : `${own} ${elsewhere}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${sockets}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
