import type { Game, GamePage, PageContent } from '../../../games/game.ts'
import type { Content, Page } from '../layout/frame.tsx'

interface RoomLabel {
  readonly game: string
  readonly room: string
  readonly title: string
}

/** Adds the room's title and the game's navigation, except to a page `withoutLayout` or one that fills the window. */
export function gamePage(
  game: Game,
  page: GamePage,
  room: RoomLabel,
  { title, content, scripts = [], withoutLayout, fillsWindow, connectsTo }: PageContent,
): Page {
  const back = { href: `/${room.game}/${room.room}`, title: room.title }
  return {
    title: `${title} · ${room.title}`,
    description: `${title}: ${room.title}, a room of ${game.title}.`,
    scripts: page.endpoint === undefined ? scripts : ['refresh', ...scripts],
    ...(withoutLayout && { bare: withoutLayout }),
    ...(connectsTo !== undefined && { connectsTo }),
    ...(fillsWindow && { player: { back, assets: ['player', `${game.slug}-player`] } }),
    content: withoutLayout ? (
      <div data-watch-updates={updatesPath(game, room)}>{content}</div>
    ) : fillsWindow ? (
      <>
        <h1 class="visually-hidden">{`${title}: ${room.title}`}</h1>
        {content}
      </>
    ) : (
      <div data-watch-updates={updatesPath(game, room)}>
        <p class="over">
          <a href={`/${room.game}/${room.room}`} dir="auto">
            {room.title}
          </a>
          {` · ${game.title}`}
        </p>
        <h1>{title}</h1>
        <GameNav game={game} room={room} here={page} />
        {content}
      </div>
    ),
  }
}

/** The path of the WebSocket that announces changes, or undefined if the game has no spectator feed. */
const updatesPath = (game: Game, { room }: RoomLabel) =>
  game.createSpectatorFeed ? `/${game.slug}/${room}/watch` : undefined

/** Links to the pages that have a `navTitle`. */
export function GameNav({
  game,
  room,
  here,
}: {
  game: Game
  room: { readonly game: string; readonly room: string }
  here?: GamePage | undefined
}): Content {
  const pages = Object.values(game.pages ?? {}).filter(({ navTitle }) => navTitle !== undefined)
  if (pages.length === 0) return ''
  return (
    <nav class="tabs" aria-label={game.title}>
      <ul>
        {pages.map((page) => (
          <li>
            <a
              href={`/${room.game}/${room.room}${page.path && `/${page.path}`}`}
              aria-current={page === here ? 'page' : undefined}
            >
              {page.navTitle}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The game's page that replaces the content of the room's own page. Undefined if the game has none. */
export const roomHomePage = (game: Game): GamePage | undefined =>
  Object.values(game.pages ?? {}).find(({ path }) => path === '')

/** The game's page for playing, or undefined if players cannot play in a browser. */
export const playPage = (game: Game): GamePage | undefined =>
  Object.values(game.pages ?? {}).find(({ path }) => path === 'play')

/**
 * If the game has no page for playing, the button links to the instructions for connecting. `room`: the URL of the
 * room's page. `isSecond`: whether the page has another main button.
 */
export function PlayButton({
  game,
  room,
  isSecond = false,
}: {
  game: Game
  room: string
  isSecond?: boolean
}): Content {
  const page = playPage(game)
  return (
    <a class={isSecond ? 'button second' : 'button'} href={page ? `${room}/play` : `${room}#connect`}>
      {page ? (page.navTitle ?? 'Play') : 'How to connect'}
    </a>
  )
}

/** Renders nothing for a room that is not filmed. `url`: the room's page. */
export function FilmNotice({
  room: { options, watching },
  url,
}: {
  room: { readonly options: { readonly [name: string]: unknown }; readonly watching?: string }
  url: string
}): Content {
  if (options.film !== true || watching === 'off') return ''
  return (
    <p class="quiet">
      This room is filmed: what players do can be watched later. <a href={`${url}/film`}>Watch the film</a>
    </p>
  )
}

/** Renders nothing if the room cannot be watched. `url`: the room's page. */
export function WatchButton({
  game,
  room: { status, watching },
  url,
}: {
  game: Game
  room: { readonly status: string; readonly watching?: string }
  url: string
}): Content {
  const isWatchable = (status === 'open' || status === 'closed') && watching !== 'off'
  return (
    game.createSpectatorFeed &&
    isWatchable && (
      <a class="button second" href={`${url}/watch`}>
        Watch
      </a>
    )
  )
}
