// A visitor's browser is notified when a player joins a room. The test runs its own push service on this machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { PushReceiver, verifiedClaims } from '../../push-receiver.ts'
import { pollOptions } from '../../timeouts.ts'
import { test as base } from '../browser-test.ts'

/** The settings of a site that allows push services on this machine. */
const test = base.extend('env', { scope: 'file' }, () => ({ WEBHOOKS: 'anywhere' }))

interface ReceivedMessage {
  readonly authorization: string
  readonly body: Buffer
}

async function startPushService() {
  const received: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    received.push({ authorization: request.headers.authorization ?? '', body: await buffer(request) })
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/push/1` }
}

/** Replaces the browser's push manager, because Chromium has no push service in tests. */
async function usePushService(page: Page, subscription: PushReceiver['subscription']): Promise<void> {
  await page.addInitScript((given) => {
    let current: object | null = null
    const subscribed = { ...given, toJSON: () => given, unsubscribe: async () => true }
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        Object.assign(window, { applicationServerKey })
        current = subscribed
        return current
      },
      getSubscription: async () => current,
    })
    Notification.requestPermission = async () => 'granted'
  }, subscription)
}

test('a visitor is notified when a player has joined, and turns the notifications off with one click', async ({
  site,
  open,
}) => {
  const service = await startPushService()
  const browser = new PushReceiver(service.url)
  const page = await open({ once: true })
  await usePushService(page, browser.subscription)
  await page.goto(`${site.url}/crossfire/harbor`)
  await page.getByRole('button', { name: 'Notify me when a player joins' }).click()
  await page.getByText('You get a notification when a player joins the empty room').waitFor()

  const player = await open()
  await player.goto(`${site.url}/crossfire/harbor/play`)
  await player.getByLabel('Your name').fill('Nora')
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => service.received.length, pollOptions).toBe(1)
  const [{ authorization, body }] = service.received as [ReceivedMessage]
  expect(browser.decrypt(body)).toEqual({
    ...{ title: 'Hollowford', body: 'Nora is playing. Join them in Crossfire.' },
    ...{ room: 'crossfire/harbor', url: `${site.url}/crossfire/harbor` },
  })
  const key = await page.evaluate(
    () => (window as unknown as { applicationServerKey: string }).applicationServerKey,
  )
  expect(verifiedClaims(authorization, key).aud).toBe(new URL(service.url).origin)

  // In another tab the user turns the notifications off and on again.
  const tab = await page.context().newPage()
  await tab.goto(`${site.url}/docs`)
  const setting = ['packetboat notifications crossfire/harbor', JSON.stringify(browser.endpoint)] as const
  await tab.evaluate(([name]) => localStorage.removeItem(name), setting)
  await page.getByRole('button', { name: 'Notify me when a player joins' }).waitFor()
  await tab.evaluate(([name, value]) => localStorage.setItem(name, value), setting)

  await page.getByRole('button', { name: 'Stop notifying me' }).click()
  await page.getByText('You get no more notifications of this room.').waitFor()
  const gone = await site.fetch('/api/rooms/crossfire/harbor/notifications', {
    ...{ method: 'DELETE', body: JSON.stringify({ endpoint: browser.endpoint }) },
  })
  expect(gone.status).toBe(404)
})
