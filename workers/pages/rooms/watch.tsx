import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { pictureUrl, WorldPicture } from '../layout/world-picture.tsx'
import { FilmNotice, PlayButton, playPage } from './game.tsx'
import { LiveRoom } from './live-room.tsx'
import { statusLabels } from './room-card.tsx'

/** Pixels of the frame in the HTML code for embedding. */
const frameSize = { width: 640, height: 440 } as const

export function watchPage(game: Game, room: RoomResponse, origin: string): Page {
  const name = `${room.game}/${room.room}`
  const url = `${origin}/${name}`
  return {
    title: `Watch ${room.title} · ${game.title}`,
    description: `Watch ${room.title} live. ${game.about.summary}`,
    ...(game.drawPicture && room.watching === 'on' && { picture: pictureUrl(url) }),
    scripts: ['copy', 'live', `${game.slug}-watch`],
    content: (
      <>
        <p class="over">
          <a href={`/${game.slug}`}>{game.title}</a>
        </p>
        <LiveRoom
          room={room}
          heading={
            <h1>
              Watch{' '}
              <a class="title" href={url} dir="auto">
                {room.title}
              </a>
            </h1>
          }
        />
        <p class="actions">
          {room.status === 'open' && room.stage === undefined && <PlayButton game={game} room={url} />}
          <a class="button second" href={url}>
            Room page
          </a>
        </p>
        <WatchedWorld game={game} room={room} origin={origin} />
        <FilmNotice room={room} url={url} />
        <details>
          <summary>Embed this world in your site or stream</summary>
          <p>Paste this code into a page. Visitors see the world live, and a link to play:</p>
          <p>
            <code data-copy>
              {`<iframe src="${origin}/embed/${name}" width="${frameSize.width}" height="${frameSize.height}" title="${game.title}" loading="lazy"></iframe>`}
            </code>
          </p>
          <p>Add this address as a browser source to your stream. It shows the players and where to join:</p>
          <p>
            <code data-copy>{`${origin}/embed/${name}?overlay`}</code>
          </p>
        </details>
      </>
    ),
  }
}

/**
 * The embedded page has no forms and stores nothing. So an embedding page that overlays the frame (clickjacking) can
 * only make visitors open the room.
 */
export function embedPage(game: Game, room: RoomResponse, origin: string): Page {
  const url = `${origin}/${room.game}/${room.room}`
  return {
    title: `${room.title} · ${game.title}`,
    scripts: ['live', `${game.slug}-watch`],
    bare: true,
    framable: true,
    content: (
      <div class="embed">
        <LiveRoom
          room={room}
          heading={
            <>
              <h1>
                <a class="title" href={url} target="_blank" rel="noopener" dir="auto">
                  {room.title}
                </a>
              </h1>
              {room.status === 'open' && room.stage === undefined && (
                <a href={playPage(game) ? `${url}/play` : `${url}#connect`} target="_blank" rel="noopener">
                  {playPage(game) ? `Play ${game.title}` : 'How to connect'}
                </a>
              )}
            </>
          }
        />
        <WatchedWorld game={game} room={room} origin={origin} />
      </div>
    ),
  }
}

/** An overlay for streams, with the players and the address at which viewers can join. */
export function overlayPage(game: Game, room: RoomResponse, origin: string): Page {
  const url = `${origin}/${room.game}/${room.room}`
  return {
    title: `${room.title} · ${game.title}`,
    scripts: ['live'],
    bare: true,
    framable: true,
    content: (
      <div class="overlay strip">
        <LiveRoom
          room={room}
          heading={
            <>
              <h1 class="title" dir="auto">
                {room.title}
              </h1>
              <p>
                {game.title} · {url.replace(/^https?:\/\//, '')}
              </p>
            </>
          }
        />
      </div>
    ),
  }
}

function WatchedWorld({ game, room, origin }: { game: Game; room: RoomResponse; origin: string }): Content {
  const path = `/${room.game}/${room.room}`
  if (room.status !== 'open' && room.status !== 'closed')
    return <p class="quiet">This room is not running: {statusLabels[room.status]}.</p>
  if (room.stage !== undefined)
    return <p class="quiet">There is nothing to watch yet: the game has not started.</p>
  if (room.watching === 'off') return <p class="quiet">The host has turned off watching.</p>
  return (
    <div class="world" data-watch={`${path}/watch`}>
      <div class="seen">{game.drawPicture && <WorldPicture room={origin + path} />}</div>
      <noscript>
        <p class="quiet">Watching live needs JavaScript. The picture is at most a minute old.</p>
      </noscript>
    </div>
  )
}
