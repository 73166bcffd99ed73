// The part of a room's page that shows the multiworld: the address for each kind of client, and a table of slots.
import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { SlotRow, SlotsResponse } from '../endpoints/slots.ts'
import { ClaimCell } from './claim.tsx'
import { AgeText, ColumnHeads, PauseNotice, ProgressCell, ScrollableTable } from './components.tsx'
import { filterSlots } from './filters.ts'
import { displayName, formatCount, statusClass, statusLabel } from './labels.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'
import { SlotFilter } from './slot-filter.tsx'

export function roomPageContent(json: string, room: PageRoom): PageContent {
  const response: SlotsResponse = JSON.parse(json)
  const players = response.slots.filter(({ type }) => type === 'player')
  const part = rowsOfPage(filterSlots(response.slots, room.query), room.query)
  return {
    title: 'Room',
    content: (
      <>
        <PauseNotice paused={response.paused} />
        <section aria-labelledby="connect">
          <h2 id="connect">How to connect</h2>
          <ConnectInstructions room={room} response={response} />
        </section>
        <section aria-labelledby="slots">
          <h2 id="slots">Slots</h2>
          <div data-refresh="total">
            <TotalRow players={players} />
          </div>
          {response.gathered && (
            <p>
              <a href={`${room.path}/yamls`}>The players’ files and their slots</a>
            </p>
          )}
          <SlotFilter slots={response.slots} query={room.query} />
          <div data-refresh="slots">
            <SlotTable slots={part.rows} room={room} />
            <PageLinks of={part} query={room.query} label="Pages of slots" />
          </div>
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules">Room options</h2>
          <RoomRules response={response} />
        </section>
      </>
    ),
  }
}

function TotalRow({ players }: { players: readonly SlotRow[] }): Child {
  const sum = (of: (slot: SlotRow) => number) => players.reduce((total, slot) => total + of(slot), 0)
  const goals = players.filter(({ status }) => status === 'goal').length
  return (
    <p class="total">
      <ProgressCell
        checks={sum(({ checks }) => checks)}
        locations={sum(({ locations }) => locations)}
        label="All locations"
      />{' '}
      {formatCount(players.length, 'player', 'players')}, {goals} at the goal
    </p>
  )
}

function ConnectInstructions({
  room,
  response: { password, slotPasswords },
}: {
  room: PageRoom
  response: SlotsResponse
}): Child {
  const hostPorts = room.connect.filter((address) => !address.includes('://'))
  const urls = room.connect.filter((address) => address.includes('://'))
  return (
    <>
      <dl>
        {hostPorts.map((address) => (
          <>
            <dt>Most clients</dt>
            <dd>
              <code data-copy>{address}</code> as the server address, or type{' '}
              <code data-copy>/connect {address}</code>
            </dd>
          </>
        ))}
        {urls.map((url) => (
          <>
            <dt>{hostPorts.length > 0 ? 'Browser clients, or any client' : 'All clients'}</dt>
            <dd>
              <code data-copy>{url}</code>
            </dd>
          </>
        ))}
        <dt>Without a client</dt>
        <dd>
          <a href={`${room.path}/play`}>the text client on this site</a>: chat, hints and received items
        </dd>
      </dl>
      {hostPorts.length === 0 && (
        <p class="quiet">
          No sidecar serves this room now, so it has no host name and port. Use the full URL above in clients
          that accept one.
        </p>
      )}
      {password && <p>This room requires a password. Ask its host.</p>}
      {slotPasswords && <p>Some slots require a password of their own. Ask the host of this room.</p>}
    </>
  )
}

function SlotTable({ slots, room }: { slots: readonly SlotRow[]; room: PageRoom }): Child {
  if (slots.length === 0) return <p class="quiet">No results.</p>
  const patches = slots.some(({ file }) => file !== null)
  return (
    <ScrollableTable label="Table of slots">
      <table class="first-stays">
        <ColumnHeads
          names={[
            'Name',
            'Checks',
            'Status',
            'Game',
            'Hint points*',
            'Clients*',
            'Active',
            'Played by',
            ...(patches ? ['Patch'] : []),
          ]}
        />
        <tbody>
          {slots.map((slot) => (
            <SlotTableRow slot={slot} room={room} patches={patches} />
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}

function SlotTableRow({ slot, room, patches }: { slot: SlotRow; room: PageRoom; patches: boolean }): Child {
  const { type, members, file, name, connections } = slot
  const named = (
    <th scope="row">
      <a href={`${room.path}/tracker/${slot.slot}`} dir="auto">
        {displayName(slot)}
      </a>
    </th>
  )
  if (type !== 'player')
    return (
      <tr>
        {named}
        <td colspan={2} class="quiet" dir="auto">
          {type === 'group' ? `shared by ${members.join(', ')}` : 'spectator'}
        </td>
        <td dir="auto">{slot.game}</td>
        <td colspan={patches ? 5 : 4} />
      </tr>
    )
  return (
    <tr>
      {named}
      <td>
        <ProgressCell checks={slot.checks} locations={slot.locations} label={`Locations of ${name}`} />
      </td>
      <td>
        <span class={statusClass(slot.status)}>{statusLabel(slot.status)}</span>
      </td>
      <td dir="auto">{slot.game}</td>
      <td class="number">{slot.hintPoints}</td>
      <td class="number">{connections}</td>
      <td>
        <AgeText at={slot.lastActivity} now={room.now} />
      </td>
      <td>
        <ClaimCell slot={slot} />
      </td>
      {patches && (
        <td>
          {file && (
            <a href={`${room.path}/files/${encodeURIComponent(file)}`} download={file}>
              {file.slice(file.lastIndexOf('.'))}
            </a>
          )}
        </td>
      )}
    </tr>
  )
}

const modeLabels: { readonly [mode: string]: string } = {
  disabled: 'never',
  enabled: 'at any time',
  goal: 'after the goal',
  auto: 'automatically at the goal',
  'auto-enabled': 'at any time, and automatically at the goal',
}

function RoomRules({ response }: { response: SlotsResponse }): Child {
  const { release_mode, collect_mode, remaining_mode } = response.modes
  return (
    <dl>
      <dt>A hint costs</dt>
      <dd>{response.hintCost === 0 ? 'nothing' : `${response.hintCost} % of a slot's locations`}</dd>
      <dt>Release</dt>
      <dd>{modeLabels[release_mode]}</dd>
      <dt>Collect</dt>
      <dd>{modeLabels[collect_mode]}</dd>
      <dt>Remaining</dt>
      <dd>{modeLabels[remaining_mode]}</dd>
      <dt>Seed</dt>
      <dd>
        <code>{response.seed}</code>, generated by {response.generator}
        {response.race && ' (race)'}
      </dd>
    </dl>
  )
}
