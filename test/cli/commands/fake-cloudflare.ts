// A fake of Cloudflare's API with the operations that wrangler needs to deploy a Worker.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface FakeCloudflare {
  readonly url: string
  /** `METHOD /path` of all requests, without the account's prefix. */
  readonly requests: readonly string[]
  /** The uploaded secrets by name. */
  readonly secrets: Map<string, string>
}

const account = '/client/v4/accounts/acc'
const script = `${account}/workers/scripts/packetboat`

/**
 * An account without Workers that accepts the token `good`. Stops with the test. `onUpload`: called for an upload,
 * which is then not answered.
 */
export async function startFakeCloudflare(onUpload?: () => void): Promise<FakeCloudflare> {
  const requests: string[] = []
  const secrets = new Map<string, string>()
  let there = false
  const none = { status: 404, errors: [{ code: 10_007, message: 'there is none' }] }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = new URL(request.url ?? '', 'http://cloudflare').pathname
    requests.push(`${request.method} ${path.replace(account, '')}`)
    if (request.headers.authorization !== 'Bearer good')
      return { status: 401, errors: [{ code: 10_000, message: 'Authentication error' }] }
    if (path.startsWith(script) && !there && request.method === 'GET') return none
    switch (path) {
      case '/client/v4/user/tokens/verify':
        return { result: { id: 'one', status: 'active' } }
      case '/client/v4/user':
        return { result: { id: 'ann', email: 'ann@example.org' } }
      case '/client/v4/accounts':
        return { result: [{ id: 'acc', name: 'Ann' }] }
      case '/client/v4/memberships':
        return { result: [] }
      case `${account}/workers/subdomain`:
        return { result: { subdomain: 'ann' } }
      case `${script}/secrets`:
        return { result: [...secrets.keys()].map((name) => ({ name, type: 'secret_text' })) }
      case `${script}/subdomain`:
        return { result: { enabled: true, previews_enabled: false } }
      case `${account}/workers/workers/packetboat`:
        return { result: { id: 'w', name: 'packetboat', subdomain: { enabled: true } } }
      case script: {
        if (request.method !== 'PUT') return none
        if (onUpload) {
          onUpload()
          return new Promise(() => {})
        }
        for (const [name, value] of secretsIn(await text(request))) secrets.set(name, value)
        there = true
        return { result: { id: 'packetboat', etag: 'e', deployment_id: 'd', startup_time_ms: 5 } }
      }
      default:
        return none
    }
  }
  const server = createServer(async (request, response) => {
    const { status = 200, result = null, errors = [] } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: status < 400, result, errors, messages: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/client/v4`, requests, secrets }
}

interface Answer {
  readonly status?: number
  readonly result?: unknown
  readonly errors?: readonly { readonly code: number; readonly message: string }[]
}

function secretsIn(upload: string): [name: string, value: string][] {
  const found = upload.matchAll(/\{"name":"(\w+)","type":"secret_text","text":"([^"]*)"\}/g)
  return [...found].map(([, name = '', value = '']) => [name, value])
}
