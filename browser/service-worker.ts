// The service worker only shows notifications about players in rooms. It imports nothing and caches nothing.

/** The content of a push, as the room sends it (durable-objects/room/push/push-message.ts). */
interface PushContent {
  readonly title: string
  readonly body: string
  /** `game/room` */
  readonly room: string
  readonly url: string
}

/** TypeScript's types for pages do not contain the service worker's global scope. */
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: object): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: () => void): void
  addEventListener(
    type: 'push',
    listener: (event: ExtendableEvent & { readonly data: { json(): PushContent } | null }) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listener: (
      event: ExtendableEvent & { readonly action: string; readonly notification: Notification },
    ) => void,
  ): void
}

/** Keeps the service worker running until the passed promise is settled. */
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

const worker = self as unknown as ServiceWorkerScope
const stopAction = 'stop'

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('push', (event) => {
  const content = event.data?.json()
  if (content) event.waitUntil(show(content))
})

worker.addEventListener('notificationclick', (event) => {
  const { room, url }: PushContent = event.notification.data
  event.notification.close()
  event.waitUntil(event.action === stopAction ? stop(room) : openRoom(url))
})

/** A new notification replaces the previous notification of the same room. */
function show(content: PushContent): Promise<void> {
  const { title, body, room } = content
  return worker.registration.showNotification(title, {
    ...{ body, tag: room, data: content, actions: [{ action: stopAction, title: 'Stop notifying me' }] },
  } as NotificationOptions)
}

async function stop(room: string): Promise<void> {
  const subscription = await worker.registration.pushManager.getSubscription()
  if (!subscription) return
  await fetch(`/api/rooms/${room}/notifications`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: subscription.endpoint }),
  })
}

/** Shows the room in a tab that is already open, or in a new tab. */
async function openRoom(url: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url.startsWith(url) && /^($|[/?#])/.test(one.url.slice(url.length)))
  if (tab) await tab.focus()
  else await worker.clients.openWindow(url)
}

// This export makes the file a module, so that its declarations are not global.
export {}
