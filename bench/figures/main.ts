// `npm run figures [-- --json|--trace]`: measures how simple the project is, and prints each figure beside its goal.
import { parseArgs } from 'node:util'
import { columns } from '../../cli/terminal/output.ts'
import { callbackMembers, countLines, workerBytes } from './source-figures.ts'
import { traceStep } from './step-trace.ts'

interface Figure {
  readonly what: string
  readonly value: number
  /** The maximum value that the project aims for. */
  readonly goal: number
}

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, trace: { type: 'boolean', default: false } },
})
const [{ frames, files }, bytes] = await Promise.all([traceStep(), workerBytes()])
const figures: readonly Figure[] = [
  { what: 'lines of durable-objects/', value: countLines('durable-objects'), goal: 8500 },
  {
    what: 'callback members of *Settings and *Events in durable-objects/ and sidecar/',
    value: callbackMembers('durable-objects', 'sidecar'),
    goal: 35,
  },
  { what: 'source files that run in one step of a Soaprun client', value: files.length, goal: 25 },
  { what: 'stack frames from Room.socketMessage to Session.receive', value: frames.length, goal: 9 },
  { what: 'KB of the minified Worker', value: Math.round(bytes / 1000), goal: 1200 },
  { what: 'lines of games/crossfire/', value: countLines('games/crossfire'), goal: 30_000 },
  { what: 'lines of test/', value: countLines('test'), goal: 75_000 },
]
if (values.json) console.log(JSON.stringify({ figures, frames, files }, null, 2))
else {
  if (values.trace) console.log(`${frames.join('\n')}\n\n${files.join('\n')}\n`)
  const rows = figures.map(({ what, value, goal }) => [
    value > goal ? 'OVER' : 'ok',
    what,
    value.toLocaleString('en'),
    `≤ ${goal.toLocaleString('en')}`,
  ])
  for (const line of columns([['', 'what', 'now', 'goal'], ...rows])) console.log(line)
}
