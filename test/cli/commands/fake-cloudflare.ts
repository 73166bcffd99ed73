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
  let isDeployed = false
  const none = { status: 404, errors: [{ code: 10_007, message: 'there is none' }] }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = new URL(request.url ?? '', 'http://cloudflare').pathname
    requests.push(`${request.method} ${path.replace(account, '')}`)
    if (request.headers.authorization !== 'Bearer good')
      return { status: 401, errors: [{ code: 10_000, message: 'Authentication error' }] }
    if (path.startsWith(script) && !isDeployed && request.method === 'GET') return none
    const known: { readonly [path: string]: unknown } = {
      '/client/v4/user/tokens/verify': { id: 'one', status: 'active' },
      '/client/v4/user': { id: 'ann', email: 'ann@example.org' },
      '/client/v4/accounts': [{ id: 'acc', name: 'Ann' }],
      '/client/v4/memberships': [],
      [`${account}/workers/subdomain`]: { subdomain: 'ann' },
      [`${account}/workers/workers/packetboat`]: {
        id: 'w',
        name: 'packetboat',
        subdomain: { enabled: true },
      },
      [`${script}/secrets`]: [...secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
      [`${script}/subdomain`]: { enabled: true, previews_enabled: false },
    }
    if (path !== script) return path in known ? { result: known[path] } : none
    if (request.method !== 'PUT') return none
    if (onUpload) {
      onUpload()
      return new Promise(() => {})
    }
    for (const [name, value] of secretsIn(await text(request))) secrets.set(name, value)
    isDeployed = true
    return { result: { id: 'packetboat', etag: 'e', deployment_id: 'd', startup_time_ms: 5 } }
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
