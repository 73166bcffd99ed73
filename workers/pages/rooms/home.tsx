// The home page: what the site is, and every room by its game.
import type {
  Announcement,
  ListedRoom,
  RoomAddress,
  RoomPage,
} from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { formatHostPort } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { WorldPicture } from '../layout/world-picture.tsx'
import { PlayButton } from './game.tsx'

export function homePage(games: readonly Game[], { rooms, next }: RoomPage, origin: string): Page {
  const shown = games.flatMap((game) =>
    rooms.filter((room) => room.game === game.slug).map((room) => ({ game, room })),
  )
  return {
    title: 'Packetboat',
    description: purpose,
    scripts: ['live'],
    content: (
      <>
        <section class="hero">
          <h1>Online worlds that outlive their servers</h1>
          <p>{purpose}</p>
          <p class="actions">
            <a class="button" href="/new">
              New room
            </a>
          </p>
        </section>
        <section aria-labelledby="rooms">
          <h2 id="rooms">Rooms</h2>
          <p class="quiet" data-refresh="none">
            {shown.length === 0 && 'There are no rooms yet.'}
          </p>
          <ul class="cards" data-all data-refresh="rooms" data-words={JSON.stringify(statusLabels)}>
            {shown.map(({ game, room }) => (
              <RoomCard game={game} room={room} origin={origin} />
            ))}
          </ul>
          {next !== undefined && (
            <p class="actions">
              <a class="button" rel="next" href={`/?after=${encodeURIComponent(next)}`}>
                More rooms
              </a>
            </p>
          )}
        </section>
      </>
    ),
  }
}

const purpose = 'Multiplayer games whose servers are gone. Play in your browser or with the original client.'

function RoomCard({ game, room, origin }: { game: Game; room: ListedRoom; origin: string }): Content {
  const { title, players, capacity, status, addresses } = room
  return (
    <li class="card" data-live={`${room.game}/${room.room}`} data-addresses={JSON.stringify(addresses)}>
      {game.drawPicture && !room.watching && (status === 'open' || status === 'closed') && (
        <WorldPicture room={`${origin}/${room.game}/${room.room}`} />
      )}
      <p class="over">{game.title}</p>
      <h3>
        <a class="title" href={`${origin}/${room.game}/${room.room}`} dir="auto">
          {title}
        </a>
      </h3>
      <p>
        <span class="who">
          {players} of {capacity} players
        </span>
        {' · '}
        <span class={`status ${status}`}>{statusLabels[status]}</span>
      </p>
      {status === 'open' && <PlayButton game={game} room={`${origin}/${room.game}/${room.room}`} />}
      {addresses.length > 0 && (
        <details>
          <summary>Addresses</summary>
          <ul>{addresses.map(addressItem)}</ul>
        </details>
      )}
    </li>
  )
}

function addressItem({ transport, host, port, error }: RoomAddress): Content {
  if (host === undefined)
    return (
      <li class="error">
        {transport} port {port}: {error ?? 'not open'}
      </li>
    )
  return (
    <li>
      <code>{formatHostPort(host, port)}</code> <span class="quiet">{transport}</span>
    </li>
  )
}

/** In plain words. */
export const statusLabels: { readonly [status in Announcement['status']]: string } = {
  open: 'open',
  closed: 'closed to new players',
  'needs-upgrade': 'needs a newer version of the site',
  damaged: 'damaged',
}
