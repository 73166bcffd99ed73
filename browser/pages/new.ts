// The script of the pages that create a room. The script accepts a file that is dropped anywhere on the page, finds the
// game that can read it, and previews its content. The form also works without the script.

import { submitUpload } from './upload-form.ts'

const form = () => document.querySelector<HTMLFormElement>('form[data-new]')

const noAnswer = 'The site does not answer. Try again.'

const currentAddress = () => location.pathname + location.search
/** The address from which the shown content was loaded. */
let shownAddress = currentAddress()

const dropZone = document.querySelector<HTMLElement>('[data-drop]')
if (dropZone) dropZone.hidden = false
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (file) void acceptFile(file)
})
dropZone?.querySelector('input')?.addEventListener('change', (event) => {
  const file = (event.target as HTMLInputElement).files?.[0]
  if (file) void acceptFile(file)
})
bindForm()
// When the user goes back, the browser restores the address, but not the content that the script has replaced.
addEventListener('popstate', () => {
  if (currentAddress() !== shownAddress) location.reload()
})

/** Puts the file into the form on this page, or else into the form of the first game that can read the file. */
async function acceptFile(file: File): Promise<void> {
  if (form()) return selectFile(file)
  const games = [...document.querySelectorAll<HTMLElement>('[data-accepts]')]
  // `data-accepts` is a list such as `.zip,.json`.
  const candidates = games.filter(({ dataset }) =>
    dataset.accepts?.split(',').some((ending) => file.name.toLowerCase().endsWith(ending)),
  )
  const [only] = candidates
  if (only && candidates.length === 1) return openGameForm(only, file)
  // If creating rooms requires the site token, previews also require it.
  if (only && dropZone?.dataset.creation === 'admin')
    return showStatus(
      `Choose one below: ${candidates.map((game) => game.querySelector('a')?.textContent).join(' or ')}.`,
    )
  showStatus(`Reading ${file.name} …`)
  const errors: string[] = []
  for (const taker of candidates) {
    const { ok, text } = await preview(taker.dataset.game ?? '', file)
    if (ok) return openGameForm(taker, file)
    errors.push(text)
  }
  showStatus(errors[0] ?? `No game here supports files like ${file.name}.`)
}

/** Replaces this page with the form of the card's game. */
async function openGameForm(card: HTMLElement, file: File): Promise<void> {
  const address = card.querySelector('a')?.getAttribute('href') ?? '/new'
  const page = await fetchPage(address)
  if (!page) return showStatus(noAnswer)
  const content = page.querySelector('main')
  if (!content) return location.assign(address)
  document.querySelector('main')?.replaceWith(content)
  document.title = page.title
  history.pushState(null, '', address)
  shownAddress = currentAddress()
  bindForm()
  selectFile(file)
}

function selectFile(file: File): void {
  const input = form()?.querySelector<HTMLInputElement>('input[name=file]')
  if (!input) return
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change'))
}

/** Adds previews, and progress during the submission, to the form of this page. */
function bindForm(): void {
  const here = form()
  const input = here?.querySelector<HTMLInputElement>('input[name=file]')
  const lookAgain = () => void (input && showPreview(input))
  input?.addEventListener('change', lookAgain)
  // The script repeats the preview when the user enters the site token, because the site may have refused a preview
  // without the token.
  here?.querySelector('input[name=token]')?.addEventListener('change', lookAgain)
  // The preview button is removed, because selecting a file already previews it.
  here?.querySelector('[data-look]')?.remove()
  here?.addEventListener('submit', (event) => {
    event.preventDefault()
    void submitUpload(here)
  })
}

async function showPreview(input: HTMLInputElement): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-preview]')
  const file = input.files?.[0]
  if (!place || !file) return
  if (form()?.querySelector<HTMLInputElement>('input[name=token]')?.value === '') {
    place.classList.remove('error')
    place.textContent = "Enter the site's token above to see the content here."
    return
  }
  place.textContent = `Reading ${file.name} …`
  const { ok, found, text } = await preview(form()?.dataset.new ?? '', file)
  if (input.files?.[0] !== file) return
  place.classList.toggle('error', !ok)
  place.replaceChildren(found ?? text)
  if (found instanceof HTMLElement) showFileOptions(JSON.parse(found.dataset.options ?? '{}'))
}

/** Shows the file's options in the fields that the user has not filled in. */
function showFileOptions(options: { readonly [name: string]: string }): void {
  for (const [name, value] of Object.entries(options)) {
    const field = form()?.elements.namedItem(`option.${name}`)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.placeholder = value
    if (!(field instanceof HTMLSelectElement)) continue
    const label = [...field.options].find((option) => option.value === value)?.text ?? value
    const unset = [...field.options].find((option) => option.value === '')
    if (unset) unset.text = `as in the file: ${label}`
  }
}

/** `text`: why the file is refused. */
async function preview(game: string, file: File): Promise<{ ok: boolean; found?: Element; text: string }> {
  const body = new FormData()
  const token = form()?.querySelector<HTMLInputElement>('input[name=token]')?.value
  if (token !== undefined) body.set('token', token)
  // An exported room contains the name of its game.
  if (game !== '') body.set('game', game)
  body.set('file', file)
  const page = await fetchPage('/new/preview', { method: 'POST', body, headers: { accept: 'text/html' } })
  if (!page) return { ok: false, text: noAnswer }
  const found = page.querySelector('[data-found]')
  if (found) return { ok: true, found, text: '' }
  return {
    ok: false,
    text: page.querySelector('main p')?.textContent ?? 'The file cannot be read right now.',
  }
}

/** Undefined if the site does not answer. */
async function fetchPage(address: string, init?: RequestInit): Promise<Document | undefined> {
  try {
    return new DOMParser().parseFromString(await (await fetch(address, init)).text(), 'text/html')
  } catch {
    return undefined // the network is unavailable, or the site does not answer
  }
}

function showStatus(text: string): void {
  const place = document.querySelector('[data-drop] [role=status]')
  if (place) place.textContent = text
}
