// The host's page: the token that came behind the link's `#` is kept in this browser and filled into every form.

import { Connection } from '../connection.ts'
import { Fresh } from './fresh.ts'
import { dropToken, keepToken, tokenOf } from './host-tokens.ts'

/** Of what only the log tells. */
const lookEveryMs = 10_000

const room = document.querySelector<HTMLElement>('[data-room]')?.dataset.room ?? ''

const given = location.hash.slice(1)
if (given) void take(given)
show(tokenOf(room))

/** The page as who may see it has it: who is in, who is banned, the log, the costs. */
const fresh = new Fresh(
  () => {
    const token = tokenOf(room)
    return token === undefined ? undefined : lookedBy(token)
  },
  { taken: tookOver, everyMs: lookEveryMs },
)
void fresh.now()
new Connection(`/api/live?${new URLSearchParams({ room })}`, { heard: () => fresh.isNew() })

/** What this browser has already gives way to the room's own link alone: anybody may make one that is none. */
async function take(token: string): Promise<void> {
  const known = tokenOf(room)
  if (known !== undefined && known !== token) {
    const answer = await lookedBy(token).catch(() => undefined) // the site is away
    if (answer?.status !== 401 && !answer?.ok) return // away: the page opened again asks again
    if (!answer.ok) return forgetGiven()
  }
  keepToken(room, token)
  forgetGiven()
  show(token)
}

/** Not to be seen over somebody's shoulder, nor sent to somebody with the address. */
function forgetGiven(): void {
  history.replaceState(null, '', location.pathname + location.search)
}

document.querySelector('[data-let-go]')?.addEventListener('click', () => {
  dropToken(room)
  show(undefined)
})

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-act=say]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void say(form, event.submitter)
  })

/** What is answered is shown in its place; a form that is typed into is ready for the next line. */
async function say(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new FormData(form, button)
  const answer = await fetch(location.pathname, { method: 'POST', body, headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const place = document.querySelector('[data-answers]')
  const said = page.querySelector(answer.ok ? '[data-answers]' : 'main')
  place?.replaceChildren(...(said?.childNodes ?? []))
  place?.scrollIntoView({ block: 'nearest' })
  fresh.isNew()
  if (answer.ok)
    for (const typed of form.querySelectorAll('input')) if (typed.name === 'line') typed.value = ''
}

function show(token: string | undefined): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-token]')) {
    field.hidden = token !== undefined
    const input = field.querySelector('input')
    if (input) input.value = token ?? ''
  }
  for (const said of document.querySelectorAll<HTMLElement>('[data-holds]'))
    said.hidden = (said.dataset.holds === 'yes') !== (token !== undefined)
}

/** Nobody need ask for it any more; and forms that came with it want the token, too. */
function tookOver(): void {
  document.querySelector('[data-act=look]')?.remove()
  show(tokenOf(room))
}

/** The page as this token has it. */
function lookedBy(token: string): Promise<Response> {
  const asking = new FormData()
  asking.append('token', token)
  asking.append('act', 'look')
  return fetch(location.pathname, { method: 'POST', body: asking })
}
