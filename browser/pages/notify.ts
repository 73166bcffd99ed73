// Web Push notifications when a player joins a room. The button is hidden in browsers without Web Push.
import { readSetting, saveSetting } from '../local-settings.ts'
import { setText } from '../ui/elements.ts'

const button = document.querySelector<HTMLButtonElement>('[data-notify]')
const message = document.querySelector<HTMLElement>('[data-notify-message]')
if (button && message && 'serviceWorker' in navigator && 'PushManager' in window) {
  button.hidden = false
  void showState(button)
  button.addEventListener('click', () => void toggle(button, message))
  // Another tab has changed the subscription.
  addEventListener('storage', () => void showState(button))
}

/** The name of the setting that stores the endpoint of this browser's subscription to a room. */
function settingOf(room: string): string {
  return `notifications ${room}`
}

async function toggle(button: HTMLButtonElement, message: HTMLElement): Promise<void> {
  const room = button.dataset.notify ?? ''
  button.disabled = true
  try {
    const isOn = await isSubscribed(room)
    if (isOn) await unsubscribe(room)
    else await subscribe(room)
    setText(
      message,
      isOn
        ? 'You get no more notifications of this room.'
        : 'You get a notification when a player joins the empty room, at most every 15 minutes.',
    )
  } catch (error) {
    setText(message, error instanceof Error ? error.message : String(error))
  }
  button.disabled = false
  await showState(button)
}

async function showState(button: HTMLButtonElement): Promise<void> {
  const isOn = await isSubscribed(button.dataset.notify ?? '')
  setText(button, isOn ? 'Stop notifying me' : 'Notify me when a player joins')
  button.setAttribute('aria-pressed', `${isOn}`)
}

async function isSubscribed(room: string): Promise<boolean> {
  const known = readSetting(settingOf(room))
  if (typeof known !== 'string') return false
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  // If the browser has replaced its subscription, the stored endpoint is no longer valid.
  return subscription?.endpoint === known
}

async function subscribe(room: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Your browser blocks notifications of this site. Allow them in its settings.')
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await (await answerOf('/api/notifications/key')).json()
  const subscription = await subscribeWith(pushManager, publicKey)
  await request(room, 'POST', subscription.toJSON())
  saveSetting(settingOf(room), subscription.endpoint)
}

/** Replaces a subscription that was made with another key, because the site has a new key after a loss of its data. */
async function subscribeWith(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old =
      error instanceof DOMException &&
      error.name === 'InvalidStateError' &&
      (await pushManager.getSubscription())
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function unsubscribe(room: string): Promise<void> {
  await request(room, 'DELETE', { endpoint: readSetting(settingOf(room)) })
  saveSetting(settingOf(room), undefined)
}

async function request(room: string, method: 'POST' | 'DELETE', body: unknown): Promise<void> {
  await answerOf(`/api/rooms/${room}/notifications`, {
    ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  })
}

/** Throws an Error with the site's message. A 404 for DELETE is a success: the browser is then not subscribed. */
async function answerOf(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    const answer = await fetch(path, init)
    if (answer.ok || (init.method === 'DELETE' && answer.status === 404)) return answer
    return Promise.reject(new Error((await answer.json()).detail))
  } catch {
    // The network is lost, or the answer is not JSON, for example the page of a proxy.
    throw new Error('The site does not answer. Try again later.')
  }
}
