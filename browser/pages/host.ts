// The host's page: the token that came behind the link's `#` is kept in this browser and filled into every form.
import { dropToken, keepToken, tokenOf } from '../host-tokens.ts'

const room = document.querySelector<HTMLElement>('[data-room]')?.dataset.room ?? ''

const given = location.hash.slice(1)
if (given) {
  keepToken(room, given)
  // Not to be seen over somebody's shoulder, nor sent to somebody with the address.
  history.replaceState(null, '', location.pathname + location.search)
}
show(tokenOf(room))

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
