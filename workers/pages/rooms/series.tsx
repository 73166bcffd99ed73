import type { SeriesBoard } from '../../../durable-objects/model/series.ts'
import type { Game } from '../../../games/game.ts'
import type { Page } from '../layout/frame.tsx'
import { BoardTable } from './stories.tsx'

export function seriesPage(game: Game, name: string, { rooms, board }: SeriesBoard, origin: string): Page {
  return {
    title: `Series ${name} · ${game.title}`,
    description: `The players of all rooms of the series ${name} of ${game.title}.`,
    scripts: [],
    content: (
      <>
        <p class="over">
          <a href={`${origin}/${game.slug}`}>{game.title}</a> · series
        </p>
        <h1>{name}</h1>
        {board.length === 0 ? (
          <p class="quiet">
            This board is empty. Players appear here when {game.storyEnds === 'results' ? 'a match' : 'a day'}{' '}
            with them is over.
          </p>
        ) : (
          <section aria-labelledby="board">
            <h2 id="board">Players of all rooms</h2>
            <BoardTable board={board} />
          </section>
        )}
        {rooms.length > 0 && (
          <section aria-labelledby="rooms">
            <h2 id="rooms">Rooms</h2>
            <ul>
              {rooms.map(({ name: room, title, isDamaged }) => (
                <li>
                  {title === undefined ? (
                    `${room} (deleted)`
                  ) : (
                    <a href={`${origin}/${room}/stories`} dir="auto">
                      {title}
                    </a>
                  )}
                  {isDamaged &&
                    ' – the rows of this room are damaged, so its players are missing from the board'}
                </li>
              ))}
            </ul>
          </section>
        )}
        <p class="quiet">
          The board adds up the results of the 50 best players of each room in all stories of the room. Equal
          names count as one player. The board is also available as{' '}
          <a href={`${origin}/api/series/${game.slug}/${name}`}>JSON</a>.
        </p>
      </>
    ),
  }
}
