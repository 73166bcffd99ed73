import type { Content } from './frame.tsx'

/** `before`: the words before the room's title, such as "Film of". */
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
