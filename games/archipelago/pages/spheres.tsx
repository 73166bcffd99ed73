import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { PlacedItemRow, SphereResponse, SphereRow, SpheresResponse } from '../endpoints/spheres.ts'
import {
  ColumnHeads,
  FilterForm,
  ItemLabel,
  PlayerLink,
  ProgressCell,
  ScrollableTable,
  SearchField,
} from './components.tsx'
import { matchesSearch } from './filters.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'

export function spheresPage(json: string, room: PageRoom): PageContent {
  const { spheres }: SpheresResponse = JSON.parse(json)
  return {
    title: 'Spheres',
    content: (
      <>
        <p>
          A sphere has all locations that players can reach with the items of the spheres before it. Open a
          sphere to see its found items.
        </p>
        <div data-refresh="spheres">
          <SphereTable spheres={spheres} path={room.path} />
        </div>
      </>
    ),
  }
}

function SphereTable({ spheres, path }: { spheres: readonly SphereRow[]; path: string }): Child {
  if (spheres.length === 0) return <p class="quiet">This seed contains no spheres.</p>
  return (
    <ScrollableTable label="Table of spheres">
      <table>
        <ColumnHeads names={['Sphere', 'Checks']} />
        <tbody>
          {spheres.map((row) => (
            <tr>
              <td>
                <a href={`${path}/spheres/${row.sphere}`}>{formatSphere(row.sphere)}</a>
              </td>
              <td>
                <ProgressCell {...row} label={`Checks of ${formatSphere(row.sphere)}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}

export function spherePage(json: string, room: PageRoom): PageContent {
  const response: SphereResponse = JSON.parse(json)
  const { find } = room.query
  const places = response.places.filter((place) =>
    matchesSearch(find, place.finder.shown, place.receiver.shown, place.item, place.location, place.game),
  )
  const part = rowsOfPage(places, room.query)
  return {
    title: formatSphere(response.sphere),
    content: (
      <>
        <p data-refresh="sum">
          <ProgressCell {...response} label="Checks" /> · <a href={`${room.path}/spheres`}>all spheres</a>
        </p>
        <FilterForm label="Filter found items">
          <SearchField value={find} />
        </FilterForm>
        <div data-refresh="places">
          <PlaceTable places={part.rows} sphere={response.sphere} path={room.path} />
          <PageLinks of={part} query={room.query} label="Pages of found items" />
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
  places: readonly PlacedItemRow[]
  sphere: number
  path: string
}): Child {
  if (places.length === 0) return <p class="quiet">Nothing found in this sphere yet.</p>
  return (
    <ScrollableTable label="Table of found items">
      <table id="checks-table">
        <ColumnHeads names={['Sphere', 'Finder', 'Receiver', 'Item', 'Location', 'Game']} />
        <tbody>
          {places.map((place) => (
            <tr>
              <td>{sphere}</td>
              <td>
                <PlayerLink of={place.finder} path={path} />
              </td>
              <td>
                <PlayerLink of={place.receiver} path={path} />
              </td>
              <td>
                <ItemLabel name={place.item} kind={place.kind} />
              </td>
              <td dir="auto">{place.location}</td>
              <td dir="auto">{place.game}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}

const formatSphere = (sphere: number) => (sphere === 0 ? 'In no sphere' : `Sphere ${sphere}`)
