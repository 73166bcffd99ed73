// The players' files of a room in play: the slot of each file, the files without a slot, and the slots without a file.
import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { MatchedFilesResponse } from '../endpoints/yamls.ts'
import { ColumnHeads, FilterForm, ScrollableTable, SearchField } from './components.tsx'
import { formatCount } from './labels.ts'
import { type FileSlot, gamesInWords, searchSlots, slotsOf } from './lobby.tsx'
import { PageLinks, rowsOfPage } from './paging.tsx'

export function matchedFilesPage(json: string, room: PageRoom): PageContent {
  const response: MatchedFilesResponse = JSON.parse(json)
  const rows = slotsOf(response.files)
  const unmatched = rows.filter(({ slot }) => slot.slot === null)
  const { slotsWithoutFile } = response
  return {
    title: 'Players’ files',
    content: (
      <>
        <p>
          {formatCount(rows.length - unmatched.length, 'slot', 'slots')} of{' '}
          {formatCount(response.files.length, 'file', 'files')} are in this multiworld.
        </p>
        {unmatched.length > 0 && (
          <section aria-labelledby="unmatched">
            <h2 id="unmatched">Files without a slot</h2>
            <RowTable rows={unmatched} room={room} label="Table of files without a slot" />
          </section>
        )}
        {slotsWithoutFile.length > 0 && (
          <section aria-labelledby="without">
            <h2 id="without">Slots without a file</h2>
            <ul>
              {slotsWithoutFile.slice(0, maxListed).map(({ slot, name, game }) => (
                <li>
                  <a href={`${room.path}/tracker/${slot}`} dir="auto">
                    {name}
                  </a>
                  {`, ${game}`}
                </li>
              ))}
            </ul>
            {slotsWithoutFile.length > maxListed && (
              <p class="quiet">… and {slotsWithoutFile.length - maxListed} more.</p>
            )}
          </section>
        )}
        <section aria-labelledby="files">
          <h2 id="files">All files</h2>
          <AllRows rows={rows} room={room} />
        </section>
      </>
    ),
  }
}

const maxListed = 200

function AllRows({ rows, room }: { rows: readonly FileSlot[]; room: PageRoom }): Child {
  const part = rowsOfPage(searchSlots(rows, room.query.find), room.query)
  return (
    <>
      <FilterForm label="Filter files">
        <SearchField value={room.query.find} />
      </FilterForm>
      <RowTable rows={part.rows} room={room} label="Table of files" />
      <PageLinks of={part} query={room.query} label="Pages of files" />
    </>
  )
}

function RowTable({
  rows,
  room,
  label,
}: {
  rows: readonly FileSlot[]
  room: PageRoom
  label: string
}): Child {
  if (rows.length === 0) return <p class="quiet">No results.</p>
  return (
    <ScrollableTable label={label}>
      <table class="first-stays">
        <ColumnHeads names={['Name', 'Game', 'Player', 'File*', 'Slot']} />
        <tbody>
          {rows.map(({ file, slot }) => (
            <tr>
              <th scope="row" dir="auto">
                {slot.names.join(' or ')}
              </th>
              <td dir="auto">{gamesInWords(slot.games)}</td>
              <td dir="auto">{file.called}</td>
              <td class="number">{file.id}</td>
              <td>
                {slot.slot === null ? 'none' : <a href={`${room.path}/tracker/${slot.slot}`}>{slot.slot}</a>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}
