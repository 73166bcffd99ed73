// The tracker of all slots.
import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { SlotRow, SlotsResponse } from '../endpoints/slots.ts'
import { ClaimCell } from './claim.tsx'
import { AgeText, ColumnHeads, ProgressCell, ScrollableTable } from './components.tsx'
import { filterSlots } from './filters.ts'
import { displayName, formatPercent, statusClass, statusLabel } from './labels.ts'
import { SlotFilter } from './slot-filter.tsx'

export function trackerPage(json: string, room: PageRoom): PageContent {
  const response: SlotsResponse = JSON.parse(json)
  const players = response.slots.filter(({ type }) => type === 'player')
  return {
    title: 'Tracker',
    content: (
      <>
        <SlotFilter slots={players} query={room.query} />
        <div data-refresh="tracker">
          <TrackerTable slots={filterSlots(players, room.query)} room={room} />
        </div>
      </>
    ),
  }
}

function TrackerTable({ slots, room }: { slots: readonly SlotRow[]; room: PageRoom }): Child {
  if (slots.length === 0) return <p class="quiet">No results.</p>
  const sum = (of: (slot: SlotRow) => number) => slots.reduce((total, slot) => total + of(slot), 0)
  const checks = sum((slot) => slot.checks)
  const locations = sum((slot) => slot.locations)
  const goals = slots.filter(({ status }) => status === 'goal').length
  return (
    <ScrollableTable label="Table of slots">
      <table id="checks-table">
        <ColumnHeads names={['#', 'Name', 'Game', 'Status', 'Checks', '%*', 'Last activity', 'Played by']} />
        <tbody>
          {slots.map((slot) => (
            <tr>
              <td>
                <a
                  href={`${room.path}/tracker/${slot.slot}`}
                  aria-label={`${slot.slot}: tracker of ${slot.name}`}
                >
                  {slot.slot}
                </a>
              </td>
              <td dir="auto">{displayName(slot)}</td>
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
                <ClaimCell claim={slot.claim} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">Total</th>
            <td>{slots.length} worlds</td>
            <td>{goals} done</td>
            <td>
              <ProgressCell checks={checks} locations={locations} label="All of these" />
            </td>
            <td class="number">{formatPercent(checks, locations)}</td>
            <td />
            <td>{slots.filter(({ claim }) => claim).length} claimed</td>
          </tr>
        </tfoot>
      </table>
    </ScrollableTable>
  )
}
