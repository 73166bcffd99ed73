// The host's page: the token that came behind the link's `#` is kept in this browser and filled into every form.
import { dropToken, keepToken, tokenOf } from '../host-tokens.ts'
import { takeParts } from '../parts.ts'

/** How often it is asked who is in, while somebody looks. */
const lookEveryMs = 5000

const room = document.querySelector<HTMLElement>('[data-room]')?.dataset.room ?? ''

const given = location.hash.slice(1)
if (given) {
  keepToken(room, given)
  // Not to be seen over somebody's shoulder, nor sent to somebody with the address.
  history.replaceState(null, '', location.pathname + location.search)
}
show(tokenOf(room))
void look()
setInterval(() => void look(), lookEveryMs)
document.addEventListener('visibilitychange', () => void look())

document.querySelector('[data-let-go]')?.addEventListener('click', () => {
  dropToken(room)
  show(undefined)
})

function show(token: string | undefined): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-token]')) {
    field.hidden = token !== undefined
    const input = field.querySelector('input')
    if (input) input.value = token ?? ''
  }
  for (const said of document.querySelectorAll<HTMLElement>('[data-holds]'))
    said.hidden = (said.dataset.holds === 'yes') !== (token !== undefined)
}

/** Asks for the page once more as who may see who is in, and takes that part of it over. */
async function look(): Promise<void> {
  const token = tokenOf(room)
  if (token === undefined || document.hidden) return
  const asking = new FormData()
  asking.append('token', token)
  asking.append('act', 'look')
  const answer = await fetch(location.pathname, { method: 'POST', body: asking }).catch(() => undefined)
  // Away, or no longer the host: what was seen stands, and the forms say what is wrong.
  if (!answer?.ok) return
  const seen = new DOMParser().parseFromString(await answer.text(), 'text/html')
  takeParts(seen)
  document.querySelector('[data-act=look]')?.remove()
  show(tokenOf(room))
}
