import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { ItemRow, SlotResponse } from '../endpoints/slot.ts'
import { ClaimSection } from './claim.tsx'
import {
  AgeText,
  ColumnHeads,
  FilterForm,
  HintTable,
  ItemLabel,
  PlayerLink,
  ProgressCell,
  ScrollableTable,
  SearchField,
  SelectField,
  TruncationNote,
} from './components.tsx'
import { matchesSearch } from './filters.ts'
import { displayName, formatCount, statusLabel } from './labels.ts'
import { groupItems } from './received-items.ts'

const maxRows = 2000
const kinds = ['progression', 'useful', 'filler', 'trap'] as const

export function slotPage(json: string, room: PageRoom): PageContent {
  const response: SlotResponse = JSON.parse(json)
  const { find, kind } = room.query
  const items = response.items.filter((item) =>
    matchesSearch(find, item.item, item.location, item.from.shown),
  )
  const ofKind = items.filter((item) => !kind || item.kind.split(', ').includes(kind))
  const named = (names: readonly string[]) => names.filter((name) => matchesSearch(find, name))
  return {
    title: displayName(response),
    scripts: ['own-links'],
    content: (
      <>
        <div data-refresh="summary">
          <Summary response={response} room={room} />
        </div>
        {response.type === 'player' && <ClaimSection slot={response} room={room} />}
        <FilterForm label="Filter items and locations">
          <SearchField value={find} />
          <SelectField
            name="kind"
            label="Items"
            value={kind}
            choices={[['', 'all'], ...kinds.map((one) => [one, one] as const)]}
          />
        </FilterForm>
        <section aria-labelledby="items">
          <h2 id="items">Received items</h2>
          <div data-refresh="items">
            <ItemTable items={ofKind} all={response.items} path={room.path} />
          </div>
        </section>
        <section aria-labelledby="locations">
          <h2 id="locations">Locations</h2>
          <div data-refresh="locations">
            <LocationTable checked={named(response.checked)} missing={named(response.missing)} />
          </div>
        </section>
        <section aria-labelledby="hints">
          <h2 id="hints">Hints</h2>
          <div data-refresh="hints">
            <HintTable hints={response.hints} path={room.path} />
          </div>
        </section>
      </>
    ),
  }
}

function Summary({ response, room }: { response: SlotResponse; room: PageRoom }): Child {
  const { game, checks, locations, status, connections, hintPoints, hintPrice, type, members } = response
  return (
    <dl>
      <dt>Game</dt>
      <dd dir="auto">{game}</dd>
      {type === 'group' ? (
        <>
          <dt>Shared by</dt>
          <dd dir="auto">{members.join(', ')}</dd>
        </>
      ) : (
        <>
          <dt>Locations</dt>
          <dd>
            <ProgressCell checks={checks} locations={locations} label="Locations" />
          </dd>
          <dt>Status</dt>
          <dd>
            {statusLabel(status)}, {formatCount(connections, 'connection', 'connections')}
          </dd>
          <dt>Last active</dt>
          <dd>
            <AgeText at={response.lastActivity} now={room.now} />
          </dd>
          <dt>Hint points</dt>
          <dd>
            {hintPoints}; {hintPrice === 0 ? 'hints are free' : `a hint costs ${hintPrice}`}
          </dd>
        </>
      )}
    </dl>
  )
}

function ItemTable({
  items,
  all,
  path,
}: {
  items: readonly ItemRow[]
  all: readonly ItemRow[]
  path: string
}) {
  if (items.length === 0) return <p class="quiet">No items.</p>
  const chosen = new Set(items)
  const shown = groupItems(all, (item) => chosen.has(item)).sort((a, b) => b.last - a.last)
  return (
    <>
      <ScrollableTable label="Table of items">
        <table id="received-table">
          <ColumnHeads names={['Item', 'Amount*', 'Last Order Received*', 'Class', 'Last from', 'Where']} />
          <tbody>
            {shown.slice(0, maxRows).map(({ item, amount, last }) => (
              <tr>
                <td>
                  <ItemLabel name={item.item} kind={item.kind} />
                </td>
                <td class="number">{amount}</td>
                <td class="number">{last}</td>
                <td>{item.kind}</td>
                <td>
                  <PlayerLink of={item.from} path={path} />
                </td>
                <td dir="auto">{item.location}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      <TruncationNote of={shown.length} max={maxRows} />
    </>
  )
}

function LocationTable({
  checked,
  missing,
}: {
  checked: readonly string[]
  missing: readonly string[]
}): Child {
  const rows = [
    ...missing.map((name) => ({ name, done: false })),
    ...checked.map((name) => ({ name, done: true })),
  ]
  if (rows.length === 0) return <p class="quiet">No locations.</p>
  return (
    <>
      <p>
        {missing.length} left, {checked.length} checked
      </p>
      <ScrollableTable label="Table of locations">
        <table id="locations-table">
          <ColumnHeads names={['Location', 'Checked']} />
          <tbody>
            {rows.slice(0, maxRows).map(({ name, done }) => (
              <tr class={done ? 'done' : undefined}>
                <td dir="auto">{name}</td>
                <td>{done ? '✔' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      <TruncationNote of={rows.length} max={maxRows} />
    </>
  )
}
