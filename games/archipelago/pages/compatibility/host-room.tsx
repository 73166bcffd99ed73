// `/room/ID`, the page of a room on archipelago.gg.
import type { Child } from 'hono/jsx'
import type { CompatibilityPageContent, CompatibilityPageRoom } from '../../../game.ts'
import type { SlotRow, SlotsResponse } from '../../endpoints/slots.ts'
import { formatCount } from '../labels.ts'
import { PlainTable, RoomPageLink } from './tables.tsx'

/** [AP-11.7] */
export async function hostRoomPage(
  json: string,
  room: CompatibilityPageRoom,
): Promise<CompatibilityPageContent> {
  const response: SlotsResponse = JSON.parse(json)
  const slots = response.slots.filter(({ type }) => type !== 'group')
  const { tracker = '' } = room.publicIds
  const address = room.connect.find((one) => !one.includes('://'))
  const players = formatCount(slots.length, 'Player World', 'Players Multiworld')
  const { host, port } = splitAddress(address)
  return {
    title: `Multiworld ${room.params.id}`,
    description: address ? `${players} running on ${host} with port ${port}` : players,
    content: (
      <div id="host-room">
        <h1 dir="auto">{room.title}</h1>
        <RoomPageLink path={room.path} title={room.title} />
        <p>
          This room has a <a href={`/tracker/${tracker}`}>Multiworld Tracker</a> and a{' '}
          <a href={`/sphere_tracker/${tracker}`}>Sphere Tracker</a> enabled. It never closes, and its port
          does not change.
        </p>
        {address ? (
          <p>
            You can connect to this room by using <code>{`/connect ${address}`}</code> in the client.
          </p>
        ) : (
          <p>No sidecar serves this room now: use {room.connect.join(', ')}.</p>
        )}
        <PlainTable id="slots-table" label="Slots" heads={['Id', 'Name', 'Game', 'Download', 'Tracker']}>
          <tbody>
            {slots.map((slot) => (
              <tr>
                <td>{slot.slot}</td>
                <td>
                  <SlotName slot={slot} room={room} address={address} />
                </td>
                <td>{slot.game}</td>
                <td>
                  {slot.file ? (
                    <a href={`${room.path}/files/${encodeURIComponent(slot.file)}`}>Download Patch File...</a>
                  ) : (
                    'No file to download for this game.'
                  )}
                </td>
                <td>
                  <a href={`/tracker/${tracker}/0/${slot.slot}`}>Tracker</a>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    ),
  }
}

/** Opens the installed launcher with this slot. */
function SlotName({
  slot: { name, game },
  room,
  address,
}: {
  slot: SlotRow
  room: CompatibilityPageRoom
  address: string | undefined
}): Child {
  if (address === undefined) return name
  const query = `game=${encodeURIComponent(game)}&room=${room.params.id}`
  return <a href={`archipelago://${encodeURIComponent(name)}:None@${address}?${query}`}>{name}</a>
}

function splitAddress(address = ''): { readonly host: string; readonly port: string } {
  const colon = address.lastIndexOf(':')
  return { host: address.slice(0, colon), port: address.slice(colon + 1) }
}
