// The form for filtering and sorting slots.
import type { Child } from 'hono/jsx'
import type { SlotRow } from '../readings/slots.ts'
import { isSlotOrder, slotOrders } from './choosing.ts'
import { Choose, Find, Select } from './parts.tsx'
import { statusWords } from './words.ts'

type Query = { readonly [name: string]: string }

export function ChooseSlots({ slots, query }: { slots: readonly SlotRow[]; query: Query }): Child {
  const each = (of: (slot: SlotRow) => string) => [...new Set(slots.map(of))].sort()
  return (
    <Choose label="Choose slots">
      <Find value={query.find} />
      <Select
        name="game"
        label="Game"
        value={query.game}
        choices={[['', 'all'], ...each(({ game }) => game).map((game) => [game, game] as const)]}
      />
      <Select
        name="status"
        label="Status"
        value={query.status}
        choices={[
          ['', 'any'],
          ...['unknown', 'connected', 'ready', 'playing', 'goal'].map(
            (status) => [status, statusWords(status)] as const,
          ),
        ]}
      />
      <Select
        name="sort"
        label="Order"
        value={isSlotOrder(query.sort) ? query.sort : 'slot'}
        choices={Object.entries(slotOrders)}
      />
    </Choose>
  )
}
