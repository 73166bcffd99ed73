// `/sphere_tracker/ID`, the sphere tracker of archipelago.gg.
import type { CompatibilityPageContent, CompatibilityPageRoom } from '../../../game.ts'
import type { SphereTrackerResponse } from '../../endpoints/spheres.ts'
import { PlainTable, RoomPageLink } from './tables.tsx'

/** [AP-11.10] */
export async function sphereTrackerPage(
  json: string,
  room: CompatibilityPageRoom,
): Promise<CompatibilityPageContent> {
  const { places, more }: SphereTrackerResponse = JSON.parse(json)
  return {
    title: 'Multiworld Sphere Tracker',
    description: `Found items of ${room.title}, by sphere.`,
    content: (
      <div id="tracker-wrapper" data-tracker={room.params.id}>
        <h1>Multiworld Sphere Tracker</h1>
        <RoomPageLink path={`${room.path}/spheres`} title={room.title} />
        <PlainTable
          id="checks-table"
          label="Found items"
          heads={['Sphere', 'Finder', 'Receiver', 'Item', 'Location', 'Game']}
        >
          <tbody>
            {places.map((place) => (
              <tr>
                <td>{place.sphere}</td>
                <td>{place.finder}</td>
                <td>{place.receiver}</td>
                <td>{place.item}</td>
                <td>{place.location}</td>
                <td>{place.game}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
        {more && <p class="quiet">Later spheres are left out: see the room's pages.</p>}
      </div>
    ),
  }
}
