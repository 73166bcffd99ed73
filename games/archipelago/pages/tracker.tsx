import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { SlotRow, SlotsResponse } from '../endpoints/slots.ts'
import { ClaimCell } from './claim.tsx'
import { AgeText, ColumnHeads, PauseNotice, ProgressCell, ScrollableTable } from './components.tsx'
import { filterSlots } from './filters.ts'
import { displayName, formatPercent, statusClass, statusLabel } from './labels.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'
import { SlotFilter } from './slot-filter.tsx'

export function trackerPage(json: string, room: PageRoom): PageContent {
  const response: SlotsResponse = JSON.parse(json)
  const players = response.slots.filter(({ type }) => type === 'player')
  const chosen = filterSlots(players, room.query)
  const part = rowsOfPage(chosen, room.query)
  return {
    title: 'Tracker',
    content: (
      <>
        <PauseNotice paused={response.paused} />
        <SlotFilter slots={players} query={room.query} />
        <div data-refresh="tracker">
          <TrackerTable slots={part.rows} chosen={chosen} room={room} />
          <PageLinks of={part} query={room.query} label="Pages of slots" />
        </div>
      </>
    ),
  }
}

/** `slots`: the slots on this page of the table. The totals count all slots that match the filter. */
function TrackerTable({
  slots,
  chosen,
  room,
}: {
  slots: readonly SlotRow[]
  chosen: readonly SlotRow[]
  room: PageRoom
}): Child {
  if (slots.length === 0) return <p class="quiet">No results.</p>
  const sum = (of: (slot: SlotRow) => number) => chosen.reduce((total, slot) => total + of(slot), 0)
  const checks = sum((slot) => slot.checks)
  const locations = sum((slot) => slot.locations)
  const goals = chosen.filter(({ status }) => status === 'goal').length
  return (
    <ScrollableTable label="Table of slots">
      <table id="checks-table">
        <ColumnHeads names={['#', 'Name', 'Game', 'Status', 'Checks', '%*', 'Last activity', 'Played by']} />
        <tbody>
          {slots.map((slot) => (
            <tr>
              <td>{slot.slot}</td>
              <td dir="auto">
                <a href={`${room.path}/tracker/${slot.slot}`}>{displayName(slot)}</a>
              </td>
              <td dir="auto">{slot.game}</td>
              <td>
                <span class={statusClass(slot.status)}>{statusLabel(slot.status)}</span>
              </td>
              <td>
                <ProgressCell {...slot} label={`Locations of ${slot.name}`} />
              </td>
              <td class="number">{formatPercent(slot.checks, slot.locations)}</td>
              <td>
                <AgeText at={slot.lastActivity} now={room.now} />
              </td>
              <td>
                <ClaimCell slot={slot} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">Total</th>
            <td>{chosen.length === 1 ? '1 world' : `${chosen.length} worlds`}</td>
            <td>{goals} done</td>
            <td>
              <ProgressCell checks={checks} locations={locations} label="Locations of all these worlds" />
            </td>
            <td class="number">{formatPercent(checks, locations)}</td>
            <td />
            <td>{chosen.filter(({ claim }) => claim).length} claimed</td>
          </tr>
        </tfoot>
      </table>
    </ScrollableTable>
  )
}
