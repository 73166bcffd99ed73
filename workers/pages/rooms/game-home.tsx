import type { RoomPage } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { Game } from '../../../games/game.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { PlayButton, WatchButton } from './game.tsx'
import { CreationNote, type RoomCreationPolicy } from './new-room.tsx'
import { RoomCard, type RoomCardContext, RoomCards, sortByPlayers } from './room-card.tsx'

export function gameHomePage(
  game: Game,
  { rooms, next }: RoomPage,
  facts: RoomCardContext,
  creation: RoomCreationPolicy,
): Page {
  const { slug, title, about } = game
  const sorted = sortByPlayers(rooms)
  const screenshot = facts.assets[`${slug}-screenshot`]
  return {
    title: `${title} · Packetboat`,
    description: about.summary,
    ...(screenshot !== undefined && { picture: `${facts.origin}${screenshot}` }),
    scripts: ['live', 'my-rooms'],
    content: (
      <>
        <p class="over">Since {about.since}</p>
        <h1>{title}</h1>
        <div class="beside">
          <div>
            {screenshot !== undefined && (
              <img
                class="screenshot"
                src={screenshot}
                alt={about.controls.length > 0 ? `${title} in a browser` : `A game over ${title}`}
              />
            )}
          </div>
          <section aria-label={`About ${title}`}>
            <p class="lead">{about.summary}</p>
            <FirstRoom game={game} rooms={sorted} facts={facts} />
            {about.paragraphs.map((paragraph) => (
              <p>{paragraph}</p>
            ))}
          </section>
        </div>
        <section aria-labelledby="rooms">
          <h2 id="rooms">Rooms</h2>
          <p class="quiet" data-refresh="none">
            {rooms.length === 0 && 'There are no rooms yet.'}
          </p>
          <RoomCards prefix={`${slug}/`}>
            {sorted.map((room) => (
              <RoomCard game={game} room={room} facts={facts} isOnGamePage />
            ))}
          </RoomCards>
          <p class="actions">
            {next !== undefined && (
              <a class="button" rel="next" href={`/${slug}?after=${encodeURIComponent(next)}`}>
                More rooms
              </a>
            )}
            <a class="button second" href={`/new?game=${slug}`}>
              New room
            </a>
          </p>
          <CreationNote creation={creation} />
        </section>
        <Controls game={game} />
        <OriginalClient game={game} />
      </>
    ),
  }
}

/**
 * The first room that everybody may join, or otherwise the first open room. `rooms`: sorted with the busiest room
 * first.
 */
function FirstRoom({
  game,
  rooms,
  facts,
}: {
  game: Game
  rooms: RoomPage['rooms']
  facts: RoomCardContext
}): Content {
  const open = rooms.filter(({ status, stage }) => status === 'open' && stage === undefined)
  const first = open.find(({ join }) => join === undefined) ?? open[0]
  if (!first) return null
  const url = `${facts.origin}/${first.game}/${first.room}`
  return (
    <>
      <p class="actions">
        <PlayButton game={game} room={url} />
        <WatchButton game={game} room={first} url={url} />
      </p>
      <p class="quiet">
        In the room{' '}
        <a href={url} dir="auto">
          {first.title}
        </a>
      </p>
    </>
  )
}

function Controls({ game: { about } }: { game: Game }): Content {
  if (about.controls.length === 0) return null
  return (
    <section aria-labelledby="controls">
      <h2 id="controls">Play in your browser</h2>
      <ScrollableTable label="Controls" heads={['To', 'Keyboard and mouse', 'Touch']} class="controls">
        {about.controls.map(({ action, keys, touch }) => (
          <tr>
            <td>{action}</td>
            <td>{keys}</td>
            <td>{touch}</td>
          </tr>
        ))}
      </ScrollableTable>
    </section>
  )
}

function OriginalClient({ game: { slug, title, about } }: { game: Game }): Content {
  const { name, page, note } = about.originalClient
  return (
    <section aria-labelledby="client">
      <h2 id="client">Play with {name}</h2>
      <p>{note}</p>
      <ul>
        {page !== undefined && (
          <li>
            <a href={page} rel="noreferrer">
              {new URL(page).host + new URL(page).pathname.replace(/\/$/, '')}
            </a>
          </li>
        )}
        <li>
          <a href="/docs/tutorials/old-client">Connect {name}</a>
        </li>
        <li>
          <a href={`/docs/reference/${slug}`}>Rules and packets of {title}</a>
        </li>
      </ul>
    </section>
  )
}
