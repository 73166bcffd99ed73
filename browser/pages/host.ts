// The script of the host page. The token, which follows the `#` in the host link, is stored in this browser and filled
// into every form.

import { Connection } from '../connection/connection.ts'
import { createElement } from '../ui/elements.ts'
import { clearFormError, type FormError, showFormError } from './form-errors.ts'
import { deleteOwnerToken, ownerTokenOf, saveOwnerToken } from './owner-tokens.ts'
import { PageRefresher } from './page-refresher.ts'

/** The live feed reports no changes that appear only in the log, so the page is also refreshed at this interval. */
const refreshEveryMs = 10_000

/** The address has a token after its `#`, or the name of a tab, which is shorter than 20 characters. */
const tokenPattern = /^[\w-]{20,}$/

const room = document.querySelector<HTMLElement>('[data-room]')?.dataset.room ?? ''

acceptAddress()
addEventListener('hashchange', acceptAddress)
showTokenState(ownerTokenOf(room))

/** The page is fetched with the token, because only then does it contain the players, bans, log and costs. */
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

function acceptAddress(): void {
  const part = location.hash.slice(1)
  if (tokenPattern.test(part)) return void acceptToken(part)
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-tab]')]
  const shown = links.find(({ hash }) => hash === location.hash) ?? links[0]
  for (const link of links)
    if (link === shown) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

/** A link with an invalid token must not replace a valid stored token. */
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

/** Removes the token from the address, so that a user who shows or shares the address does not reveal the token. */
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

/** The site answers these forms with the host page again, so the script submits them and reloads the page. */
const sentByScript = [
  ...['look', 'change', 'people', 'reports', 'broadcast', 'ban', 'lift', 'unmute', 'invite', 'unhook'],
]

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (!sentByScript.includes(form.dataset.form ?? '')) return
  event.preventDefault()
  void sendForm(form, event.submitter)
})

// Otherwise a double click would submit the form twice, and for example add a webhook twice.
document.addEventListener('click', (event) => {
  if (event.detail > 1 && (event.target as HTMLElement).closest('button[type=submit]')) event.preventDefault()
})

/** Reloads the page after a success. After an error, shows the error beside its field and keeps the form. */
async function sendForm(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new FormData(form, button)
  const answer = await post(form, body)
  if (!answer) return
  const token = String(body.get('token')).trim()
  if (form.dataset.form === 'look') saveOwnerToken(room, token.replace(/^.*\/.*#/, ''))
  history.replaceState(null, '', answer.url + location.hash)
  location.reload()
}

/** Undefined if the site refuses the form or does not answer. The form then shows the error. */
async function post(form: HTMLFormElement, body: FormData): Promise<Response | undefined> {
  clearFormError(form)
  try {
    const answer = await fetch(location.pathname, {
      ...{ method: 'POST', body, headers: { accept: 'application/json' } },
    })
    if (answer.ok) return answer
    showFormError(form, await answer.json().catch((): FormError => ({}))) // the page of a proxy is not JSON
  } catch {
    // The network is unavailable, or the site does not answer.
    showFormError(form, { detail: 'The site does not answer. Try again.' })
  }
  return undefined
}

/** Shows the output of the console command, and clears the input for the next command. */
async function sendLine(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const answer = await post(form, new FormData(form, button))
  if (!answer) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const place = document.querySelector('[data-answers]')
  place?.replaceChildren(...(page.querySelector('[data-answers]')?.childNodes ?? []))
  place?.scrollIntoView({ block: 'nearest' })
  refresher.requestRefresh()
  for (const typed of form.querySelectorAll('input')) if (typed.name === 'line') typed.value = ''
}

function showTokenState(token: string | undefined): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-token]')) {
    // A field with an error, for example about a token that has become invalid, stays visible.
    field.hidden = token !== undefined && !field.querySelector('[role=alert]')
    const input = field.querySelector('input')
    if (input) input.value = token ?? ''
  }
  for (const said of document.querySelectorAll<HTMLElement>('[data-if-token]'))
    said.hidden = (said.dataset.ifToken === 'yes') !== (token !== undefined)
}

/** Shows a notice if the stored host link is invalid, for example because the host has created a new link. */
function showWhetherValid(answer: Response): Response {
  const notice = document.querySelector<HTMLElement>('[data-void-token]')
  if (notice && (answer.ok || answer.status === 401)) notice.hidden = answer.ok
  return answer
}

function onReplaced(): void {
  document.querySelector('[data-act=look]')?.remove()
  showTokenState(ownerTokenOf(room))
}

function fetchOwnerPage(token: string): Promise<Response> {
  const asking = new FormData()
  asking.append('token', token)
  asking.append('act', 'look')
  return fetch(location.pathname, { method: 'POST', body: asking })
}

function offerTimeZones(): void {
  const input = document.querySelector<HTMLInputElement>('[data-time-zone]')
  if (!input) return
  const names = Intl.supportedValuesOf('timeZone').map((value) => createElement('option', { value }))
  input.after(createElement('datalist', { id: input.getAttribute('list') ?? '' }, ...names))
  input.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone
}
