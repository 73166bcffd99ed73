// The owner page (`/host`): everything about a room for the holder of its host link. The first field of each form is that link.
import type { ConsoleForm, Game } from '../../../games/game.ts'
import { formFields } from '../../../games/shared/options/form.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { Invite } from '../layout/invite.tsx'
import { LabelledField, OptionFields } from '../layout/option-fields.tsx'
import { OwnerLink } from '../layout/owner-link.tsx'
import { PlayButton, WatchButton } from '../rooms/game.tsx'
import { DamageNotice } from '../rooms/room.tsx'
import { statusLabels } from '../rooms/room-card.tsx'
import { Console, type ConsoleResult } from './console.tsx'
import { HistorySection } from './history.tsx'
import { CostsSection, ModerationSections, type OwnerPanel, PlayersSection } from './moderation.tsx'
import { OwnerForm } from './owner-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { ServerListSection } from './server-lists.tsx'
import { type Sheet, Sheets } from './sheets.tsx'
import { WebhooksSection } from './webhooks.tsx'

/** The confirmation after an action. */
export const confirmations = {
  changed: 'Settings saved.',
  kicked: 'The player was kicked.',
  banned: 'The ban is active.',
  lifted: 'The ban was lifted.',
  muted: 'The player is muted.',
  unmuted: 'The mute was lifted.',
  dismissed: 'The report was dismissed.',
  invited: 'There is a new invite link. The old one stops working.',
  told: 'The message was sent to all players.',
  hooked: 'Webhook added. A test message was sent.',
  unhooked: 'Webhook deleted.',
  started: 'The game has started.',
  rewound: 'The room is as it was then. Everybody can join again.',
} as const
export type Confirmation = keyof typeof confirmations

interface RoomFile {
  readonly name: string
  readonly secret: boolean
}

/** The contents of the page beside the room itself. */
export interface OwnerPageContent {
  readonly confirmation?: Confirmation | undefined
  /** Known once the token is sent. */
  readonly panel?: OwnerPanel | undefined
  /** The secret of a webhook that was just created. */
  readonly secret?: string | undefined
  /** The console line that was just sent. */
  readonly consoleResult?: ConsoleResult | undefined
  /** Forms for common console lines. */
  readonly forms?: readonly ConsoleForm[]
  /** The game of a room that is gathering. */
  readonly gatheringGame?: Game
  /** Whether creating a room here requires the site's token. */
  readonly siteTokenRequired?: boolean
}

export function ownerPage(
  game: Game,
  room: RoomResponse,
  files: readonly RoomFile[],
  {
    confirmation,
    panel,
    consoleResult,
    secret,
    forms = [],
    gatheringGame,
    siteTokenRequired = true,
  }: OwnerPageContent,
): Page {
  const name = `${room.game}/${room.room}`
  const sheets: Sheet[] = [
    { id: 'players', title: 'Players', content: <PlayersSection game={game} panel={panel} /> },
    ...(forms.length > 0
      ? [{ id: 'commands', title: 'Console', content: <Console forms={forms} result={consoleResult} /> }]
      : []),
    {
      id: 'settings',
      title: 'Settings',
      content: (
        <>
          <SettingsForm game={game} room={room} />
          <ScheduleForm room={room} url={room.url} />
        </>
      ),
    },
    {
      id: 'share',
      title: 'Share',
      content: (
        <>
          <ShareSection game={game} room={room} invitation={panel?.invitation} />
          <ServerListSection game={game} room={room} />
          <WebhooksSection game={game} webhooks={panel?.webhooks} secret={secret} />
        </>
      ),
    },
    {
      id: 'moderation',
      title: 'Moderation',
      content: <ModerationSections game={game} panel={panel} />,
    },
    {
      id: 'history',
      title: 'History',
      content: (
        <HistorySection
          keeps={String(room.options.history ?? 'off') !== 'off'}
          timeline={panel?.timeline}
          siteTokenRequired={siteTokenRequired}
        />
      ),
    },
    { id: 'cost', title: 'Cost', content: <CostsSection panel={panel} /> },
    {
      id: 'backup',
      title: 'Backup',
      content: <BackupSections game={game} room={room} files={files} siteTokenRequired={siteTokenRequired} />,
    },
  ]
  return {
    title: `Host of ${room.title} · ${game.title}`,
    scripts: ['host', 'copy'],
    content: (
      <div data-room={name}>
        <p class="over">
          <a href={`/${name}`}>{game.title}</a>
        </p>
        <h1>
          Host of <span dir="auto">{room.title}</span>
        </h1>
        {confirmation && (
          <p class="notice" role="status">
            {confirmations[confirmation]}
          </p>
        )}
        {room.damage !== undefined && <DamageNotice of={room.damage} />}
        <p class="quiet" data-if-token="no">
          This page needs the room's host link. Open the link, or paste it below.
        </p>
        <p class="quiet" data-if-token="yes" hidden>
          This browser remembers the host link of this room.{' '}
          <button type="button" class="second" data-forget-token>
            Forget it
          </button>
        </p>
        {gatheringGame && <StartForm game={gatheringGame} />}
        <PlayersLink game={game} room={room} />
        <Sheets sheets={sheets} />
      </div>
    ),
  }
}

/** Ends the stage `gathering`. */
function StartForm({ game: { gathering, uploads } }: { game: Game }): Content {
  return (
    <section>
      <h2>Start the game</h2>
      <p>
        {gathering?.description} The room keeps its address, this host link and its webhooks. Players who try
        to connect get in at once.
      </p>
      <OwnerForm action="start">
        {Object.entries(uploads ?? {}).map(([name, { description, extensions, required }]) => (
          <LabelledField id={`start-${name}`} label={name === 'save' ? 'Save' : 'File'} help={description}>
            <input
              id={`start-${name}`}
              name={name}
              type="file"
              accept={extensions.join(',')}
              required={required}
            />
          </LabelledField>
        ))}
        <p class="actions">
          <button type="submit">Start</button>
        </p>
      </OwnerForm>
    </section>
  )
}

/** The players' address, and the buttons that players have. */
function PlayersLink({ game, room }: { game: Game; room: RoomResponse }): Content {
  return (
    <>
      <p>
        Address for players: <code data-copy>{room.url}</code>
      </p>
      <p class="actions">
        {room.status === 'open' && <PlayButton game={game} room={room.url} />}
        <WatchButton game={game} room={room} url={room.url} />
      </p>
    </>
  )
}

function ShareSection({
  game,
  room,
  invitation,
}: {
  game: Game
  room: RoomResponse
  invitation: string | null | undefined
}): Content {
  return (
    <section>
      <h2>Invite players</h2>
      {room.join === 'open' ? (
        <p>Everybody with this address can join.</p>
      ) : (
        <PrivateInvitation url={invitation} />
      )}
      <Invite url={room.url} />
      {game.createSpectatorFeed && (
        <p>
          <a href={`${room.url}/watch`}>The page for watching</a> has code to embed the world in a site or a
          stream.
        </p>
      )}
    </section>
  )
}

/** `url`: the invite link; undefined if no token was sent yet, or if everybody may join. */
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
          <button type="submit" class="second">
            New invite link
          </button>
        </p>
      </OwnerForm>
    </>
  )
}

function BackupSections({
  game,
  room,
  files,
  siteTokenRequired,
}: {
  game: Game
  room: RoomResponse
  files: readonly RoomFile[]
  siteTokenRequired: boolean
}): Content {
  return (
    <>
      <section>
        <h2>Export room</h2>
        <p>
          Download the whole room as one file, as a backup or to import it elsewhere under{' '}
          <a href="/new/import">New room</a>. The file contains the room's secrets.
        </p>
        <OwnerForm action="export">
          <button type="submit" class="second">
            Export room
          </button>
        </OwnerForm>
      </section>
      {files.length > 0 && <FileDownloads files={files} />}
      {game.fork && <ForkForm game={game} siteTokenRequired={siteTokenRequired} />}
      <section>
        <h2>New host link</h2>
        <p>If the link leaked, create a new one. The old link stops working.</p>
        <OwnerForm action="renew">
          <button type="submit" class="second">
            Create a new link
          </button>
        </OwnerForm>
      </section>
      <section>
        <h2>Delete room</h2>
        <p>This deletes the room and its world. For seven days the site’s admin can restore it.</p>
        <OwnerForm action="remove">
          <LabelledField id="room" label={`Type the room's address to confirm: ${room.room}`}>
            <input id="room" name="room" required autocomplete="off" autocapitalize="none" />
          </LabelledField>
          <button type="submit" class="danger">
            Delete room
          </button>
        </OwnerForm>
      </section>
    </>
  )
}

const joinLabels = {
  open: 'everybody',
  password: 'players who know the password',
  invited: 'players with the invite link',
} as const

function SettingsForm({ game, room }: { game: Game; room: RoomResponse }): Content {
  // The schedule closes the room at times; this form sets what the owner wants within its hours.
  const ownStatus = room.outsideHours ? 'open' : room.status
  return (
    <OwnerForm action="change">
      <fieldset>
        <legend>The room</legend>
        <ShownValues
          of={{ status: ownStatus, title: room.title, comments: room.comments.join('\n'), join: room.join }}
        />
        {game.createSpectatorFeed && <ShownValues of={{ watching: room.watching }} />}
        <LabelledField id="status" label="New players" help="Current players stay connected.">
          <select id="status" name="status">
            {(['open', 'closed'] as const).map((status) => (
              <option value={status} selected={status === ownStatus}>
                {statusLabels[status]}
              </option>
            ))}
          </select>
        </LabelledField>
        <LabelledField
          id="join"
          label="Who may join"
          help={
            game.options.password === undefined
              ? 'Players of a private room enter its password or open its invite link in a browser; then their original clients can join, too.'
              : 'Clients of this game ask for the password themselves. Invited players open the invite link in a browser; then their clients can join, too.'
          }
        >
          <select id="join" name="join">
            {(['open', 'password', 'invited'] as const).map((mode) => (
              <option value={mode} selected={mode === room.join}>
                {joinLabels[mode]}
              </option>
            ))}
          </select>
        </LabelledField>
        {game.options.password === undefined && (
          <LabelledField
            id="password"
            label="Password for players"
            help="Set a new one, or leave it empty to keep the current one. A new password ends all earlier admissions."
          >
            <input
              id="password"
              name="password"
              type="password"
              maxlength={128}
              autocomplete="new-password"
            />
          </LabelledField>
        )}
        <LabelledField id="title" label="Title">
          <input id="title" name="title" required maxlength={80} value={room.title} autocomplete="off" />
        </LabelledField>
        {game.createSpectatorFeed && (
          <LabelledField
            id="watching"
            label="Watching"
            help="When off, nobody can watch or see a picture of the room."
          >
            <select id="watching" name="watching">
              {(['on', 'off'] as const).map((word) => (
                <option value={word} selected={word === room.watching}>
                  {word === 'on' ? 'for everybody' : 'for nobody'}
                </option>
              ))}
            </select>
          </LabelledField>
        )}
        <LabelledField id="comments" label="Comments" help="Notes for players, up to six lines.">
          <textarea id="comments" name="comments" rows={3}>
            {room.comments.join('\n')}
          </textarea>
        </LabelledField>
      </fieldset>
      <OptionFields fields={formFields(game.options, room.options)} />
      <p class="actions">
        <button type="submit">Save</button>
      </p>
    </OwnerForm>
  )
}

/** Values that the form shows: the site changes only what was changed here. */
function ShownValues({ of }: { of: { readonly [field: string]: string } }): Content {
  return (
    <>
      {Object.entries(of).map(([field, value]) => (
        <input type="hidden" name={`${field}.was`} value={value} />
      ))}
    </>
  )
}

function ForkForm({ game, siteTokenRequired }: { game: Game; siteTokenRequired: boolean }): Content {
  const { save } = game.uploads ?? {}
  return (
    <section>
      <h2>Duplicate room</h2>
      <p>Creates another room with the same files and options. The two rooms are independent.</p>
      <OwnerForm action="fork">
        <LabelledField id="from" label="Start">
          <select id="from" name="from">
            <option value="beginning">from the beginning</option>
            <option value="now">from the current state</option>
            {save && <option value="save">from the save file below</option>}
          </select>
        </LabelledField>
        {save && (
          <LabelledField id="fork-save" label="Save" help={save.description}>
            <input id="fork-save" name="save" type="file" accept={save.extensions.join(',')} />
          </LabelledField>
        )}
        <LabelledField id="fork-title" label="Title" help="Default: the address.">
          <input id="fork-title" name="title" maxlength={80} autocomplete="off" />
        </LabelledField>
        {siteTokenRequired && (
          <LabelledField id="site" label="The site's token" help="Needed to create rooms on this site.">
            <input id="site" name="site" type="password" autocomplete="off" />
          </LabelledField>
        )}
        <p class="actions">
          <button type="submit" class="second">
            Create
          </button>
        </p>
      </OwnerForm>
    </section>
  )
}

function FileDownloads({ files }: { files: readonly RoomFile[] }): Content {
  return (
    <section>
      <h2>Files</h2>
      {files.map(({ name, secret }) => (
        <OwnerForm action="file">
          <input type="hidden" name="name" value={name} />
          <button type="submit" class="second">
            {name}
          </button>
          {secret && <span class="quiet"> (hosts only)</span>}
        </OwnerForm>
      ))}
    </section>
  )
}

/** After the host link was replaced. */
export function renewedLinkPage(link: string): Page {
  return {
    title: 'New host link · Packetboat',
    scripts: ['copy', 'created'],
    content: (
      <>
        <h1>New host link</h1>
        <OwnerLink link={link} />
        <p class="actions">
          <a class="button" href={link}>
            Open the host page
          </a>
        </p>
      </>
    ),
  }
}

export function deletedPage(name: string): Page {
  return {
    title: 'Deleted · Packetboat',
    content: (
      <>
        <h1>Room deleted</h1>
        <p>
          <code>{name}</code> and its world were deleted.
        </p>
        <p>
          <a href="/">All rooms</a>
        </p>
      </>
    ),
  }
}
