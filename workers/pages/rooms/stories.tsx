import {
  type BoardRow,
  formatDuration,
  type Story,
  type StoryPlayer,
  tallyNames,
} from '../../../durable-objects/model/story.ts'
import type { RoomStories } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, PlayerTally } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { pathOfUrl } from '../layout/world-picture.tsx'

/** The room's own page shows only this many stories, and only this many rows of the board. */
const shortStories = 2
const shortBoard = 5
/** The page shows this many players of a story, and folds the others. */
const shownPlayers = 10

export function storiesPage(
  game: Game,
  room: RoomResponse,
  { stories, current, board }: RoomStories,
  origin: string,
): Page {
  const here = `${origin}/${room.game}/${room.room}`
  return {
    title: `Stories · ${room.title} · ${game.title}`,
    description: `Players of ${room.title}, a room of ${game.title}: their matches, days and results.`,
    scripts: [],
    content: (
      <>
        <p class="over">
          <a href={here} dir="auto">
            {room.title}
          </a>
          {` · ${game.title}`}
        </p>
        <h1>Stories</h1>
        {stories.length === 0 && !current && (
          <p class="quiet">
            No stories yet. The story of {game.storyEnds === 'results' ? 'a match' : 'a day'} appears here
            after its end.
          </p>
        )}
        <BoardSection board={board} />
        <SeriesLink series={room.series} />
        {current && <CurrentStory story={current} />}
        {stories.length > 0 && (
          <section aria-labelledby="last">
            <h2 id="last">Last stories</h2>
            {stories.map((story) => (
              <StoryArticle story={story} here={here} players={shownPlayers} />
            ))}
          </section>
        )}
        <p class="quiet">
          Times are in UTC. The last 100 stories are kept, also <a href={jsonUrl(origin, room)}>as JSON</a>.
        </p>
      </>
    ),
  }
}

/** The section with the last stories on the room's own page. `here`: the absolute URL of the page. */
export function LatestStories({
  stories: { stories, board },
  here,
  series,
}: {
  stories: RoomStories
  here: string
  series: RoomResponse['series']
}): Content {
  if (stories.length === 0) return ''
  return (
    <section aria-labelledby="stories">
      <h2 id="stories">Stories</h2>
      {stories.slice(0, shortStories).map((story) => (
        <StoryArticle story={story} here={here} players={3} />
      ))}
      <h3>Best players</h3>
      <BoardTable board={board.slice(0, shortBoard)} />
      <p>
        <a href={`${here}/stories`}>All stories and players</a>
      </p>
      <SeriesLink series={series} />
    </section>
  )
}

/** Renders nothing for a room that is in no series. */
export function SeriesLink({ series }: { series: RoomResponse['series'] }): Content {
  if (!series?.url) return ''
  return (
    <p>
      This room is in a series: <a href={series.url}>players of {series.name}</a>
    </p>
  )
}

const jsonUrl = (origin: string, { game, room }: RoomResponse) =>
  `${origin}/api/rooms/${game}/${room}/stories`

function BoardSection({ board }: { board: readonly BoardRow[] }): Content {
  if (board.length === 0) return ''
  return (
    <section aria-labelledby="board">
      <h2 id="board">Players of all stories</h2>
      <BoardTable board={board} />
    </section>
  )
}

export function BoardTable({ board }: { board: readonly BoardRow[] }): Content {
  const wins = board.some((row) => row.wins !== undefined)
  return (
    <PlayerTable
      label="Table of all players"
      players={board}
      columns={[
        ['Stories', ({ stories }) => stories],
        ...(wins ? ([['Wins', (row: BoardRow) => row.wins ?? 0]] as const) : []),
      ]}
    />
  )
}

function CurrentStory({ story: { from, players } }: { story: NonNullable<RoomStories['current']> }): Content {
  return (
    <section aria-labelledby="current">
      <h2 id="current">Under way</h2>
      <p class="quiet">
        Since <Moment at={from} />
      </p>
      <StoryPlayers label="Players so far" players={players} shown={shownPlayers} />
    </section>
  )
}

function StoryArticle({ story, here, players }: { story: Story; here: string; players: number }): Content {
  const { number, from, to, title, isDrawn, more = 0 } = story
  return (
    <article class="story" id={`story-${number}`}>
      {isDrawn && (
        <img
          class="picture"
          src={pathOfUrl(`${here}/stories/${number}/picture.png`)}
          width={240}
          height={135}
          alt=""
          loading="lazy"
        />
      )}
      <h3 dir="auto">{title ?? dayOf(from)}</h3>
      <p class="quiet">
        <Moment at={from} /> to <Moment at={to} isShort={dayOf(from) === dayOf(to)} />
      </p>
      <StoryPlayers label={`Players of story ${number}`} players={story.players} shown={players} />
      {more > 0 && <p class="quiet">and {more} more players</p>}
    </article>
  )
}

function StoryPlayers({
  label,
  players,
  shown,
}: {
  label: string
  players: readonly StoryPlayer[]
  shown: number
}): Content {
  const places = players.some(({ place }) => place !== undefined)
  const columns = places ? ([['Place', ({ place }: StoryPlayer) => place ?? '']] as const) : []
  const rest = players.slice(shown)
  return (
    <>
      <PlayerTable label={label} players={players.slice(0, shown)} columns={columns} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? '1 more player' : `${rest.length} more players`}</summary>
          <PlayerTable label={`${label}, continued`} players={rest} columns={columns} />
        </details>
      )}
    </>
  )
}

const countTitles: { readonly [name in keyof PlayerTally]-?: string } = {
  kills: 'Kills',
  deaths: 'Deaths',
  goals: 'Goals',
  levels: 'Levels',
  checks: 'Checks',
  items: 'Items',
  trades: 'Trades',
}

/** Omits the column of a count, such as checks or trades, if no player has this count. */
function PlayerTable<P extends PlayerTally & { readonly player: string; readonly ms: number }>({
  label,
  players,
  columns,
}: {
  label: string
  players: readonly P[]
  columns: readonly (readonly [title: string, cell: (player: P) => number | string])[]
}): Content {
  const counted = tallyNames.filter((name) => players.some((player) => player[name] !== undefined))
  return (
    <ScrollableTable
      label={label}
      heads={[
        'Player',
        ...columns.map(([title]) => title),
        'Time',
        ...counted.map((name) => countTitles[name]),
      ]}
    >
      {players.map((player) => (
        <tr>
          <td dir="auto">{player.player}</td>
          {columns.map(([, cell]) => (
            <td>{cell(player)}</td>
          ))}
          <td>{formatDuration(player.ms)}</td>
          {counted.map((name) => (
            <td>{player[name] ?? 0}</td>
          ))}
        </tr>
      ))}
    </ScrollableTable>
  )
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Shows UTC, accurate to a minute. `isShort`: whether the date is left out. */
function Moment({ at, isShort = false }: { at: number; isShort?: boolean }): Content {
  const time = new Date(at).toISOString()
  return <time datetime={time}>{time.slice(isShort ? 11 : 0, 16).replace('T', ' ')}</time>
}
