// `npm run growth`: prints every table with its maximum size.
import { formatBounds } from './table-bound.ts'
import { bounds } from './site-tables.ts'

process.stdout.write(`${formatBounds(bounds)}\n`)
