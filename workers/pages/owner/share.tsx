import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'
import { InviteSection } from '../layout/invite.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'

export function ShareSection({
  game,
  room,
  invitation,
}: {
  game: Game
  room: RoomResponse
  invitation: string | null | undefined
}): Content {
  if (room.damage !== undefined) return ''
  return (
    <section>
      <h2>Invite players</h2>
      {room.join === 'open' ? (
        <p>Everybody with this address can join.</p>
      ) : (
        <PrivateInvitation url={invitation} />
      )}
      <InviteSection url={room.url} label="Address and QR code of the room" />
      {game.createSpectatorFeed && (
        <p>
          <a href={`${room.url}/watch`}>The page for watching</a> has code to embed the world in a site or a
          stream.
        </p>
      )}
    </section>
  )
}

/** `url`: absent if the request has no token, and if everybody may join. */
function PrivateInvitation({ url }: { url: string | null | undefined }): Content {
  return (
    <>
      <div data-refresh="invitation">
        {url ? (
          <>
            <p>Everybody who opens this invite link can join:</p>
            <p>
              <code data-copy>{url}</code>
            </p>
          </>
        ) : (
          <p class="quiet">The invite link is shown to holders of the host link.</p>
        )}
      </div>
      <OwnerForm action="invite">
        <p class="quiet">If the link leaked, create a new one. Everybody must then open the new link.</p>
        <p class="actions">
          <SubmitButton label="New invite link" look="second" />
        </p>
      </OwnerForm>
    </>
  )
}
