import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'
import { PlayerCount, statusLabels } from './room-card.tsx'

/** Title, status and players, which a script keeps up to date. `heading`: contains the title. */
export function LiveRoom({
  room,
  heading,
  children,
}: {
  room: RoomResponse
  heading: Content
  children?: Content
}): Content {
  return (
    <div
      class="now"
      data-live={room.damage === undefined ? `${room.game}/${room.room}` : undefined}
      data-words={JSON.stringify(statusLabels)}
      data-addresses={JSON.stringify(room.addresses)}
    >
      {heading}
      <p>
        <span class={`status ${room.status}`}>{statusLabels[room.status]}</span>
        {' · '}
        <PlayerCount room={room} />
      </p>
      {children}
    </div>
  )
}
