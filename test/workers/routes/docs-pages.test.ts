import { expect, it } from 'vitest'
import { requestText } from '../fixtures/request-content.ts'
import { sendRequest } from '../fixtures/requests.ts'

const html = { headers: { accept: 'text/html' } }

it('documents have the site’s frame and link to each other', async () => {
  const first = await sendRequest('/docs', html)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await first.text()).toContain('<h1>Documents</h1>')
  const sail = await requestText('/docs/how-to/sail', html)
  expect(sail).toContain('<p>Before the <em>wind</em>.</p>')
  expect(sail).toContain('<a href="/docs/how-to/sail" aria-current="page">Sail</a>')
  expect(sail).toContain('<meta name="description" content="Before the wind."/>')
})

it.each([
  '/docs/how-to',
  '/docs/how-to/steer',
  '/docs/index.json',
  '/docs/..%2fassets/paths',
  '/docs/A',
  '/docs//',
])('the docs path %s is 404', async (path) => {
  expect((await sendRequest(path)).status).toBe(404)
})
