import type { RoomAddress, RoomStories } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, Json, PageContent } from '../../../games/game.ts'
import { type GeoPoint, regionNames, roundTripMsTo, sortByDistance } from '../../../wire/net/region.ts'
import { formatHostPort, type RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { InviteSection } from '../layout/invite.tsx'
import { renderJson } from '../layout/json-view.tsx'
import { pictureUrl, WorldPicture } from '../layout/world-picture.tsx'
import { FilmNotice, GameNav, PlayButton, roomHomePage, WatchButton } from './game.tsx'
import { LiveRoom } from './live-room.tsx'
import { OpeningHoursList, OpeningTime } from './opening-time.tsx'
import { HostPageButton } from './room-card.tsx'
import { LatestStories, SeriesLink } from './stories.tsx'

interface RoomPageParts {
  /** The game's own content of the page, which replaces the game's view and the instructions for joining. */
  readonly own?: PageContent | undefined
  readonly stories?: RoomStories | undefined
  readonly location?: GeoPoint | undefined
}

/** `files`: the names of the room's public files. */
export function roomPage(
  game: Game,
  room: RoomResponse,
  files: readonly string[],
  origin: string,
  { own, stories, location }: RoomPageParts = {},
): Page {
  const here = `${origin}/${room.game}/${room.room}`
  return {
    title: `${room.title} · ${game.title}`,
    description:
      room.comments[0] ?? `${game.about.summary} Play in your browser or with the original client.`,
    ...(game.drawPicture && room.watching === 'on' && { picture: pictureUrl(here) }),
    scripts: [
      'copy',
      'live',
      'my-rooms',
      'notify',
      ...(own ? ['refresh', ...(own.scripts ?? [])] : []),
      ...(game.createSpectatorFeed ? [`${game.slug}-watch`] : []),
    ],
    content: (
      <>
        <p class="over">
          <a href={`/${game.slug}`}>{game.title}</a>
        </p>
        <LiveRoom
          room={room}
          heading={
            <h1 class="title" dir="auto">
              {room.title}
            </h1>
          }
        >
          <OpeningTime room={room} />
          <p class="notice host-message" role="status" dir="auto">
            Host: <span>{room.message?.text}</span>
          </p>
        </LiveRoom>
        {room.damage !== undefined && <DamageNotice damage={room.damage} />}
        {room.join !== 'open' && (
          <p>
            {room.join === 'password' ? 'This room has a password. ' : 'This room is for invited players. '}
            <a href={`/${room.game}/${room.room}/join`}>Join the room</a>
            {' before you connect with an original client.'}
          </p>
        )}
        <FilmNotice room={room} url={here} />
        {room.comments.map((comment) => (
          <p dir="auto">{comment}</p>
        ))}
        <div class="actions">
          {room.status === 'open' && room.stage === undefined && <PlayButton game={game} room={here} />}
          <WatchButton game={game} room={room} url={here} />
          <HostPageButton room={room} />
          {room.damage === undefined && (
            <>
              <InviteSection url={here} />
              <button type="button" class="second" data-notify={`${room.game}/${room.room}`} hidden>
                Notify me when a player joins
              </button>
            </>
          )}
        </div>
        <p class="quiet" role="status" data-notify-message />
        {isViewable(room) && <GameNav game={game} room={room} here={roomHomePage(game)} />}
        {own ? (
          <>
            {worldView(game, room, here, 'across')}
            {own.content}
          </>
        ) : (
          <div class={isViewable(room) ? 'beside' : undefined}>
            {isViewable(room) && <div>{worldView(game, room, here)}</div>}
            <HowToConnect game={game} room={room} visitorLocation={location} />
          </div>
        )}
        {stories && <LatestStories stories={stories} here={here} series={room.series} />}
        {!stories && <SeriesLink series={room.series} />}
        <OpeningHoursList room={room} url={here} />
        <ClientFiles
          links={[
            ...Object.keys(game.documents ?? {}).map((name) => ({ name, under: here })),
            ...files.map((name) => ({ name, under: `${here}/files` })),
          ]}
        />
        {!own && (
          <div data-refresh="world">
            <CollapsedJson title="World data" value={room.view ?? null} />
          </div>
        )}
        <CollapsedJson title="Options" value={room.options} />
        <p class="quiet">
          Created on <time datetime={room.createdAt}>{room.createdAt.slice(0, 10)}</time>
          {room.region && ` in ${regionNames[room.region]}`}
          {' · '}
          <a href={`${origin}/api/rooms/${room.game}/${room.room}`}>as JSON</a>
          {game.personalData?.proof && (
            <>
              {' · '}
              <a href={`/${room.game}/${room.room}/my-data`}>My data</a>
            </>
          )}
        </p>
      </>
    ),
  }
}

export function DamageNotice({ damage }: { damage: string }): Content {
  return (
    <p class="error">
      This room's records are damaged: {damage}. Players cannot join. Nothing was changed. The site's operator
      can <a href="/docs/how-to/backup">restore the room from a backup</a>.
    </p>
  )
}

function HowToConnect({
  game,
  room,
  visitorLocation,
}: {
  game: Game
  room: RoomResponse
  visitorLocation: GeoPoint | undefined
}): Content {
  return (
    <section aria-labelledby="connect">
      <h2 id="connect">How to connect</h2>
      <ul class="ways" data-refresh="ways">
        {sortByDistance(room.addresses, visitorLocation).map((address) =>
          addressItem(game, address, visitorLocation),
        )}
        {room.addresses.length === 0 && <li class="quiet">No sidecar serves this room right now.</li>}
        {room.connect ? (
          connectItem(game, room.connect)
        ) : (
          <li>
            WebSocket clients: <code data-copy>{room.websocket}</code>
          </li>
        )}
      </ul>
      <p>
        <a href={`/${game.slug}#client`}>Get {game.about.originalClient.name}</a>
      </p>
    </section>
  )
}

const isViewable = ({ status }: Pick<RoomResponse, 'status'>) => status === 'open' || status === 'closed'

/**
 * The picture of the world, which a script replaces by the live world. `across`: whether the description is beside the
 * picture and not below it.
 */
function worldView(game: Game, room: RoomResponse, here: string, layout?: 'across'): Content {
  if (!isViewable(room)) return ''
  if (room.watching === 'off') return <p class="quiet">The host has turned off watching.</p>
  return (
    <div
      class={layout ? `world ${layout}` : 'world'}
      data-watch={game.createSpectatorFeed && new URL(`${here}/watch`).pathname}
    >
      <div class="seen">{game.drawPicture && <WorldPicture room={here} />}</div>
    </div>
  )
}

/** Shows the estimated latency if the visitor's location is known. */
function regionAndLatency({ region }: RoomAddress, visitorLocation: GeoPoint | undefined): Content {
  if (!region) return null
  const away = visitorLocation && `, about ${roundTripMsTo(region, visitorLocation)} ms from you`
  return (
    <span class="quiet">
      {' '}
      in {regionNames[region]}
      {away}
    </span>
  )
}

function addressItem(game: Game, address: RoomAddress, visitorLocation: GeoPoint | undefined): Content {
  const { transport, host, port, sidecar, error } = address
  if (host === undefined) {
    return (
      <li class="error">
        {sidecar} could not open port {port} ({transport}): {error ?? 'not open'}
      </li>
    )
  }
  const at = (
    <>
      <code data-copy>{formatHostPort(host, port)}</code>
      {regionAndLatency(address, visitorLocation)}
    </>
  )
  switch (transport) {
    case 'tcp':
    case 'udp':
      return (
        <li>
          {game.title} client ({transport.toUpperCase()}): {at}
        </li>
      )
    case 'websocket':
      return ''
    case 'dispatch':
      return <li>Dispatch server, for clients that ask for the game server first: {at}</li>
  }
}

function connectItem(game: Game, connect: readonly string[]): Content {
  return (
    <li>
      Enter any of these addresses in your {game.title} client:
      <ul>
        {connect.map((address) => (
          <li>
            <code data-copy>{address}</code>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The game's clients read these documents and files. */
function ClientFiles({ links }: { links: readonly { name: string; under: string }[] }): Content {
  if (links.length === 0) return ''
  return (
    <section>
      <h2>Files for other clients</h2>
      <ul>
        {links.map(({ name, under }) => (
          <li>
            <a href={`${under}/${encodeURIComponent(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isEmpty = (value: Json) =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function CollapsedJson({ title, value }: { title: string; value: Json }): Content {
  if (isEmpty(value)) return ''
  return (
    <details>
      <summary>{title}</summary>
      {renderJson(value)}
    </details>
  )
}
