// Sends pages with the strictest headers that the pages allow.

import { accepts } from 'hono/accepts'
import type { AppContext } from '../../context/routing.ts'
import { type Page, renderHtml } from '../../pages/layout/frame.tsx'

export async function pageResponse(
  c: AppContext,
  content: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(await renderHtml(content, await c.get('assets').all(c.env)), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(new URL(c.req.url), content),
      ...headers,
    },
  })
}

/**
 * Allows only the site's own resources, and no inline scripts or styles. WebSockets of the site are listed, because
 * some browsers do not apply `'self'` to them. `connectsTo`: a WebSocket of another site that the operator allows.
 */
function contentSecurityPolicy({ protocol, host }: URL, { connectsTo, framable, runsWasm }: Page): string {
  const ownSockets = `${protocol === 'http:' ? 'ws' : 'wss'}://${host}`
  const sockets = connectsTo === undefined ? ownSockets : `${ownSockets} ${connectsTo}`
  return [
    "default-src 'none'",
    `script-src 'self'${runsWasm ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${sockets}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framable ? '*' : "'none'"}`,
  ].join('; ')
}

/**
 * Whether the client prefers HTML to JSON, as browsers do. A response that depends on this preference must have `vary:
 * accept`.
 */
export function prefersHtml(c: AppContext): boolean {
  const supports = ['application/json', 'text/html']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html'
}
