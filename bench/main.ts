// `npm run bench -- NAME [--rounds N] [--game GAME] [--attack NAME] [--json]`: runs a bench and prints its figures
// beside their targets. A bench is not a test: it exits with 0 even if a figure misses its target.
import { parseArgs } from 'node:util'
import { alignColumns, terminalOutput } from '../cli/terminal/output.ts'
import { arcaneSectorBench } from './arcane-sector/bench.ts'
import { archipelagoBench } from './archipelago/bench.ts'
import { archipelagoPagesBench } from './archipelago/pages.ts'
import { archipelagoRequestsBench } from './archipelago/requests.ts'
import { attackersBench } from './attackers/bench.ts'
import { type Bench, Samples } from './bench.ts'
import { browserPlayBench } from './browser-play/bench.ts'
import { costBench } from './cost/bench.ts'
import { crossfireBench } from './crossfire/bench.ts'
import { crossfireDataBench } from './crossfire-data/bench.ts'
import { crossfireHourBench } from './crossfire-data/hour.ts'
import { crossfireWorkerdBench } from './crossfire-data/workerd.ts'
import { directoryBench } from './directory/bench.ts'
import { doomBench } from './doom-2077/bench.ts'
import { filmBench } from './film/bench.ts'
import { lanBench } from './lan/bench.ts'
import { memoryBench } from './memory/bench.ts'
import { remoteClientBench } from './remote-client/bench.ts'
import { renderingBench } from './rendering/bench.ts'
import { sidecarBench } from './sidecar/bench.ts'
import { soaprunBench } from './soaprun/bench.ts'
import { spectatingBench } from './spectating/bench.ts'
import { formatTable, summarizeFigures } from './table.ts'

const benches: readonly Bench[] = [
  soaprunBench,
  archipelagoBench,
  archipelagoRequestsBench,
  archipelagoPagesBench,
  arcaneSectorBench,
  doomBench,
  crossfireBench,
  lanBench,
  attackersBench,
  costBench,
  directoryBench,
  memoryBench,
  browserPlayBench,
  crossfireDataBench,
  crossfireWorkerdBench,
  crossfireHourBench,
  sidecarBench,
  remoteClientBench,
  renderingBench,
  spectatingBench,
  filmBench,
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
    ? named?.select?.({ ...(game !== undefined && { game }), ...(attack !== undefined && { attack }) })
    : named
  const rounds = Number(values.rounds)
  if (!bench || positionals.length > 1 || !(Number.isInteger(rounds) && rounds > 0)) {
    terminalOutput.err(usage)
    return 2
  }
  await measure(bench, rounds, values.json)
  return 0
}

function list(): number {
  terminalOutput.out(usage)
  for (const line of alignColumns(benches.map((one) => [`  ${one.name}`, one.description])))
    terminalOutput.out(line)
  return 0
}

async function measure(bench: Bench, rounds: number, json: boolean): Promise<void> {
  if (json && bench.json)
    return terminalOutput.out(JSON.stringify(await bench.json((line) => terminalOutput.err(line))))
  const samples = new Samples(bench.figures)
  await bench.run(rounds, samples, (line) => terminalOutput.err(line))
  const empty = bench.figures.filter(({ id }) => samples.of(id).length === 0)
  if (empty.length > 0) throw new Error(`not measured: ${empty.map(({ id }) => id).join(', ')}`)
  if (json)
    return terminalOutput.out(
      JSON.stringify({ bench: bench.name, rounds, figures: summarizeFigures(bench.figures, samples) }),
    )
  for (const line of formatTable(bench.figures, samples)) terminalOutput.out(line)
}

/** Turns signals into the event `exit`, on which benches end their child processes. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  process.exitCode = await main()
} catch (error) {
  terminalOutput.err(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
}
