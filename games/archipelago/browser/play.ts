// The text client in the page: joins a slot, shows chat, finds and received items, sends chat and asks for hints.
import { saveSetting, readSetting } from '../../../browser/local-settings.ts'
import { type NamedItem, type NamedPart, Talk } from './talk.ts'

/** Maximum lines on the page. */
const mostLines = 500

const place = find('[data-play]')
const room = place.dataset.play ?? ''
const enter = find<HTMLFormElement>('[data-enter]')
const talking = find('[data-talking]')
const lines = find('[data-lines]')
const standing = find('[data-status]')
let talk: Talk | undefined

const slotKey = `slot ${room}`
const slots = find<HTMLSelectElement>('select[name=slot]')
const asked = new URLSearchParams(location.search).get('slot') ?? readSetting(slotKey)
for (const { value } of slots.options) if (value === asked) slots.value = value

enter.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(enter)
  const name = String(form.get('slot'))
  const game = slots.selectedOptions[0]?.dataset.game ?? ''
  const who = { name, game, password: String(form.get('password') ?? '') || null }
  saveSetting(slotKey, name)
  stand('Joining …')
  if (talk) talk.join(who)
  else talk = new Talk(room, who, events)
})

const events = {
  joined() {
    enter.hidden = true
    talking.hidden = false
    stand('')
    complete()
    find('[data-say] input').focus()
  },
  refused(why: string) {
    enter.hidden = false
    talking.hidden = true
    stand(why)
    find<HTMLInputElement>('input[name=password]').select()
  },
  text: (type: string, parts: readonly NamedPart[]) => write(type, parts),
  items: (items: readonly NamedItem[]) => showItems(items),
  points(points: number, cost: number) {
    find('[data-points]').textContent =
      cost === 0 ? 'Hints are free.' : `${points} hint points; a hint costs ${cost}.`
  },
  stands: ({ says }: { says: string }) => says !== '' && stand(says),
}

find<HTMLFormElement>('[data-say]').addEventListener('submit', (event) => {
  event.preventDefault()
  const input = find<HTMLInputElement>('[data-say] input')
  // The room accepts single lines of printable text.
  const text = input.value.replaceAll(/\p{C}/gu, ' ').trim()
  if (text !== '' && say(text)) input.value = ''
})

/** If sending fails, the text stays in the input. */
function say(text: string): boolean {
  const sent = talk?.say(text) ?? false
  if (!sent) stand('Not sent: there is no connection to the room now. It comes back by itself.')
  return sent
}

find<HTMLFormElement>('[data-hint]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(event.target as HTMLFormElement)
  say(`${form.get('of') === 'location' ? '!hint_location' : '!hint'} ${form.get('name')}`.trim())
})
find<HTMLSelectElement>('[data-hint] select').addEventListener('change', complete)

/** Fills the browser's completion list with names of the player's own game. */
function complete(): void {
  if (!talk) return
  const { items, locations } = talk.names.of(talk.game)
  const of = find<HTMLSelectElement>('[data-hint] select').value
  const names = [...new Set((of === 'location' ? locations : items).values())].sort()
  find('#names').replaceChildren(
    ...names.map((name) => {
      const option = document.createElement('option')
      option.value = name
      return option
    }),
  )
}

/** Scrolls to the new line unless the reader has scrolled up. */
function write(type: string, parts: readonly NamedPart[]): void {
  const reading = lines.scrollHeight - lines.scrollTop - lines.clientHeight > 40
  const line = document.createElement('li')
  if (/^\w+$/.test(type)) line.className = `line-${type}`
  line.append(...parts.map(shownPart))
  lines.append(line)
  while (lines.childElementCount > mostLines) lines.firstElementChild?.remove()
  if (!reading) lines.scrollTop = lines.scrollHeight
}

function shownPart({ text, as, flags = 0, own }: NamedPart): Node {
  if (!as) return document.createTextNode(text)
  const part = document.createElement('bdi')
  part.textContent = text
  part.className = as === 'item' ? kindOf(flags) : as === 'player' ? 'player' : 'place'
  if (own) part.classList.add('own')
  return part
}

/** The class names that the pages use for items. */
const kindOf = (flags: number) =>
  `kind-${flags & 1 ? 'progression' : flags & 2 ? 'useful' : flags & 4 ? 'trap' : 'filler'}`

function showItems(items: readonly NamedItem[]): void {
  find('[data-count]').textContent = `${items.length}`
  find('[data-items]').replaceChildren(
    ...items
      .slice(-200)
      .toReversed()
      .map(({ name, from, location, flags }) => {
        const line = document.createElement('li')
        const item = document.createElement('bdi')
        item.className = kindOf(flags)
        item.textContent = name
        line.append(item, ` from ${from}`, location && ` (${location})`)
        return line
      }),
  )
}

function stand(says: string): void {
  standing.textContent = says
}

/** An element of the page; throws if it is missing. */
function find<E extends HTMLElement = HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}
