// `npm run growth`: every table, and how large it may become.
import { printed } from './bound.ts'
import { bounds } from './tables.ts'

process.stdout.write(`${printed(bounds)}\n`)
