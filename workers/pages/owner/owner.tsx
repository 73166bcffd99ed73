import type { ConsoleForm, Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { OwnerLink } from '../layout/owner-link.tsx'
import { RoomHeading } from '../layout/room-heading.tsx'
import { PlayButton, WatchButton } from '../rooms/game.tsx'
import { FileWarnings } from '../rooms/new-room.tsx'
import { DamageNotice } from '../rooms/room.tsx'
import { BackupSections, type RoomFile } from './backup.tsx'
import { type ConsoleResult, ConsoleSection } from './console.tsx'
import { FilmSection } from './film.tsx'
import { HistorySection } from './history.tsx'
import { CostsSection, ModerationSections, type OwnerPanelData, PlayersSection } from './moderation.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { ServerListSection } from './server-lists.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ShareSection } from './share.tsx'
import { type Tab, Tabs } from './tabs.tsx'
import { WebhooksSection } from './webhooks.tsx'

export const confirmations = {
  changed: 'Settings saved.',
  kicked: 'The player was kicked.',
  banned: 'The ban is active.',
  lifted: 'The ban was lifted.',
  erased: 'The data of the player is erased.',
  muted: 'The player is muted.',
  unmuted: 'The mute was lifted.',
  dismissed: 'The report was dismissed.',
  invited: 'There is a new invite link. The old one stops working.',
  told: 'The message was sent to all players.',
  hooked: 'Webhook added. A test message was sent.',
  unhooked: 'Webhook deleted.',
  clipped: 'The clip was created.',
  unclipped: 'The clip was deleted.',
  started: 'The game has started.',
  rewound: 'The room is back at the chosen time. Everybody can join again.',
} as const
export type Confirmation = keyof typeof confirmations

export interface OwnerPageContent {
  readonly confirmation?: Confirmation | undefined
  /** Warnings about the files, if the request has created the world from files. */
  readonly warnings?: readonly string[]
  /** The data that only the owner may see. Absent if the request has no token. */
  readonly panel?: OwnerPanelData | undefined
  /** The signing secret of the webhook that the request has created, if any. */
  readonly secret?: string | undefined
  readonly consoleResult?: ConsoleResult | undefined
  readonly forms?: readonly ConsoleForm[]
  readonly gatheringGame?: Game
  readonly siteTokenRequired?: boolean
}

export function ownerPage(
  game: Game,
  room: RoomResponse,
  files: readonly RoomFile[],
  {
    confirmation,
    warnings = [],
    panel,
    consoleResult,
    secret,
    forms = [],
    gatheringGame,
    siteTokenRequired = true,
  }: OwnerPageContent,
): Page {
  const name = `${room.game}/${room.room}`
  const tabs: Tab[] = [
    { id: 'players', title: 'Players', content: <PlayersSection game={game} panel={panel} /> },
    ...(forms.length > 0
      ? [
          {
            id: 'commands',
            title: 'Console',
            content: <ConsoleSection forms={forms} result={consoleResult} />,
          },
        ]
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
    { id: 'moderation', title: 'Moderation', content: <ModerationSections game={game} panel={panel} /> },
    {
      id: 'history',
      title: 'History',
      content: (
        <>
          <HistorySection
            hasHistory={String(room.options.history ?? 'off') !== 'off'}
            timeline={panel?.timeline}
            siteTokenRequired={siteTokenRequired}
          />
          {game.createSpectatorFeed && (
            <FilmSection isFilmed={room.options.film === true} url={room.url} clips={panel?.clips} />
          )}
        </>
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
        <RoomHeading game={game} room={room} before="Host of" />
        {confirmation && (
          <p class="notice" role="status">
            {confirmations[confirmation]}
          </p>
        )}
        <FileWarnings warnings={warnings} />
        {room.damage !== undefined && <DamageNotice damage={room.damage} />}
        {room.series?.problem !== undefined && (
          <p class="error">
            This room is not in the series {room.series.name}: {room.series.problem}.
          </p>
        )}
        <p class="quiet" data-if-token="no">
          This page needs the room's host link. Open the link, or paste it below.
        </p>
        <p class="quiet" data-if-token="yes" hidden>
          This browser remembers the host link of this room.{' '}
          <button type="button" class="copy" data-forget-token>
            Forget it
          </button>
        </p>
        <p class="error" role="alert" data-void-token hidden>
          The host link that this browser remembers does not work any more, so this page shows old data. Open
          the new link, or forget this one and paste the new one.
        </p>
        {gatheringGame && <StartForm game={gatheringGame} hasFiles={files.length > 0} />}
        <PlayersLink game={game} room={room} />
        <Tabs tabs={tabs} />
      </div>
    ),
  }
}

/** `hasFiles`: whether players have submitted files. */
function StartForm({ game: { gathering, uploads }, hasFiles }: { game: Game; hasFiles: boolean }): Content {
  return (
    <section>
      <h2>Start the game</h2>
      <p>
        {hasFiles ? (
          <>
            Download the players’ files under <a href="#backup">Backup</a>, generate the world from them, and
            upload it here.
          </>
        ) : (
          'No player has submitted a file yet. When you have all files, generate the world from them, and upload it here.'
        )}
      </p>
      <p>
        {gathering?.description} The room keeps its address, this host link and its webhooks. Players who are
        trying to connect can then join at once.
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
          <SubmitButton label="Start" />
        </p>
      </OwnerForm>
    </section>
  )
}

function PlayersLink({ game, room }: { game: Game; room: RoomResponse }): Content {
  return (
    <>
      <p>
        Address for players: <code data-copy>{room.url}</code>
      </p>
      <p class="actions">
        {room.status === 'open' && room.stage === undefined && <PlayButton game={game} room={room.url} />}
        <WatchButton game={game} room={room} url={room.url} />
      </p>
    </>
  )
}

/** The page with the new host link `link`. The old host link no longer works. */
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
