// The heading of a page about a room, other than the room's own page.
import type { Content } from './frame.tsx'

/**
 * The heading, with links to the game and to the room. `before`: the words before the room's title, such as "Film of".
 */
export function RoomHeading({
  game,
  room,
  before,
}: {
  game: { readonly slug: string; readonly title: string }
  room: { readonly room: string; readonly title: string }
  before: string
}): Content {
  return (
    <>
      <p class="over">
        <a href={`/${game.slug}`}>{game.title}</a>
      </p>
      <h1>
        {before}{' '}
        <a href={`/${game.slug}/${room.room}`} dir="auto">
          {room.title}
        </a>
      </h1>
    </>
  )
}
