// `/tracker/ID/TEAM/SLOT` and `/generic_tracker/ID/TEAM/SLOT`, the slot tracker of archipelago.gg.
import type { CompatibilityPageContent, CompatibilityPageRoom } from '../../../game.ts'
import type { SlotResponse } from '../../endpoints/slot.ts'
import { displayName } from '../labels.ts'
import { groupItems } from '../received-items.ts'
import { HintsTable, PlainTable, RoomPageLink } from './tables.tsx'

/** [AP-11.9] */
export async function slotTrackerPage(
  json: string,
  room: CompatibilityPageRoom,
): Promise<CompatibilityPageContent> {
  const response: SlotResponse = JSON.parse(json)
  const { id = '' } = room.params
  const name = displayName(response)
  const rows = [
    ...response.checked.map((location) => ({ location, mark: '✔' })),
    ...response.missing.map((location) => ({ location, mark: '' })),
  ]
  return {
    title: `${name}'s Tracker`,
    description: `The tracker of ${name}, a slot of ${room.title}.`,
    content: (
      <div id="tracker-wrapper" data-tracker={`${id}/0/${response.slot}`} data-second="0">
        <h1>{`${name}'s Tracker`}</h1>
        <RoomPageLink path={`${room.path}/tracker/${response.slot}`} title={room.title} />
        <PlainTable
          id="received-table"
          label="Received items"
          heads={['Item', 'Amount', 'Last Order Received']}
        >
          <tbody>
            {groupItems(response.items).map(({ item, amount, last }) => (
              <tr>
                <td>{item.item}</td>
                <td>{amount}</td>
                <td>{last}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
        <PlainTable id="locations-table" label="Locations" heads={['Location', 'Checked']}>
          <tbody>
            {rows.map(({ location, mark }) => (
              <tr>
                <td>{location}</td>
                <td>{mark}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
        <HintsTable hints={response.hints} />
      </div>
    ),
  }
}
