// `npm run growth`: prints every table with its maximum size.

import { siteBounds } from './site-tables.ts'
import { formatBounds } from './table-bound.ts'

process.stdout.write(`${formatBounds(siteBounds)}\n`)
