import type { Child } from 'hono/jsx'
import type { SlotRow } from '../endpoints/slots.ts'
import { FilterForm, SearchField, SelectField } from './components.tsx'
import { isSlotOrder, slotOrders } from './filters.ts'
import { statusLabel } from './labels.ts'

type Query = { readonly [name: string]: string }

export function SlotFilter({ slots, query }: { slots: readonly SlotRow[]; query: Query }): Child {
  const each = (of: (slot: SlotRow) => string) => [...new Set(slots.map(of))].sort()
  return (
    <FilterForm label="Filter slots">
      <SearchField value={query.find} />
      <SelectField
        name="game"
        label="Game"
        value={query.game}
        choices={[['', 'all'], ...each(({ game }) => game).map((game) => [game, game] as const)]}
      />
      <SelectField
        name="status"
        label="Status"
        value={query.status}
        choices={[
          ['', 'any'],
          ...['unknown', 'connected', 'ready', 'playing', 'goal'].map(
            (status) => [status, statusLabel(status)] as const,
          ),
        ]}
      />
      <SelectField
        name="sort"
        label="Order"
        value={isSlotOrder(query.sort) ? query.sort : 'slot'}
        choices={Object.entries(slotOrders)}
      />
    </FilterForm>
  )
}
