// The room's progress by spheres, and the found items of one sphere.
import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { PlaceRow, SphereReading, SphereRow, SpheresReading } from '../readings/spheres.ts'
import { holds } from './choosing.ts'
import { Choose, Find, Heads, Item, More, PlayerLink, Progress, Scrolled } from './parts.tsx'

const mostRows = 1000

export function spheresPage(reading: string, room: PageRoom): PageContent {
  const { spheres }: SpheresReading = JSON.parse(reading)
  return {
    title: 'Spheres',
    content: (
      <>
        <p>
          A sphere is all that can be reached with what the spheres before it hold. Open one to see what was
          found in it.
        </p>
        <div data-refresh="spheres">
          <SphereTable spheres={spheres} path={room.path} />
        </div>
      </>
    ),
  }
}

function SphereTable({ spheres, path }: { spheres: readonly SphereRow[]; path: string }): Child {
  if (spheres.length === 0) return <p class="quiet">This seed does not tell its spheres.</p>
  return (
    <Scrolled label="Spheres">
      <table>
        <thead>
          <tr>
            <th scope="col">Sphere</th>
            <th scope="col">Checks</th>
          </tr>
        </thead>
        <tbody>
          {spheres.map((row) => (
            <tr>
              <td>
                <a href={`${path}/spheres/${row.sphere}`}>{sphereName(row.sphere)}</a>
              </td>
              <td>
                <Progress {...row} label={`Checks of ${sphereName(row.sphere)}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

export function spherePage(reading: string, room: PageRoom): PageContent {
  const read: SphereReading = JSON.parse(reading)
  const { find } = room.query
  const places = read.places.filter((place) =>
    holds(find, place.finder.shown, place.receiver.shown, place.item, place.location, place.game),
  )
  return {
    title: sphereName(read.sphere),
    content: (
      <>
        <p data-refresh="sum">
          <Progress {...read} label="Checks" /> · <a href={`${room.path}/spheres`}>all spheres</a>
        </p>
        <Choose label="Choose what was found">
          <Find value={find} />
        </Choose>
        <div data-refresh="places">
          <PlaceTable places={places} sphere={read.sphere} path={room.path} />
        </div>
      </>
    ),
  }
}

function PlaceTable({
  places,
  sphere,
  path,
}: {
  places: readonly PlaceRow[]
  sphere: number
  path: string
}): Child {
  if (places.length === 0) return <p class="quiet">Nothing was found here yet.</p>
  return (
    <>
      <Scrolled label="What was found">
        <table id="checks-table">
          <Heads names={['Sphere', 'Finder', 'Receiver', 'Item', 'Location', 'Game']} />
          <tbody>
            {places.slice(0, mostRows).map((place) => (
              <tr>
                <td>{sphere}</td>
                <td>
                  <PlayerLink of={place.finder} path={path} />
                </td>
                <td>
                  <PlayerLink of={place.receiver} path={path} />
                </td>
                <td>
                  <Item name={place.item} kind={place.kind} />
                </td>
                <td dir="auto">{place.location}</td>
                <td dir="auto">{place.game}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <More of={places.length} most={mostRows} />
    </>
  )
}

const sphereName = (sphere: number) => (sphere === 0 ? 'In no sphere' : `Sphere ${sphere}`)
