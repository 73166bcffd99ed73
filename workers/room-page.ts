// A room's page: who may come in and how, and what the game shows of its world. Knows no game, only its data.
import { html } from 'hono/html'
import type { Address } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { statusWords } from './home-page.ts'
import { jsonView } from './json-view.ts'
import { type Content, hostPort, type Page } from './page.ts'
import type { ShownRoom } from './shown.ts'

/** `files`: the names of those that anybody may have. */
export function roomPage(game: Game, room: ShownRoom, files: readonly string[], origin: string): Page {
  return {
    title: `${room.title} · ${game.title}`,
    content: html`
<p class="quiet">${game.title}</p>
<h1 dir="auto">${room.title}</h1>
<p><span class="${room.status}">${statusWords[room.status]}</span> · ${room.players} of ${room.capacity} players</p>
${room.comments.map((comment) => html`<p dir="auto">${comment}</p>`)}
<h2>How to connect</h2>
<ul>
${room.addresses.map((address) => addressItem(game, address))}
${room.addresses.length ? '' : html`<li class="quiet">No sidecar carries this room at the moment.</li>`}
${room.connect ? connectItem(game, room.connect) : html`<li>Programs that speak WebSocket come in at <code>${room.websocket}</code>.</li>`}
</ul>
${linkSection('Documents', Object.keys(game.documents ?? {}), `${origin}/${room.game}/${room.room}`)}
${linkSection('Files', files, `${origin}/${room.game}/${room.room}/files`)}
${section('The world', room.view ?? null)}
${section('Options', room.options)}
<p class="quiet">Since <time datetime="${room.createdAt}">${room.createdAt.slice(0, 10)}</time> · <a href="${origin}/api/rooms/${room.game}/${room.room}">as JSON</a></p>`,
  }
}

function addressItem(game: Game, { transport, host, port, sidecar, error }: Address): Content {
  if (host === undefined) {
    return html`<li class="error">Port ${port} (${transport}) could not be opened by ${sidecar}: ${error ?? 'not open'}</li>`
  }
  const at = html`<code>${hostPort(host, port)}</code>`
  switch (transport) {
    case 'tcp':
      return html`<li>The client of ${game.title} connects to ${at} (TCP).</li>`
    case 'udp':
      return html`<li>The client of ${game.title} sends to ${at} (UDP).</li>`
    case 'websocket':
      return ''
    case 'dispatch':
      return html`<li>A client that first asks where its server is asks ${at}.</li>`
  }
}

function connectItem(game: Game, connect: readonly string[]): Content {
  const one = connect.map((address) => html`<li><code>${address}</code></li>`)
  return html`<li>Clients of ${game.title} take any of these, as it stands here:<ul>${one}</ul></li>`
}

function linkSection(title: string, names: readonly string[], under: string): Content {
  if (names.length === 0) return ''
  const links = names.map((name) => html`<li><a href="${under}/${encodeURIComponent(name)}">${name}</a></li>`)
  return html`<h2>${title}</h2><ul>${links}</ul>`
}

function section(title: string, value: Parameters<typeof jsonView>[0]): Content {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return ''
  return html`<h2>${title}</h2>${jsonView(value)}`
}
