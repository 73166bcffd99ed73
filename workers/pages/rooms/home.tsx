// The home page: a description of the site, the visitor's own rooms, and all rooms sorted by game.
import type { RoomPage } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { Game } from '../../../games/game.ts'
import type { Page } from '../layout/frame.tsx'
import { CreationNote, type RoomCreationPolicy } from './new-room.tsx'
import { GameCard, RoomCard, type RoomCardContext, RoomCards, sortByPlayers } from './room-card.tsx'

const purpose = 'Multiplayer games whose servers are gone. Play in your browser or with the original client.'

/**
 * `isFirst`: whether this is the first page of the list of rooms. If the first page is also the last page, the games
 * without rooms are listed too.
 */
export function homePage(
  games: readonly Game[],
  { rooms, next }: RoomPage,
  facts: RoomCardContext,
  { creation, isFirst }: { readonly creation: RoomCreationPolicy; readonly isFirst: boolean },
): Page {
  const shown = games.flatMap((game) =>
    sortByPlayers(rooms.filter((room) => room.game === game.slug)).map((room) => ({ game, room })),
  )
  const unused = games.filter(
    ({ slug }) => isFirst && next === undefined && !rooms.some((room) => room.game === slug),
  )
  return {
    title: 'Packetboat',
    description: purpose,
    scripts: ['live', 'my-rooms'],
    content: (
      <>
        <section class="hero">
          <h1>Online worlds that outlive their servers</h1>
          <p>{purpose}</p>
          <p class="actions">
            <a class={creation === 'open' ? 'button' : 'button second'} href="/new">
              New room
            </a>
          </p>
          <CreationNote creation={creation} />
        </section>
        <MyRooms />
        <section aria-labelledby="rooms">
          <h2 id="rooms">Rooms</h2>
          <p class="quiet" data-refresh="none">
            {shown.length === 0 && 'There are no rooms yet.'}
          </p>
          <RoomCards prefix="">
            {shown.map(({ game, room }) => (
              <RoomCard game={game} room={room} facts={facts} />
            ))}
            {unused.map((game) => (
              <GameCard game={game} facts={facts} />
            ))}
          </RoomCards>
          {next !== undefined && (
            <p class="actions">
              <a class="button" rel="next" href={`/?after=${encodeURIComponent(next)}`}>
                More rooms
              </a>
            </p>
          )}
        </section>
      </>
    ),
  }
}

/** The list of the rooms whose host links this browser stores. A script fills the list. */
function MyRooms() {
  return (
    <section aria-labelledby="my-rooms" data-my-rooms hidden>
      <h2 id="my-rooms">My rooms</h2>
      <p class="quiet">This browser remembers the host links of these rooms.</p>
      <ul class="rows" />
    </section>
  )
}
