import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'

/** Renders nothing if the game has no public lists of servers, or if the room is not announced. */
export function ServerListSection({ game, room }: { game: Game; room: RoomResponse }): Content {
  if (!game.serverList?.isAnnounced(room.options)) return null
  const results = room.addresses.flatMap(({ host, port, sidecar, lists = [] }) =>
    lists.map((result) => ({ ...result, at: `${host}:${port}`, sidecar })),
  )
  return (
    <section>
      <h2>Public lists of servers</h2>
      {results.length === 0 ? (
        <p class="quiet">
          {room.status === 'open'
            ? 'Not announced yet. A sidecar announces the room within a minute.'
            : 'A room that is closed to new players is not announced.'}
        </p>
      ) : (
        <ul>
          {results.map(({ list, error, at, sidecar }) => (
            <li class={error === undefined ? undefined : 'error'}>
              {list}: {error === undefined ? `lists ${at}` : `${error} (sidecar ${sidecar})`}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        A list accepts a sidecar only if its advertised name and its address resolve to each other.
      </p>
    </section>
  )
}
