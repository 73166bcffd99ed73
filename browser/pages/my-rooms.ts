// Lists on the home page the rooms whose host links this browser stores, and links other pages of a room to its host
// page.
import { createButton, createElement } from '../ui/elements.ts'
import { deleteOwnerToken, ownedRooms, ownerTokenOf } from './owner-tokens.ts'
import { fragmentReplacedEvent } from './page-fragments.ts'

/** Beyond this number, rooms are listed only by name, so that a page does not send too many requests. */
const maxFetched = 30

showHostLinks(document)
document.addEventListener(fragmentReplacedEvent, (event) =>
  showHostLinks((event as CustomEvent<HTMLElement>).detail),
)

const section = document.querySelector<HTMLElement>('[data-my-rooms]')
if (section) showRooms(section)

function showHostLinks(part: ParentNode): void {
  for (const link of part.querySelectorAll<HTMLElement>('[data-host-of]'))
    link.hidden = ownerTokenOf(link.dataset.hostOf ?? '') === undefined
}

function showRooms(section: HTMLElement): void {
  const names = ownedRooms()
  section.hidden = names.length === 0
  const rows = names.map((name) => ({ name, row: createRoomRow(section, name) }))
  section.querySelector('ul')?.replaceChildren(...rows.map(({ row }) => row))
  for (const { name, row } of rows.slice(0, maxFetched)) void showState(name, row)
}

function createRoomRow(section: HTMLElement, name: string): HTMLElement {
  const forget = createButton(
    'Forget',
    () => {
      deleteOwnerToken(name)
      showRooms(section)
      showHostLinks(document)
    },
    { class: 'copy', 'aria-label': `Forget the host link of ${name}` },
  )
  return createElement(
    'li',
    createElement('a.title', { href: `/${name}`, dir: 'auto' }, name),
    createElement('span.quiet.state'),
    createElement('a', { href: `/${name}/host`, 'aria-label': `Host page of ${name}` }, 'Host page'),
    forget,
  )
}

/** Shows the title and players of a room, or that the room was deleted. */
async function showState(name: string, row: HTMLElement): Promise<void> {
  const answer = await fetch(`/api/rooms/${name}`).catch(() => undefined) // if the site is unreachable, the row shows only the name
  const state = row.querySelector('.state')
  const title = row.querySelector('.title')
  if (!state || !title) return
  if (answer?.status === 404) state.textContent = 'This room was deleted.'
  if (!answer?.ok) return
  const room: { title: string; players: number; capacity: number } = await answer.json()
  title.textContent = room.title
  state.textContent = `${name} · ${room.players} of ${room.capacity} players`
}
