// The pages `/:game/:room/my-data`, on which players download and erase the data that the room stores about them.
import type { PlayerDataFile } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { renderJson } from '../layout/json-view.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { RoomHeading } from '../layout/room-heading.tsx'

export const myDataFormName = 'my-data'

type PersonalData = NonNullable<Game['personalData']>

export function myDataPage(game: Game, room: RoomResponse): Page {
  const { personalData } = game
  return pageWithHeading(
    game,
    room,
    'My data in',
    personalData?.proof === undefined ? (
      <p>
        Players of {game.title} have no password, so this page cannot verify who you are. Ask the host of the
        room to send you your data or to erase it.
      </p>
    ) : (
      <LoginForm personalData={personalData} />
    ),
  )
}

function LoginForm({ personalData }: { personalData: PersonalData }): Content {
  return (
    <>
      <p>
        Download or erase the data that this room stores about you in the world, the host's log, reports, bans
        and mutes.
      </p>
      <form method="post" enctype="multipart/form-data" data-form={myDataFormName}>
        <LabelledField id="name" label={personalData.nameLabel}>
          <input id="name" name="name" required maxlength={255} autocomplete="username" />
        </LabelledField>
        <PasswordField personalData={personalData} />
        <p class="actions">
          <button type="submit" name="do" value="download">
            Download
          </button>
          <button type="submit" name="do" value="review" class="second">
            Show what an erasure deletes
          </button>
        </p>
      </form>
    </>
  )
}

function PasswordField({ personalData: { proof } }: { personalData: PersonalData }): Content {
  const isLink = proof === 'link'
  return (
    <LabelledField
      id="password"
      label={isLink ? 'Your link' : 'Your password in the game'}
      help={
        isLink
          ? 'The private link that this site gave you, for example for a claim, or the part of it after the #.'
          : undefined
      }
    >
      <input
        id="password"
        name="password"
        type="password"
        required
        maxlength={255}
        autocomplete={isLink ? 'off' : 'current-password'}
      />
    </LabelledField>
  )
}

export function ErasureTerms({ game: { personalData } }: { game: Game }): Content {
  return (
    <>
      {personalData && <p>{personalData.erases}</p>}
      <p>
        The player’s name, addresses and chat are {personalData && 'also '}removed from the host’s log, the
        stories, the reports, the films and the history of the room. Bans of the name become bans of the
        addresses. A connected player is disconnected. <strong>This cannot be undone.</strong> Backups that
        the host has made still contain the data.
      </p>
    </>
  )
}

/** `name`: as the player typed it. */
export function erasurePage(game: Game, room: RoomResponse, name: string, file: PlayerDataFile): Page {
  const { world, log, stories, reportsMade, reportsReceived, bans, mutes } = file
  const personalData = game.personalData!
  return pageWithHeading(
    game,
    room,
    'Erase my data in',
    <>
      <ErasureTerms game={game} />
      <form method="post" enctype="multipart/form-data" data-form="erasure">
        <input type="hidden" name="name" value={name} />
        <PasswordField personalData={personalData} />
        <p>
          <label>
            <input type="checkbox" name="sure" value="yes" required /> Yes, erase everything below.
          </label>
        </p>
        <p class="actions">
          <button type="submit" name="do" value="erase" class="danger">
            Erase my data
          </button>
          <a class="button second" href="my-data">
            Keep it
          </a>
        </p>
      </form>
      <h2>Your data</h2>
      <dl>
        <dt>Lines in the log</dt>
        <dd>{log.length}</dd>
        <dt>Stories of the room</dt>
        <dd>{stories.length}</dd>
        <dt>Reports by you</dt>
        <dd>{reportsMade.length}</dd>
        <dt>Reports of you</dt>
        <dd>{reportsReceived.length}</dd>
        <dt>Bans and mutes</dt>
        <dd>{bans.length + mutes.length}</dd>
      </dl>
      <h3>In the world</h3>
      {renderJson(world)}
    </>,
  )
}

export function erasedPage(game: Game, room: RoomResponse): Page {
  return pageWithHeading(
    game,
    room,
    'My data in',
    <p class="notice" role="status">
      Your data is erased.
    </p>,
  )
}

function pageWithHeading(game: Game, room: RoomResponse, heading: string, content: Content): Page {
  return {
    title: `${heading} ${room.title} · ${game.title}`,
    content: (
      <>
        <RoomHeading game={game} room={room} before={heading} />
        {content}
      </>
    ),
  }
}
