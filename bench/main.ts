// `npm run bench -- NAME [--rounds N] [--game GAME] [--attack NAME] [--json]`: runs a bench and prints its figures
// beside their targets. A bench is not a test: it exits with 0 unless something breaks.
import { parseArgs } from 'node:util'
import { columns, terminal } from '../cli/terminal/output.ts'
import { arcaneSector } from './arcane-sector/bench.ts'
import { archipelago } from './archipelago/bench.ts'
import { archipelagoPages } from './archipelago/pages.ts'
import { archipelagoRequests } from './archipelago/requests.ts'
import { attackers } from './attackers/bench.ts'
import { type Bench, Samples } from './bench.ts'
import { browserPlay } from './browser-play/bench.ts'
import { cost } from './cost/bench.ts'
import { crossfire } from './crossfire/bench.ts'
import { crossfireData } from './crossfire-data/bench.ts'
import { crossfireHour } from './crossfire-data/hour.ts'
import { crossfireWorkerd } from './crossfire-data/workerd.ts'
import { directory } from './directory/bench.ts'
import { doom2077 } from './doom-2077/bench.ts'
import { film } from './film/bench.ts'
import { lan } from './lan/bench.ts'
import { memory } from './memory/bench.ts'
import { remoteClient } from './remote-client/bench.ts'
import { rendering } from './rendering/bench.ts'
import { sidecar } from './sidecar/bench.ts'
import { soaprun } from './soaprun/bench.ts'
import { spectating } from './spectating/bench.ts'
import { formatTable, summarizeFigures } from './table.ts'

const benches: readonly Bench[] = [
  soaprun,
  archipelago,
  archipelagoRequests,
  archipelagoPages,
  arcaneSector,
  doom2077,
  crossfire,
  lan,
  attackers,
  cost,
  directory,
  memory,
  browserPlay,
  crossfireData,
  crossfireWorkerd,
  crossfireHour,
  sidecar,
  remoteClient,
  rendering,
  spectating,
  film,
]
const usage = 'npm run bench -- NAME [--rounds N] [--game GAME] [--attack NAME] [--json]'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      game: { type: 'string' },
      attack: { type: 'string' },
    },
  })
  const [name] = positionals
  if (name === undefined) return list()
  const named = benches.find((one) => one.name === name)
  const { game, attack } = values
  const chosen = game !== undefined || attack !== undefined
  const bench = chosen
    ? named?.only?.({ ...(game !== undefined && { game }), ...(attack !== undefined && { attack }) })
    : named
  const rounds = Number(values.rounds)
  if (!bench || positionals.length > 1 || !(Number.isInteger(rounds) && rounds > 0)) {
    terminal.err(usage)
    return 2
  }
  await measure(bench, rounds, values.json)
  return 0
}

function list(): number {
  terminal.out(usage)
  for (const line of columns(benches.map((one) => [`  ${one.name}`, one.description]))) terminal.out(line)
  return 0
}

async function measure(bench: Bench, rounds: number, json: boolean): Promise<void> {
  if (json && bench.json) return terminal.out(JSON.stringify(await bench.json((line) => terminal.err(line))))
  const samples = new Samples(bench.figures)
  await bench.run(rounds, samples, (line) => terminal.err(line))
  const empty = bench.figures.filter(({ id }) => samples.of(id).length === 0)
  if (empty.length > 0) throw new Error(`not measured: ${empty.map(({ id }) => id).join(', ')}`)
  if (json)
    return terminal.out(
      JSON.stringify({ bench: bench.name, rounds, figures: summarizeFigures(bench.figures, samples) }),
    )
  for (const line of formatTable(bench.figures, samples)) terminal.out(line)
}

/** Turns signals into the event `exit`, on which benches end their child processes. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  process.exitCode = await main()
} catch (error) {
  terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
}
