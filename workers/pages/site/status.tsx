import type { GameStatus, SidecarStatus, SiteStatus, TroubleStatus } from '../../monitoring/site-status.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'

export function statusPage(status: SiteStatus): Page {
  const { ok, at, version, games, sidecars, trouble } = status
  return {
    title: 'Status',
    description: 'Health of this site, its rooms and its sidecars.',
    content: (
      <>
        <h1>Status</h1>
        <p class={ok ? 'health well' : 'health'}>
          {ok ? 'All systems work.' : `${trouble.length} ${trouble.length === 1 ? 'problem' : 'problems'}.`}
        </p>
        <p class="quiet">
          Packetboat {version}, <UtcTime at={at} />. <ResponseTimes {...status} />
        </p>
        {trouble.length > 0 && <Trouble trouble={trouble} />}
        {games.length > 0 && <Games games={games} />}
        {sidecars.length > 0 && <Sidecars sidecars={sidecars} />}
        <p class="quiet">
          Operators can send a <a href="/status/message">message to the players of all rooms</a>.
        </p>
      </>
    ),
  }
}

function ResponseTimes({ directory, objects: { asked, silent, median, slowest } }: SiteStatus): Content {
  const rooms = asked === 1 ? 'The active room' : `Half of the ${asked} active rooms`
  return (
    <>
      {directory.ok
        ? `The Directory answered in ${directory.milliseconds} ms.`
        : 'The Directory does not answer.'}
      {asked === 0 && directory.ok && ' No room is active.'}
      {median !== undefined && ` ${rooms} answered in ${median} ms`}
      {median !== undefined && (asked === 1 ? '.' : `, the slowest in ${slowest} ms.`)}
      {silent > 0 && ` ${silent} did not answer.`}
    </>
  )
}

function Trouble({ trouble }: { trouble: readonly TroubleStatus[] }): Content {
  return (
    <section aria-labelledby="trouble">
      <h2 id="trouble">Problems</h2>
      <ul>
        {trouble.map(({ who, what, since }) => (
          <li>
            {who.includes('/') ? <a href={`/${who}`}>{who}</a> : <bdi>{who}</bdi>}: {what}
            {since !== undefined && (
              <>
                , since <UtcTime at={since} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Games({ games }: { games: readonly GameStatus[] }): Content {
  return (
    <section aria-labelledby="games">
      <h2 id="games">Rooms</h2>
      <ScrollableTable
        label="Rooms by game"
        heads={['Game', 'Open', 'Closed', 'Unreadable', 'Players']}
        numbersFrom={1}
      >
        {games.map(({ title, open, closed, unopened, players }) => (
          <tr>
            <th scope="row">{title}</th>
            {[open, closed, unopened, players].map((count) => (
              <td class="number">{count}</td>
            ))}
          </tr>
        ))}
      </ScrollableTable>
    </section>
  )
}

function Sidecars({ sidecars }: { sidecars: readonly SidecarStatus[] }): Content {
  return (
    <section aria-labelledby="sidecars">
      <h2 id="sidecars">Sidecars</h2>
      <ScrollableTable
        label="Table of sidecars"
        heads={['Sidecar', 'Address', 'State', 'Last seen', 'Rooms']}
        numbersFrom={4}
      >
        {sidecars.map((one) => (
          <tr>
            <th scope="row">
              <bdi>{one.sidecar}</bdi>
            </th>
            <td>
              {one.host !== undefined && <code>{one.host}</code>}
              {one.region !== undefined && <span class="quiet"> {one.region}</span>}
            </td>
            <td>
              {one.connected ? 'connected' : 'disconnected'} since <UtcTime at={one.since} />
            </td>
            <td>
              <UtcTime at={one.lastWord} />
            </td>
            <td class="number">{one.rooms}</td>
          </tr>
        ))}
      </ScrollableTable>
    </section>
  )
}

function UtcTime({ at }: { at: string }): Content {
  return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
}
