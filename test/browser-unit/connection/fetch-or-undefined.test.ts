import { afterEach, expect, test, vi } from 'vitest'
import { fetchOrUndefined } from '../../../browser/connection/fetch-or-undefined.ts'

afterEach(() => vi.unstubAllGlobals())

const cut = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"na'))
      stream.error(new TypeError('network error'))
    },
  })

test.each<[what: string, answer: () => Response | Promise<Response>, read: unknown]>([
  ['a whole answer', () => Response.json({ name: 'E1M1' }), { name: 'E1M1' }],
  ['an error', () => Response.json({ detail: 'no room' }, { status: 404 }), undefined],
  ['an unreachable site', () => Promise.reject(new TypeError('fetch failed')), undefined],
  ['an answer that breaks off', () => new Response(cut()), undefined],
  ['the page of a proxy', () => new Response('<html>Log in</html>'), undefined],
])(
  'fetchOrUndefined returns the content or undefined, and does not throw, for %s',
  async (_what, answer, read) => {
    vi.stubGlobal('fetch', async () => answer())
    expect(await fetchOrUndefined('/api/geometry/E1M1', (from) => from.json())).toEqual(read)
  },
)
