// The home page: what this is, and every room by its game.
import { html } from 'hono/html'
import type { Address, Announcement } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { type Content, hostPort, type Page } from './page.ts'

type Listed = Announcement & { readonly addresses: readonly Address[] }

export function homePage(games: readonly Game[], rooms: readonly Listed[], origin: string): Page {
  const shown = games
    .map((game) => ({ game, rooms: rooms.filter((room) => room.game === game.slug) }))
    .filter((group) => group.rooms.length > 0)
  return {
    title: 'Packetboat',
    content: html`
<h1>Packetboat</h1>
<p>Online worlds that outlive their servers: rooms of multiplayer games whose own servers are gone, for the games' unmodified clients.</p>
${shown.length ? shown.map(({ game, rooms }) => gameSection(game, rooms, origin)) : html`<p class="quiet">There is no room yet.</p>`}`,
  }
}

function gameSection(game: Game, rooms: readonly Listed[], origin: string): Content {
  return html`
<section aria-labelledby="${game.slug}">
<h2 id="${game.slug}">${game.title}</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Room</th><th scope="col">Players</th><th scope="col">Status</th><th scope="col">Addresses</th></tr></thead>
<tbody>${rooms.map((room) => roomRow(room, origin))}</tbody>
</table></div>
</section>`
}

function roomRow(room: Listed, origin: string): Content {
  return html`
<tr>
<td><a href="${origin}/${room.game}/${room.room}" dir="auto">${room.title}</a></td>
<td>${room.players} of ${room.capacity}</td>
<td class="${room.status}">${statusWords[room.status]}</td>
<td>${room.addresses.length ? html`<ul>${room.addresses.map(addressItem)}</ul>` : html`<span class="quiet">none</span>`}</td>
</tr>`
}

function addressItem({ transport, host, port, error }: Address): Content {
  if (host === undefined)
    return html`<li class="error">${transport} port ${port}: ${error ?? 'not open'}</li>`
  return html`<li><code>${hostPort(host, port)}</code> <span class="quiet">${transport}</span></li>`
}

/** For people. */
export const statusWords: { readonly [status in Announcement['status']]: string } = {
  open: 'open',
  closed: 'closed to newcomers',
  'needs-upgrade': 'kept safe until the site is upgraded',
}
