// Making a room with a file at hand: dropped anywhere on the page, tried with every game that takes its kind, and what is
// in it shown before anything is made. The form itself is the browser's own.

import { send, sendsMuch } from './sending.ts'

const form = () => document.querySelector<HTMLFormElement>('form[data-new]')

const drop = document.querySelector<HTMLElement>('[data-drop]')
if (drop) drop.hidden = false
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (file) void take(file)
})
drop?.querySelector('input')?.addEventListener('change', (event) => {
  const file = (event.target as HTMLInputElement).files?.[0]
  if (file) void take(file)
})
watch()

/** Into the form that is here, or into that of the first game that can read it. */
async function take(file: File): Promise<void> {
  if (form()) return choose(file)
  const games = [...document.querySelectorAll<HTMLElement>('[data-takes]')]
  const takers = games.filter(({ dataset }) => takes(dataset.takes ?? '', file.name))
  const [only] = takers
  if (only && takers.length === 1) return open(only, file)
  // Where the site's token is wanted, nobody without it is told what is in a file.
  if (only && drop?.dataset.creation === 'admin')
    return say(
      `Choose one below: ${takers.map((game) => game.querySelector('a')?.textContent).join(' or ')}.`,
    )
  say(`Reading ${file.name} …`)
  const faults: string[] = []
  for (const taker of takers) {
    const { ok, text } = await preview(taker.dataset.game ?? '', file)
    if (ok) return open(taker, file)
    faults.push(text)
  }
  say(faults[0] ?? `No game here supports files like ${file.name}.`)
}

/** `.zip,.json`: whether a file of this name is one of these. */
function takes(endings: string, name: string): boolean {
  return endings.split(',').some((ending) => name.toLowerCase().endsWith(ending))
}

/** The form of this card in the place of this page, with the file in it. */
async function open(card: HTMLElement, file: File): Promise<void> {
  const address = card.querySelector('a')?.getAttribute('href') ?? '/new'
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
  const content = page.querySelector('main')
  if (!content) return location.assign(address)
  document.querySelector('main')?.replaceWith(content)
  document.title = page.title
  history.pushState(null, '', address)
  watch()
  choose(file)
}

function choose(file: File): void {
  const input = form()?.querySelector<HTMLInputElement>('input[name=file]')
  if (!input) return
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change'))
}

/** Shows what is in the file that is chosen, and that a form that was sent is under way. */
function watch(): void {
  const here = form()
  const input = here?.querySelector<HTMLInputElement>('input[name=file]')
  const lookAgain = () => void (input && look(input))
  input?.addEventListener('change', lookAgain)
  // Without the site's token nothing was told of the file.
  here?.querySelector('input[name=token]')?.addEventListener('change', lookAgain)
  // What it does is done as soon as a file is chosen.
  here?.querySelector('[data-look]')?.remove()
  here?.addEventListener('submit', (event) => {
    if (sendsMuch(here)) {
      event.preventDefault()
      return send(here)
    }
    const button = here.querySelector<HTMLButtonElement>('button[type=submit]')
    if (button) button.textContent = 'Creating …'
  })
}

async function look(input: HTMLInputElement): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-preview]')
  const file = input.files?.[0]
  if (!place || !file) return
  place.textContent = `Reading ${file.name} …`
  const { ok, found, text } = await preview(form()?.dataset.new ?? '', file)
  if (input.files?.[0] !== file) return
  place.classList.toggle('error', !ok)
  place.replaceChildren(found ?? text)
}

/** What is in the file, as this site's page shows it, or why it will not do. */
async function preview(game: string, file: File): Promise<{ ok: boolean; found?: Element; text: string }> {
  const body = new FormData()
  const token = form()?.querySelector<HTMLInputElement>('input[name=token]')?.value
  if (token !== undefined) body.set('token', token)
  // Of a room from elsewhere the file says it.
  if (game !== '') body.set('game', game)
  body.set('file', file)
  const answer = await fetch('/new/preview', { method: 'POST', body, headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const found = page.querySelector('[data-found]')
  if (answer.ok && found) return { ok: true, found, text: '' }
  return {
    ok: false,
    text: page.querySelector('main p')?.textContent ?? 'The file cannot be read right now.',
  }
}

/** Where the file that was dropped is spoken of. */
function say(text: string): void {
  const place = document.querySelector('[data-drop] [role=status]')
  if (place) place.textContent = text
}
