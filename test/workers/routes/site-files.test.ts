import { expect, it } from 'vitest'
import { sendRequest } from '../fixtures/requests.ts'

it('/favicon.ico is the logo as an icon', async () => {
  const answer = await sendRequest('/favicon.ico')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 0, 1, 0])
})

it('/robots.txt keeps crawlers out of forms, the API and running games', async () => {
  const answer = await sendRequest('/robots.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  for (const path of ['/api/', '/embed/', '/new', '/*/*/host', '/*/*/play'])
    expect(lines).toContain(`Disallow: ${path}`)
})
