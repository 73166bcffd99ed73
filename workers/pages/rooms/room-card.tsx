import type { ListedRoom } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { RoomAddress, RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { pictureSize } from '../../../games/picture.ts'
import { gameInStage } from '../../../games/stages.ts'
import { formatHostPort } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'
import { WorldPicture } from '../layout/world-picture.tsx'
import { PlayButton, WatchButton } from './game.tsx'
import { OpeningTime } from './opening-time.tsx'

export interface RoomCardContext {
  /** The origin has no trailing `/`. */
  readonly origin: string
  /** Paths of assets by name. */
  readonly assets: { readonly [name: string]: string }
}

export const statusLabels: { readonly [status in RoomAnnouncement['status']]: string } = {
  open: 'open',
  closed: 'closed to new players',
  'needs-upgrade': 'needs a newer version of the site',
  damaged: 'damaged',
}

/** Rooms with the same number of players keep their order. */
export const sortByPlayers = (rooms: readonly ListedRoom[]): readonly ListedRoom[] =>
  rooms.toSorted((a, b) => b.players - a.players)

/** A script keeps the list up to date. `prefix`: `game/`, or an empty string for the rooms of all games. */
export function RoomCards({ prefix, children }: { prefix: string; children?: Content }): Content {
  return (
    <ul class="cards" data-all={prefix} data-refresh="rooms" data-words={JSON.stringify(statusLabels)}>
      {children}
    </ul>
  )
}

const joinLabels = { password: 'with a password', invited: 'for invited players' } as const

/** A script keeps the number up to date. For a room in the stage `gathering`, a text replaces the number. */
export function PlayerCount({ room }: { room: Pick<ListedRoom, 'stage' | 'players' | 'capacity'> }): Content {
  if (room.stage === 'gathering') return <span>gathering files, not started yet</span>
  return (
    <span class="who">
      {room.players} of {room.capacity} players
    </span>
  )
}

/** `isOnGamePage`: whether the card is on the game's own page and therefore does not name the game. */
export function RoomCard({
  game,
  room,
  facts,
  isOnGamePage = false,
}: {
  game: Game
  room: ListedRoom
  facts: RoomCardContext
  isOnGamePage?: boolean
}): Content {
  const { title, status, addresses, join } = room
  // A room in the stage `gathering` has different pages.
  const inStage = gameInStage(game, room.stage) ?? game
  const name = `${room.game}/${room.room}`
  const url = `${facts.origin}/${name}`
  return (
    <li class="card" data-live={name} data-addresses={JSON.stringify(addresses)}>
      <CardPicture game={inStage} room={room} facts={facts} isLive={isOnGamePage || room.players > 0} />
      {!isOnGamePage && (
        <p class="over">
          <a href={`/${game.slug}`}>{game.title}</a>
        </p>
      )}
      <h3>
        <a class="title" href={url} dir="auto">
          {title}
        </a>
      </h3>
      {!isOnGamePage && <p>{game.about.summary}</p>}
      <p>
        <PlayerCount room={room} />
        {' · '}
        <span class={`status ${status}`}>{statusLabels[status]}</span>
        {join !== undefined && ` · ${joinLabels[join]}`}
      </p>
      <OpeningTime room={room} />
      <p class="actions">
        {status === 'open' &&
          (room.stage === 'gathering' ? (
            <a class="button" href={url}>
              Submit a file
            </a>
          ) : (
            <PlayButton game={inStage} room={url} />
          ))}
        <WatchButton game={inStage} room={room} url={url} />
        <HostPageButton room={room} />
      </p>
      {!isOnGamePage && (
        <p class="quiet">
          <ClientChoice game={game} />
        </p>
      )}
      {addresses.length > 0 && (
        <details>
          <summary>Addresses</summary>
          <ul>{addresses.map(addressItem)}</ul>
        </details>
      )}
    </li>
  )
}

/** A link that a script shows if this browser remembers the room's host link. */
export function HostPageButton({ room }: { room: Pick<ListedRoom, 'game' | 'room'> }): Content {
  const name = `${room.game}/${room.room}`
  return (
    <a class="button second" data-host-of={name} href={`/${name}/host`} hidden>
      Host page
    </a>
  )
}

/** The card that represents a game without rooms in the list of rooms. */
export function GameCard({ game, facts }: { game: Game; facts: RoomCardContext }): Content {
  return (
    <li class="card">
      <Screenshot game={game} facts={facts} />
      <h3>
        <a href={`/${game.slug}`}>{game.title}</a>
      </h3>
      <p>{game.about.summary}</p>
      <p>No rooms yet.</p>
      <p class="actions">
        <a class="button second" href={`/new?game=${game.slug}`}>
          New room
        </a>
      </p>
      <p class="quiet">
        <ClientChoice game={game} />
      </p>
    </li>
  )
}

function ClientChoice({ game: { slug, about } }: { game: Game }): Content {
  const client = <a href={`/${slug}#client`}>{about.originalClient.name}</a>
  return about.controls.length > 0 ? <>In your browser, or with {client}</> : <>With {client}</>
}

/** The room's world if `isLive` and the game can draw it, otherwise the game's screenshot. */
function CardPicture({
  game,
  room,
  facts,
  isLive,
}: {
  game: Game
  room: ListedRoom
  facts: RoomCardContext
  isLive: boolean
}): Content {
  const isDrawn = game.drawPicture && !room.watching && (room.status === 'open' || room.status === 'closed')
  if (isDrawn && isLive) return <WorldPicture room={`${facts.origin}/${room.game}/${room.room}`} />
  return <Screenshot game={game} facts={facts} />
}

/** The attribute `alt` is empty, because the text beside the screenshot describes the game. */
function Screenshot({ game, facts }: { game: Game; facts: RoomCardContext }): Content {
  const path = facts.assets[`${game.slug}-screenshot`]
  const { width, height } = pictureSize
  if (!path) return <div class="picture blank" />
  return <img class="picture still" src={path} width={width} height={height} alt="" loading="lazy" />
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
