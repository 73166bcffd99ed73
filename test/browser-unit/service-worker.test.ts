// Runs the service worker in a fake global scope that records the calls of the service worker.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

type Listener = (event: object) => void

const listeners = new Map<string, Listener>()
const shown: unknown[] = []
const opened: string[] = []
const focused: string[] = []
const requests: unknown[] = []
const content = {
  ...{ title: 'Hollowford', body: 'Ann is playing.', room: 'crossfire/harbor' },
  url: 'https://play.test/crossfire/harbor',
}
let tabs: string[] = []

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {
      showNotification: async (...given: unknown[]) => void shown.push(given),
      pushManager: { getSubscription: async () => ({ endpoint: 'https://push.test/1' }) },
    },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  })
  vi.stubGlobal(
    'fetch',
    async (path: string, init: RequestInit) => void requests.push([path, init.method, init.body]),
  )
  await import('../../browser/service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

async function dispatch(type: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined
  listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

const click = (action: string) =>
  dispatch('notificationclick', { action, notification: { data: content, close() {} } })

it('the service worker shows a notification that replaces the previous notification of its room', async () => {
  await dispatch('push', { data: { json: () => content } })
  expect(shown).toEqual([
    [
      'Hollowford',
      expect.objectContaining({ body: 'Ann is playing.', tag: 'crossfire/harbor', data: content }),
    ],
  ])
})

it('a click on a notification opens the room in the tab that already shows the room', async () => {
  await click('')
  expect(opened).toEqual([content.url])
  // The path of another room starts with the path of this room.
  const ownTabs = [`${content.url}/play`, `${content.url}?t=5`, content.url]
  for (const own of ownTabs) {
    tabs = ['https://play.test/', `${content.url}-2`, own]
    await click('')
  }
  expect([opened.length, focused]).toEqual([1, ownTabs])
})

it('one click in a notification disables the notifications of the room', async () => {
  await click('stop')
  expect(requests).toEqual([
    ['/api/rooms/crossfire/harbor/notifications', 'DELETE', '{"endpoint":"https://push.test/1"}'],
  ])
})
