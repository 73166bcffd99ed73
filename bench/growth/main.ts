// `npm run growth`: prints every table with its maximum size.
import { formatBounds } from './bound.ts'
import { bounds } from './tables.ts'

process.stdout.write(`${formatBounds(bounds)}\n`)
