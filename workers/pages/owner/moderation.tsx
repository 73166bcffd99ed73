// Sections of the owner page that show data only after a form has sent the token. While the page is visible, a script
// refreshes these sections.
import type { BanInfo } from '../../../durable-objects/model/bans.ts'
import type { ReportInfo } from '../../../durable-objects/model/reports.ts'
import type { LogLine, LogLineKind } from '../../../durable-objects/model/room-log.ts'
import type { SessionInfo } from '../../../durable-objects/room/sessions/session-info.ts'
import type { Timeline, WebhookInfo } from '../../../durable-objects/rpc/rpc-types.ts'
import { maxBroadcastLength } from '../../../games/broadcast.ts'
import type { Game } from '../../../games/game.ts'
import type { Answers } from '../../api/responses/answers.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { BanFields } from './ban-fields.tsx'
import type { LinkedClip } from './film.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'
import { PlayerDataSection } from './player-data.tsx'
import { ReportsSection } from './reports.tsx'
import { UsageSection } from './usage.tsx'
import { UtcTime } from './utc-time.tsx'

/** The data of the owner page that requires the token. */
export interface OwnerPanelData {
  readonly people: readonly SessionInfo[]
  readonly bans: readonly BanInfo[]
  readonly mutes: readonly BanInfo[]
  readonly reports: readonly ReportInfo[]
  /** The invite link, or null if everybody may join. */
  readonly invitation: string | null
  /** The log with the events in the world, oldest line first, and the earliest time to which the room can go back. */
  readonly timeline: Timeline
  readonly log: readonly LogLine[]
  readonly costs: Answers['Meter']
  readonly webhooks: readonly WebhookInfo[]
  readonly clips: readonly LinkedClip[]
}

interface PanelProps {
  readonly game: Game
  /** Undefined if the request has no token. */
  readonly panel: OwnerPanelData | undefined
}

export function PlayersSection({ game, panel }: PanelProps): Content {
  return (
    <section aria-labelledby="people">
      <h2 id="people">Players</h2>
      {!panel && (
        <OwnerForm action="look">
          <SubmitButton label="Show players, bans, log and costs" look="second" />
        </OwnerForm>
      )}
      <div data-refresh="people">{panel && <People game={game} people={panel.people} />}</div>
      {(game.broadcast || game.notify) && <BroadcastForm game={game} />}
    </section>
  )
}

function BroadcastForm({ game }: Pick<PanelProps, 'game'>): Content {
  const help = game.notify
    ? 'Shown on the room’s page and to players in a browser. The original clients of this game cannot show it.'
    : 'Shown in the game’s own chat.'
  return (
    <OwnerForm action="broadcast">
      <LabelledField id="broadcast" label="Message to all players" help={help}>
        <input id="broadcast" name="text" required maxlength={maxBroadcastLength} autocomplete="off" />
      </LabelledField>
      <p class="actions">
        <SubmitButton label="Send" look="second" />
      </p>
    </OwnerForm>
  )
}

export function ModerationSections({ game, panel }: PanelProps): Content {
  return (
    <>
      {game.reports && <ReportsSection game={game} reports={panel?.reports} />}
      <section aria-labelledby="bans">
        <h2 id="bans">Bans</h2>
        <div data-refresh="bans">{panel && <Bans bans={panel.bans} />}</div>
        <BanForm game={game} />
      </section>
      {game.broadcast && (
        <section aria-labelledby="mutes">
          <h2 id="mutes">Mutes</h2>
          <div data-refresh="mutes">{panel && <Mutes mutes={panel.mutes} />}</div>
        </section>
      )}
      <PlayerDataSection game={game} />
      <section aria-labelledby="log">
        <h2 id="log">Log</h2>
        <div data-refresh="log">{panel && <Log log={panel.log} />}</div>
      </section>
    </>
  )
}

export function CostsSection({ panel }: Pick<PanelProps, 'panel'>): Content {
  return (
    <section aria-labelledby="meter">
      <h2 id="meter">Costs</h2>
      <div data-refresh="meter">
        {panel ? (
          <UsageSection costs={panel.costs} />
        ) : (
          <p class="quiet">The costs are shown to holders of the host link.</p>
        )}
      </div>
    </section>
  )
}

function People({ game, people }: { game: Game; people: readonly SessionInfo[] }): Content {
  if (people.length === 0) return <p class="quiet">No players.</p>
  return (
    <OwnerForm name="people">
      <ScrollableTable label="Table of players" heads={['Player', 'Address', 'Transport', 'Since']}>
        {people.map(({ id, name, address, transport, since }) => (
          <tr>
            <td>
              <label>
                <input type="radio" name="id" value={id} required />{' '}
                {name === null ? <span class="quiet">not logged in yet</span> : <bdi>{name}</bdi>}
              </label>
            </td>
            <td>{address}</td>
            <td>{transport}</td>
            <td>
              <UtcTime at={since} />
            </td>
          </tr>
        ))}
      </ScrollableTable>
      <p class="actions">
        <SubmitButton act="kick" label="Kick" look="second" />
      </p>
      <BanFields id="people" />
      <p class="actions">
        {game.broadcast && <SubmitButton act="mute" label="Mute" look="second" />}
        <SubmitButton act="ban-address" label="Ban the address" look="danger" />
        {!game.namesIdentifySlots && <SubmitButton act="ban-name" label="Ban the name" look="danger" />}
      </p>
    </OwnerForm>
  )
}

function Bans({ bans }: { bans: readonly BanInfo[] }): Content {
  if (bans.length === 0) return <p class="quiet">Nobody is banned.</p>
  return (
    <OwnerForm action="lift">
      <BanTable label="Table of bans" subject="Banned" bans={bans} />
      <p class="actions">
        <SubmitButton label="Lift ban" look="second" />
      </p>
    </OwnerForm>
  )
}

function Mutes({ mutes }: { mutes: readonly BanInfo[] }): Content {
  if (mutes.length === 0) return <p class="quiet">Nobody is muted. Mute players in the list of players.</p>
  return (
    <OwnerForm action="unmute">
      <BanTable label="Table of mutes" subject="Muted" bans={mutes} />
      <p class="actions">
        <SubmitButton label="Lift mute" look="second" />
      </p>
    </OwnerForm>
  )
}

function BanTable({
  label,
  subject,
  bans,
}: {
  label: string
  subject: string
  bans: readonly BanInfo[]
}): Content {
  return (
    <ScrollableTable label={label} heads={[subject, 'Until', 'Reason']}>
      {bans.map((ban) => (
        <tr>
          <td>
            <label>
              <input type="radio" name="id" value={ban.id} required />{' '}
              <bdi>{'name' in ban ? ban.name : ban.address}</bdi>
            </label>
          </td>
          <td>
            <UtcTime at={ban.until} />
          </td>
          <td>
            <bdi>{ban.reason}</bdi>
          </td>
        </tr>
      ))}
    </ScrollableTable>
  )
}

function BanForm({ game }: { game: Game }): Content {
  return (
    <details data-forms="ban">
      <summary>Ban by name or address</summary>
      <OwnerForm action="ban">
        <LabelledField id="banned" label={game.namesIdentifySlots ? 'Address' : 'Name or address'}>
          <input id="banned" name="who" required maxlength={100} autocomplete="off" autocapitalize="none" />
        </LabelledField>
        <BanFields id="ban" />
        <p class="actions">
          <SubmitButton label="Ban" look="danger" />
        </p>
      </OwnerForm>
    </details>
  )
}

const kindLabels: { readonly [kind in LogLineKind]: string } = {
  join: 'joined',
  leave: 'left',
  refusal: 'rejected',
  fault: 'error',
  report: 'report',
  act: 'host',
}

function Log({ log }: { log: readonly LogLine[] }): Content {
  if (log.length === 0) return <p class="quiet">Nothing has happened yet.</p>
  return (
    <section class="wide log" aria-label="Log lines" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>Kind</th>
            <th>Event</th>
          </tr>
        </thead>
        <tbody>
          {log.toReversed().map(({ time, kind, text }) => (
            <tr>
              <td>
                <UtcTime at={time} />
              </td>
              <td>{kindLabels[kind]}</td>
              <td class="sentence">
                <bdi>{text}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
