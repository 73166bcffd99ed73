// The script of the host page. The script stores the token, which follows the `#` in the host link, in this browser and
// fills it into every form.

import { Connection } from '../connection/connection.ts'
import { createElement } from '../ui/elements.ts'
import { clearFormError, type FormError, showFormError } from './form-errors.ts'
import { deleteOwnerToken, ownerTokenOf, saveOwnerToken } from './owner-tokens.ts'
import { PageRefresher } from './page-refresher.ts'

/** Milliseconds between refreshes. Regular refreshes are needed for changes that appear only in the log. */
const refreshEveryMs = 10_000

/** The pattern of a token after the `#`. The names of tabs, which can also follow the `#`, are shorter. */
const tokenPattern = /^[\w-]{20,}$/

const room = document.querySelector<HTMLElement>('[data-room]')?.dataset.room ?? ''

acceptAddress()
addEventListener('hashchange', acceptAddress)
showTokenState(ownerTokenOf(room))

/** Refreshes the page with the token, so that it contains the players, bans, log and costs. */
const refresher = new PageRefresher(
  () => {
    const token = ownerTokenOf(room)
    return token === undefined ? undefined : fetchOwnerPage(token).then(showWhetherValid)
  },
  { onReplaced, everyMs: refreshEveryMs },
)
offerTimeZones()
void refresher.refreshNow()
new Connection(`/api/live?${new URLSearchParams({ room })}`, { received: () => refresher.requestRefresh() })

/** Reads the part of the address after the `#`, which is a token or the name of a tab. */
function acceptAddress(): void {
  const part = location.hash.slice(1)
  if (tokenPattern.test(part)) return void acceptToken(part)
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-tab]')]
  const shown = links.find(({ hash }) => hash === location.hash) ?? links[0]
  for (const link of links)
    if (link === shown) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

/**
 * Stores a valid token. The check is necessary, because a link with an invalid token must not replace a valid stored
 * token.
 */
async function acceptToken(token: string): Promise<void> {
  const known = ownerTokenOf(room)
  if (known !== undefined && known !== token) {
    const answer = await fetchOwnerPage(token).catch(() => undefined) // the site is unreachable
    // If the site is unreachable, the token is checked when the page is opened again.
    if (answer?.status !== 401 && !answer?.ok) return
    if (!answer.ok) return clearTokenFromUrl()
  }
  saveOwnerToken(room, token)
  clearTokenFromUrl()
  showTokenState(token)
}

/** Removes the token from the address, so that other people do not see or receive it with the address. */
function clearTokenFromUrl(): void {
  history.replaceState(null, '', location.pathname + location.search)
  acceptAddress()
}

document.querySelector('[data-forget-token]')?.addEventListener('click', () => {
  deleteOwnerToken(room)
  showTokenState(undefined)
})

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-act=say]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendLine(form, event.submitter)
  })

/** The forms whose answer is this page. This script sends these forms. The browser submits all other forms. */
const sentByScript = [
  ...['look', 'change', 'people', 'reports', 'broadcast', 'ban', 'lift', 'unmute', 'invite', 'unhook'],
]

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (!sentByScript.includes(form.dataset.form ?? '')) return
  event.preventDefault()
  void sendForm(form, event.submitter)
})

// The second click of a double click would send the form again, for example add a webhook twice.
document.addEventListener('click', (event) => {
  if (event.detail > 1 && (event.target as HTMLElement).closest('button[type=submit]')) event.preventDefault()
})

/** Sends a form. Opens the answer, or shows the error beside its field and keeps the form. */
async function sendForm(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new FormData(form, button)
  const answer = await post(form, body, 'application/json')
  if (!answer) return
  if (!answer.ok)
    return showFormError(
      form,
      await answer.json().catch((): FormError => ({})), // the page of a proxy is not JSON
    )
  if (form.dataset.form === 'look') saveOwnerToken(room, String(body.get('token')).replace(/.*#/, ''))
  history.replaceState(null, '', answer.url + location.hash)
  location.reload()
}

/** The answer to a form. Undefined if the site does not answer, which the form then shows. */
async function post(form: HTMLFormElement, body: FormData, accept: string): Promise<Response | undefined> {
  clearFormError(form)
  try {
    return await fetch(location.pathname, { method: 'POST', body, headers: { accept } })
  } catch {
    // The network is gone, or the site does not answer.
    showFormError(form, { detail: 'The site does not answer. Try again.' })
    return undefined
  }
}

/** Sends a console line, shows the output below it, and clears the input for the next line. */
async function sendLine(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const answer = await post(form, new FormData(form, button), 'text/html')
  if (!answer) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const place = document.querySelector('[data-answers]')
  const said = page.querySelector(answer.ok ? '[data-answers]' : 'main')
  place?.replaceChildren(...(said?.childNodes ?? []))
  place?.scrollIntoView({ block: 'nearest' })
  refresher.requestRefresh()
  if (answer.ok)
    for (const typed of form.querySelectorAll('input')) if (typed.name === 'line') typed.value = ''
}

function showTokenState(token: string | undefined): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-token]')) {
    // An error beside the field, about a token that has stopped working, stays visible.
    field.hidden = token !== undefined && !field.querySelector('[role=alert]')
    const input = field.querySelector('input')
    if (input) input.value = token ?? ''
  }
  for (const said of document.querySelectorAll<HTMLElement>('[data-if-token]'))
    said.hidden = (said.dataset.ifToken === 'yes') !== (token !== undefined)
}

/** Tells the user that the stored host link has stopped working, for example because there is a new one. */
function showWhetherValid(answer: Response): Response {
  const notice = document.querySelector<HTMLElement>('[data-void-token]')
  if (notice && (answer.ok || answer.status === 401)) notice.hidden = answer.ok
  return answer
}

/**
 * Called after parts were replaced. Removes the button that requests the data, and fills the token into the new forms.
 */
function onReplaced(): void {
  document.querySelector('[data-act=look]')?.remove()
  showTokenState(ownerTokenOf(room))
}

/** Requests the host page with this token. */
function fetchOwnerPage(token: string): Promise<Response> {
  const asking = new FormData()
  asking.append('token', token)
  asking.append('act', 'look')
  return fetch(location.pathname, { method: 'POST', body: asking })
}

/** Adds the names of time zones to the form, and fills in the host's time zone. */
function offerTimeZones(): void {
  const input = document.querySelector<HTMLInputElement>('[data-time-zone]')
  if (!input) return
  const names = Intl.supportedValuesOf('timeZone').map((value) => createElement('option', { value }))
  input.after(createElement('datalist', { id: input.getAttribute('list') ?? '' }, ...names))
  input.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone
}
