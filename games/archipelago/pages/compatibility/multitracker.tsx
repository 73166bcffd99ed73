// `/tracker/ID`, the multiworld tracker of archipelago.gg.
import type { Child } from 'hono/jsx'
import type { CompatibilityPageContent, CompatibilityPageRoom } from '../../../game.ts'
import type { MultitrackerResponse } from '../../endpoints/multitracker.ts'
import type { SlotRow } from '../../endpoints/slots.ts'
import { displayName, formatPercent, statusOrConnectionLabel } from '../labels.ts'
import { HintsTable, PlainTable, RoomPageLink } from './tables.tsx'

/** [AP-11.8] */
export async function multitrackerPage(
  json: string,
  room: CompatibilityPageRoom,
): Promise<CompatibilityPageContent> {
  const { slots, hints, changedAt }: MultitrackerResponse = JSON.parse(json)
  const { id = '' } = room.params
  return {
    title: 'Multiworld Tracker',
    description: `The tracker of ${room.title}.`,
    modifiedAt: changedAt,
    content: (
      <div id="tracker-wrapper" data-tracker={id} data-second="0">
        <h1>Multiworld Tracker</h1>
        <RoomPageLink path={`${room.path}/tracker`} title={room.title} />
        <PlainTable id="checks-table" label="Checks" heads={checksHeads}>
          <tbody>
            {slots.map((slot) => (
              <tr>
                <td>
                  <a href={`/tracker/${id}/0/${slot.slot}`}>{slot.slot}</a>
                </td>
                <td>{displayName(slot)}</td>
                <td>{slot.game}</td>
                <td>{statusOrConnectionLabel(slot)}</td>
                <td>{`${slot.checks}/${slot.locations}`}</td>
                <td>{formatPercent(slot.checks, slot.locations)}</td>
                <td>{secondsSince(slot.lastActivity, room.now)}</td>
              </tr>
            ))}
          </tbody>
          <Totals slots={slots} />
        </PlainTable>
        <h2>Hints</h2>
        <HintsTable hints={hints} />
      </div>
    ),
  }
}

const checksHeads: readonly Child[] = [
  '#',
  'Name',
  'Game',
  'Status',
  'Checks',
  '%',
  <>
    Last
    <br />
    Activity
  </>,
]

/** The footer has as many cells as a row, because some programs count cells. */
function Totals({ slots }: { slots: readonly SlotRow[] }): Child {
  const sum = (of: (slot: SlotRow) => number) => slots.reduce((total, slot) => total + of(slot), 0)
  const checks = sum((slot) => slot.checks)
  const locations = sum((slot) => slot.locations)
  const goals = slots.filter(({ status }) => status === 'goal').length
  return (
    <tfoot>
      <tr>
        <td />
        <td>Total</td>
        <td>All Games</td>
        <td>{`${goals}/${slots.length} Complete`}</td>
        <td>{`${checks}/${locations}`}</td>
        <td>{formatPercent(checks, locations)}</td>
        <td />
      </tr>
    </tfoot>
  )
}

/** `None` if the time is null. */
function secondsSince(at: number | null, now: number): string {
  return at === null ? 'None' : (Math.max(0, now - at) / 1000).toFixed(1)
}
