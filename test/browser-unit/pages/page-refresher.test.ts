import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageRefresher } from '../../../browser/pages/page-refresher.ts'

const shown: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      hidden: false,
      querySelectorAll: () => [],
      querySelector: () => null,
    }),
  )
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { href: 'https://play.test/' })
  class Parser {
    parseFromString(text: string) {
      shown.push(text)
      return { querySelectorAll: () => [] }
    }
  }
  vi.stubGlobal('DOMParser', Parser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an answer is shown unless the answer of a later request is already shown', async () => {
  const answers: ((page: Response) => void)[] = []
  const refresher = new PageRefresher(() => new Promise((resolve) => answers.push(resolve)))
  for (let n = 0; n < 4; n++) void refresher.refreshNow()
  for (const n of [1, 0, 3, 2]) {
    answers[n]!(new Response(`page ${n}`))
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(shown).toEqual(['page 1', 'page 3'])
})

it('a part in which the user has the focus is replaced after the focus has left, even if the server sends only a 304', async () => {
  let focused = true
  const control = { matches: () => true }
  const old = { contains: () => focused, querySelectorAll: () => [], replaceChildren: vi.fn() }
  Object.assign(document, { activeElement: control, querySelector: () => old })
  vi.stubGlobal('CustomEvent', Event)
  const fresh = {
    dataset: { refresh: 'ways' },
    innerHTML: 'port 7',
    childNodes: [],
    querySelectorAll: () => [],
  }
  const page = { querySelectorAll: () => [fresh] }
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => page
    },
  )
  const fetchPage = vi.fn(async (etag: string) =>
    etag === '"7"' ? new Response(null, { status: 304 }) : new Response('page', { headers: { etag: '"7"' } }),
  )
  const refresher = new PageRefresher(fetchPage)
  await refresher.refreshNow()
  await refresher.refreshNow()
  expect(old.replaceChildren).not.toHaveBeenCalled()
  focused = false
  await refresher.refreshNow()
  await refresher.refreshNow()
  expect(old.replaceChildren).toHaveBeenCalledOnce()
  expect(fetchPage.mock.calls).toEqual([[''], ['"7"'], ['"7"'], ['"7"']])
})
