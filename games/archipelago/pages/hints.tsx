import type { PageContent, PageRoom } from '../../game.ts'
import type { HintRow, HintsResponse, SlotReference } from '../endpoints/hints.ts'
import { FilterForm, HintTable, SearchField, SelectField } from './components.tsx'
import { filterHints } from './filters.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'

const statuses = ['priority', 'unspecified', 'no priority', 'avoid', 'found'] as const

export function hintsPage(json: string, room: PageRoom): PageContent {
  const { hints }: HintsResponse = JSON.parse(json)
  const { find, of, status } = room.query
  const players = playersIn(hints)
  const part = rowsOfPage(filterHints(hints, room.query), room.query)
  return {
    title: 'Hints',
    content: (
      <>
        <FilterForm label="Filter hints">
          <SearchField value={find} />
          <SelectField
            name="of"
            label="Player"
            value={of}
            choices={[['', 'all'], ...players.map(({ slot, shown }) => [`${slot}`, shown] as const)]}
          />
          <SelectField
            name="status"
            label="Status"
            value={status}
            choices={[['', 'any'], ['left', 'not found'], ...statuses.map((one) => [one, one] as const)]}
          />
        </FilterForm>
        <div data-refresh="hints">
          <HintTable hints={part.rows} path={room.path} />
          <PageLinks of={part} query={room.query} label="Pages of hints" />
        </div>
      </>
    ),
  }
}

function playersIn(hints: readonly HintRow[]): SlotReference[] {
  const players = new Map<number, SlotReference>()
  for (const { finder, receiver } of hints) for (const one of [finder, receiver]) players.set(one.slot, one)
  return [...players.values()].sort((a, b) => a.slot - b.slot)
}
