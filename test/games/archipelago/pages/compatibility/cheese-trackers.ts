// Reads a tracker page by the rules in the source of the site Cheese Trackers.
import { tableOf } from '../render-page.ts'

interface ParsedTracker {
  readonly games: readonly object[]
  readonly hints: readonly object[]
}

/** Throws if anything on the page is unexpected. */
export function parseAsCheeseTrackers(html: string): ParsedTracker {
  const rowsOf = (id: string) => {
    const table = tableOf(html, id)
    if (!table || table.heads.length === 0) throw new Error(`missing ${id}`)
    const heads = table.heads.map((head) => head.trim())
    return table.rows.map((cells) => (column: string) => {
      const at = heads.indexOf(column)
      if (at < 0) throw new Error(`${id} has no column ${column}`)
      return (cells[at] ?? '').trim()
    })
  }
  const integer = (text: string) => {
    if (!/^\d+$/.test(text)) throw new Error(`not a number: ${text}`)
    return Number(text)
  }
  const statuses = ['Disconnected', 'Connected', 'Ready', 'Playing', 'Goal Completed']
  return {
    games: rowsOf('checks-table').map((of) => {
      const [done = '', total = ''] = of('Checks').split(/\/(.*)/s)
      const activity = of('LastActivity')
      if (!statuses.includes(of('Status'))) throw new Error(`unknown status ${of('Status')}`)
      if (activity !== 'None' && !/^\d+(\.\d+)?$/.test(activity)) throw new Error(`not seconds: ${activity}`)
      return {
        position: integer(of('#')),
        name: of('Name'),
        game: of('Game'),
        status: of('Status'),
        checks: [integer(done), integer(total)],
        seconds: activity === 'None' ? null : Number(activity),
      }
    }),
    hints: rowsOf('hints-table').map((of) => ({
      finder: of('Finder'),
      receiver: of('Receiver'),
      item: of('Item'),
      location: of('Location'),
      entrance: of('Entrance'),
      found: of('Found') !== '',
    })),
  }
}
