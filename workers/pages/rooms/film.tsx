import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { RoomHeading } from '../layout/room-heading.tsx'
import { WatchButton } from './game.tsx'

/** `at`: the start time from the query of the page's URL, not validated. */
export function filmPage(game: Game, room: RoomResponse, origin: string, at?: string): Page {
  const path = `/${room.game}/${room.room}`
  return playerPage({
    ...{ game, room, origin },
    title: 'Film of',
    player: room.watching === 'on' && (
      <div class="world" data-watch={`${path}/watch`} data-film={`/api/rooms${path}/film`} data-at={at}>
        <Screen />
      </div>
    ),
    note:
      room.options.film === true
        ? 'This room is filmed. Everybody who may watch the room can see the recording.'
        : 'This room is not filmed now. The host can turn filming on in the options of the room.',
  })
}

/** Everybody with the link of a clip may watch the clip, even if the room does not allow spectators. */
export function clipPage(game: Game, room: RoomResponse, origin: string, id: string): Page {
  const path = `/${room.game}/${room.room}`
  return playerPage({
    ...{ game, room, origin },
    title: 'A clip of',
    player: (
      <div
        class="world"
        data-watch={`${path}/watch`}
        data-film=""
        data-clip={`/api/rooms${path}/clips/${id}`}
      >
        <Screen />
      </div>
    ),
    note: 'The host has saved this part of the room’s film.',
  })
}

function playerPage({
  game,
  room,
  origin,
  title,
  player,
  note,
}: {
  readonly game: Game
  readonly room: RoomResponse
  readonly origin: string
  readonly title: string
  /** The player of the film, or false if the owner has turned off watching. */
  readonly player: Content
  readonly note: string
}): Page {
  const url = `${origin}/${room.game}/${room.room}`
  return {
    title: `${title} ${room.title} · ${game.title}`,
    description: `${title} ${room.title}. ${game.about.summary}`,
    scripts: [`${game.slug}-watch`],
    content: (
      <>
        <RoomHeading game={game} room={room} before={title} />
        {player || <p class="quiet">The host has turned off watching.</p>}
        <p class="quiet">{note}</p>
        <p class="actions">
          <WatchButton game={game} room={room} url={url} />
          <a class="button second" href={url}>
            Room page
          </a>
        </p>
      </>
    ),
  }
}

function Screen(): Content {
  return (
    <>
      <div class="seen" />
      <noscript>
        <p class="quiet">A film needs JavaScript.</p>
      </noscript>
    </>
  )
}
