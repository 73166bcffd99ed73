// What every page has: the frame around its content, the stylesheet, and headers that forbid everything else.
import { html, raw } from 'hono/html'
import { style } from './style.ts'

export type Markup = ReturnType<typeof html>
/** What may stand in markup; texts are escaped. */
export type Content = Markup | string | number | readonly Content[]

export interface Page {
  readonly title: string
  readonly content: Content
}

/** No script, no frame, no request elsewhere: the one stylesheet is let in by a nonce. */
export async function page(
  { title, content }: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const body = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header><a href="/">Packetboat</a></header>
<main>${content}</main>
</body>
</html>
`
  return new Response(String(body), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
  })
}

/** `host:port` as people and urls write it; an IPv6 address goes into brackets. */
export function hostPort(host: string, port: number): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
}
