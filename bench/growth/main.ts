// `npm run growth`: prints every table with its maximum size.
import { printed } from './bound.ts'
import { bounds } from './tables.ts'

process.stdout.write(`${printed(bounds)}\n`)
