// Keeps the parts of a page that are marked `data-seen` as the site has them by now, while somebody looks; and sends the form
// of choices (`data-choose`) at every change of it, so that nobody need press its button.
import { takeParts } from '../parts.ts'

/** Milliseconds between two looks; after one that failed, twice as many, and so on. */
const every = 3000
const longestWait = 60_000
/** A letter is seldom the last. */
const typingPause = 200

/** Other pages only wait for their form. */
const hasParts = document.querySelector('[data-seen]') !== null
const form = document.querySelector<HTMLFormElement>('form[data-choose]')
let has = ''
let wait = every
let next: ReturnType<typeof setTimeout> | undefined
let typing: ReturnType<typeof setTimeout> | undefined

document.addEventListener('visibilitychange', () => void look())
addEventListener('online', () => void look())
form?.addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(choose, typingPause)
})
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  choose()
})
form?.querySelector('button')?.setAttribute('hidden', '')
later()

/** What is chosen stands in the address, to be kept and sent on. */
function choose(): void {
  clearTimeout(typing)
  const chosen = new URLSearchParams()
  for (const [name, value] of new FormData(form!)) if (value !== '') chosen.append(name, String(value))
  history.replaceState(null, '', `${location.pathname}${chosen.size > 0 ? `?${chosen}` : ''}`)
  void look()
}

function later(): void {
  clearTimeout(next)
  if (hasParts && !document.hidden) next = setTimeout(() => void look(), wait)
}

async function look(): Promise<void> {
  clearTimeout(next)
  if (document.hidden || !hasParts) return
  const asked = location.href
  const answer = await fetch(asked, {
    headers: { accept: 'text/html', ...(has && { 'if-none-match': has }) },
  }).catch(() => undefined)
  // Something else was chosen meanwhile, and is under way.
  if (asked !== location.href) return
  if (answer?.ok) {
    has = answer.headers.get('etag') ?? ''
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    takeParts(page)
  }
  wait = answer && (answer.ok || answer.status === 304) ? every : Math.min(2 * wait, longestWait)
  later()
}
