// The text client of the page `play`: joins a slot, shows chat and items, sends chat, and asks for hints.
import { notSentMessage } from '../../../browser/connection/connection.ts'
import { readSetting, saveSetting } from '../../../browser/local-settings.ts'
import { requireElement } from '../../../browser/ui/elements.ts'
import { formatReport } from '../../../browser/ui/report.ts'
import { itemClassOf } from '../seed/item-class.ts'
import { type NamedItem, type RenderedPart, TextClient } from './text-client.ts'

const maxLines = 500

const root = requireElement('[data-play]')
const room = root.dataset.play ?? ''
const joinForm = requireElement<HTMLFormElement>('[data-enter]')
const chatPanel = requireElement('[data-talking]')
const lines = requireElement('[data-lines]')
const statusLine = requireElement('[data-status]')
let client: TextClient | undefined

const slotKey = `slot ${room}`
const slots = requireElement<HTMLSelectElement>('select[name=slot]')
const initialSlot = new URLSearchParams(location.search).get('slot') ?? readSetting(slotKey)
for (const { value } of slots.options) if (value === initialSlot) slots.value = value

joinForm.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(joinForm)
  const name = String(form.get('slot'))
  const game = slots.selectedOptions[0]?.dataset.game ?? ''
  const credentials = { name, game, password: String(form.get('password') ?? '') || null }
  saveSetting(slotKey, name)
  showStatus('Joining …')
  if (client) client.join(credentials)
  else client = new TextClient(room, credentials, events)
})

const events = {
  onJoined() {
    joinForm.hidden = true
    chatPanel.hidden = false
    showStatus('')
    fillCompletions()
    requireElement('[data-say] input').focus()
  },
  onRefused(reason: string) {
    joinForm.hidden = false
    chatPanel.hidden = true
    showStatus(reason)
    requireElement<HTMLInputElement>('input[name=password]').select()
  },
  onText: (type: string, parts: readonly RenderedPart[]) => appendLine(type, parts),
  onItems: (items: readonly NamedItem[]) => renderItems(items),
  onHintPoints(points: number, cost: number) {
    requireElement('[data-points]').textContent =
      cost === 0 ? 'Hints are free.' : `${points} hint points; a hint costs ${cost}.`
  },
  onConnectionStatus: ({ message }: { message: string }) => message !== '' && showStatus(message),
}

requireElement<HTMLFormElement>('[data-say]').addEventListener('submit', (event) => {
  event.preventDefault()
  const input = requireElement<HTMLInputElement>('[data-say] input')
  if (input.value.trim() !== '' && sendText(input.value)) input.value = ''
})

/** Returns whether the text was sent, so that an unsent text stays in the input. */
function sendText(text: string): boolean {
  const sent = client?.say(text) ?? false
  if (!sent) showStatus(notSentMessage)
  return sent
}

requireElement<HTMLFormElement>('[data-hint]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(event.target as HTMLFormElement)
  sendText(`${form.get('of') === 'location' ? '!hint_location' : '!hint'} ${form.get('name')}`)
})
requireElement<HTMLFormElement>('[data-report]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const sent = new FormData(form)
  if (sendText(`!report ${formatReport(String(sent.get('player')), String(sent.get('reason')))}`))
    form.reset()
})
requireElement<HTMLSelectElement>('[data-hint] select').addEventListener('change', fillCompletions)

function fillCompletions(): void {
  if (!client) return
  const { items, locations } = client.names.loadedNames(client.game)
  const of = requireElement<HTMLSelectElement>('[data-hint] select').value
  const names = [...new Set((of === 'location' ? locations : items).values())].sort()
  // Appends one option at a time, because a game may have more names than a call can have arguments.
  const options = document.createDocumentFragment()
  for (const name of names) options.append(new Option('', name))
  requireElement('#names').replaceChildren(options)
}

/** Scrolls to the new line unless the reader has scrolled up. */
function appendLine(type: string, parts: readonly RenderedPart[]): void {
  const hasScrolledUp = lines.scrollHeight - lines.scrollTop - lines.clientHeight > 40
  const line = document.createElement('li')
  if (/^\w+$/.test(type)) line.className = `line-${type}`
  line.append(...parts.map(renderPart))
  lines.append(line)
  while (lines.childElementCount > maxLines) lines.firstElementChild?.remove()
  if (!hasScrolledUp) lines.scrollTop = lines.scrollHeight
}

function renderPart({ text, kind, flags = 0, isOwn }: RenderedPart): Node {
  if (!kind) return document.createTextNode(text)
  const part = document.createElement('bdi')
  part.textContent = text
  part.className = kind === 'item' ? `kind-${itemClassOf(flags)}` : kind === 'player' ? 'player' : 'place'
  if (isOwn) part.classList.add('own')
  return part
}

function renderItems(items: readonly NamedItem[]): void {
  requireElement('[data-count]').textContent = `${items.length}`
  requireElement('[data-items]').replaceChildren(
    ...items
      .slice(-200)
      .toReversed()
      .map(({ name, from, location, flags }) => {
        const line = document.createElement('li')
        const item = document.createElement('bdi')
        item.className = `kind-${itemClassOf(flags)}`
        item.textContent = name
        line.append(item, ` from ${from}`, location && ` (${location})`)
        return line
      }),
  )
}

function showStatus(text: string): void {
  statusLine.textContent = text
}
