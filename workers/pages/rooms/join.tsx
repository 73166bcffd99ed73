// The page `/:game/:room/join`, on which players of a private room enter its password or open its invite link.
import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Page } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { RoomHeading } from '../layout/room-heading.tsx'
import { PlayButton } from './game.tsx'

export const joinFormName = 'join'

export function joinPage(game: Game, room: RoomResponse): Page {
  const path = `/${room.game}/${room.room}`
  const isByPassword = room.join === 'password'
  return {
    title: `Join ${room.title} · ${game.title}`,
    scripts: ['join'],
    content: (
      <>
        <RoomHeading game={game} room={room} before="Join" />
        {room.join === 'open' ? (
          <p>
            Everybody can join this room. <PlayButton game={game} room={path} />
          </p>
        ) : (
          <>
            <p>
              {isByPassword
                ? 'This room has a password. Ask its host for the password, or for an invite link.'
                : 'This room is for invited players. Open the invite link that its host sent you.'}
            </p>
            <form method="post" enctype="multipart/form-data" data-form={joinFormName}>
              <LabelledField id="secret" label={isByPassword ? 'Password' : 'Invite link'}>
                <input
                  id="secret"
                  name="secret"
                  type="password"
                  required
                  maxlength={500}
                  autocomplete={isByPassword ? 'current-password' : 'off'}
                />
              </LabelledField>
              <button type="submit">Join</button>
            </form>
            <p class="quiet">
              This also lets original clients from your network address join, for twelve hours.
            </p>
          </>
        )}
      </>
    ),
  }
}

/** `until`: the time until which clients from the visitor's address may join, as ISO 8601 in UTC. */
export function joinedPage(game: Game, room: RoomResponse, until: string): Page {
  const path = `/${room.game}/${room.room}`
  return {
    title: `Join ${room.title} · ${game.title}`,
    content: (
      <>
        <RoomHeading game={game} room={room} before="Welcome to" />
        <p class="notice" role="status">
          You can join this room.
        </p>
        <p class="actions">
          <PlayButton game={game} room={path} />
          <a class="button second" href={path}>
            Addresses for other clients
          </a>
        </p>
        <p class="quiet">
          Clients from your network address can join until{' '}
          <time datetime={until}>{until.slice(0, 16).replace('T', ' ')} UTC</time>. After that, open this page
          again.
        </p>
      </>
    ),
  }
}
