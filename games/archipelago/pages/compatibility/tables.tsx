// The tables that programs read. Each cell contains exactly one text node.
import type { Child } from 'hono/jsx'
import type { HintRow } from '../../endpoints/hints.ts'
import { ScrollableTable } from '../components.tsx'

/** `id`: programs find the table by this id. */
export function PlainTable({
  id,
  label,
  heads,
  children,
}: {
  id: string
  label: string
  heads: readonly Child[]
  children?: Child
}): Child {
  return (
    <ScrollableTable label={label}>
      <table id={id}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th>{head}</th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </ScrollableTable>
  )
}

/** The table is present even if there are no hints. */
export function HintsTable({ hints }: { hints: readonly HintRow[] }): Child {
  return (
    <PlainTable
      id="hints-table"
      label="Hints"
      heads={['Finder', 'Receiver', 'Item', 'Location', 'Game', 'Entrance', 'Found']}
    >
      <tbody>
        {hints.map((hint) => (
          <tr>
            <td>{hint.finder.shown}</td>
            <td>{hint.receiver.shown}</td>
            <td>{hint.item}</td>
            <td>{hint.location}</td>
            <td>{hint.game}</td>
            <td>{hint.entrance || 'Vanilla'}</td>
            <td>{hint.found ? '✔' : ''}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** The room's own page is for people. */
export function RoomPageLink({ path, title }: { path: string; title: string }): Child {
  return (
    <p class="quiet">
      This page is for programs that read the pages of archipelago.gg. See{' '}
      <a href={path} dir="auto">
        {title}
      </a>{' '}
      for filters, chat and live updates.
    </p>
  )
}
