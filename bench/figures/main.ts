// `npm run figures [-- --json|--trace]`: measures how simple the project is, and prints each figure beside its target.
import { parseArgs } from 'node:util'
import { alignColumns } from '../../cli/terminal/output.ts'
import { countCallbacks, countLines, measureWorkerBytes } from './source-figures.ts'
import { traceStep } from './step-trace.ts'

interface Figure {
  readonly description: string
  readonly value: number
  readonly goal: number
}

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, trace: { type: 'boolean', default: false } },
})
const [{ frames, files }, bytes] = await Promise.all([traceStep(), measureWorkerBytes()])
const figures: readonly Figure[] = [
  { description: 'lines of durable-objects/', value: countLines('durable-objects'), goal: 8500 },
  {
    description: 'callback members of *Settings and *Events in durable-objects/ and sidecar/',
    value: countCallbacks('durable-objects', 'sidecar'),
    goal: 35,
  },
  { description: 'source files that run in one step of a Soaprun client', value: files.length, goal: 25 },
  { description: 'stack frames from Room.socketMessage to Session.receive', value: frames.length, goal: 9 },
  { description: 'KB of the minified Worker', value: Math.round(bytes / 1000), goal: 1200 },
  { description: 'lines of games/crossfire/', value: countLines('games/crossfire'), goal: 30_000 },
  { description: 'lines of test/', value: countLines('test'), goal: 75_000 },
]
if (values.json) console.log(JSON.stringify({ figures, frames, files }, null, 2))
else {
  if (values.trace) console.log(`${frames.join('\n')}\n\n${files.join('\n')}\n`)
  const rows = figures.map(({ description, value, goal }) => [
    value > goal ? 'OVER' : 'ok',
    description,
    value.toLocaleString('en'),
    `≤ ${goal.toLocaleString('en')}`,
  ])
  for (const line of alignColumns([['', 'what', 'now', 'goal'], ...rows])) console.log(line)
}
