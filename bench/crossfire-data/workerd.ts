// Measures the CPU time of workerd, including its link, while the crowd plays over TCP in a room of a site.
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { waitForReports } from '../../cli/api/listener-reports.ts'
import { newSha256 } from '../../durable-objects/platform/secrets.ts'
import {
  joinParts,
  type Records,
  type StoredValue,
  splitValue,
} from '../../durable-objects/storage/records.ts'
import { tickMs } from '../../games/crossfire/model/time/action-timing.ts'
import { memoryRecords } from '../../test/memory-records.ts'
import { type ExportHead, ExportReader, ExportWriter } from '../../wire/export/room-export.ts'
import type { Bench, Samples } from '../bench.ts'
import { LoadClient } from '../crossfire/client.ts'
import { importedWorldCharacterChoices } from '../crossfire/new-client.ts'
import { processorTime, residentBytes } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { characterName, commandIntervalMs, commands, crowdSize, spreadOverMaps } from './crowd.ts'
import { createWorldRoom, readWorld, type World } from './world.ts'

const mebibyte = 1024 * 1024
const anyTcpPort = [{ transport: 'tcp', port: 0 }]
/** `warmSeconds`: seconds before the measurement, in which V8 compiles code. */
const [warmSeconds, seconds] = [30, 60]
const names = Array.from({ length: crowdSize.players }, (_, n) => characterName(n))

export const crossfireWorkerdBench: Bench = {
  name: 'crossfire-workerd',
  description: 'the original Crossfire world in workerd: 100 players on 60 maps, over TCP',
  figures: [
    { id: 'maps', description: 'maps with players', unit: '' },
    { id: 'worker', description: 'CPU time of workerd per second', unit: 'ms', atMost: 120 },
    { id: 'sidecar', description: 'CPU time of the sidecar per second', unit: 'ms' },
    { id: 'ticks', description: 'ticks that the slowest client received', unit: '%', atLeast: 98 },
    { id: 'lost', description: 'connections lost', unit: '', atMost: 0 },
    { id: 'memory', description: 'resident memory of workerd', unit: 'MiB' },
  ],
  async run(rounds, samples, onProgress) {
    const world = await readWorld()
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`)
      await withTemporaryFolder((state) => withSite(state, (site) => play(site, world, samples)))
    }
  },
}

async function play(site: Site, world: World, samples: Samples): Promise<void> {
  await createWorldRoom(site, world, 'scorn', JSON.stringify(anyTcpPort))
  const first = await portOf(site, 'crossfire/scorn')
  for (const name of names) {
    const client = await LoadClient.connected(first)
    await client.enter(name, importedWorldCharacterChoices)
    client.end()
  }
  await importSpreadCopy(site, 'crossfire/scorn')
  const port = await portOf(site, 'crossfire/crowd')
  const crowd: LoadClient[] = []
  for (const name of names) {
    const client = await LoadClient.connected(port)
    await client.enterAgain(name)
    crowd.push(client)
  }
  const turns = crowd.map((client, n) => {
    let turn = n
    return setInterval(() => {
      const text = commands[turn++ % commands.length]!
      client.send({ type: 'ncom', packet: turn % 256, repeat: -1, text })
    }, commandIntervalMs)
  })
  await delay(1000 * warmSeconds)
  const before = { worker: processorTime(site.workerPid), sidecar: processorTime(site.sidecarPid) }
  const ticks = crowd.map((client) => client.ticks)
  await delay(1000 * seconds)
  for (const one of ['worker', 'sidecar'] as const)
    samples.add(one, (processorTime(site[`${one}Pid`]) - before[one]) / 1000 / seconds)
  const received = crowd.map((client, n) => client.ticks - ticks[n]!)
  samples.add('ticks', (100 * Math.min(...received) * tickMs) / 1000 / seconds)
  samples.add('memory', residentBytes(site.workerPid) / mebibyte)
  samples.add('lost', crowd.filter(({ lost }) => lost !== undefined).length)
  const { players } = (await site.api.room('crossfire/crowd')).view as {
    readonly players: readonly { readonly map: string }[]
  }
  samples.add('maps', new Set(players.map(({ map }) => map)).size)
  for (const turn of turns) clearInterval(turn)
  for (const client of crowd) client.end()
}

/** Exports the room and imports it as `crowd`, with its characters spread over many maps. */
async function importSpreadCopy({ api }: Site, room: string): Promise<void> {
  const packed = await new Response(await api.export(room)).arrayBuffer()
  const values = new Map<string, StoredValue[]>()
  let head: ExportHead = {}
  const reader = new ExportReader(newSha256(), {
    head: (read) => (head = read),
    part: ({ key, value }) => void values.set(key, [...(values.get(key) ?? []), value]),
  })
  reader.read(gunzipSync(new Uint8Array(packed)))
  reader.end()
  const records = memoryRecords()
  records.writeAll([...values].map(([key, parts]) => [key, joinParts(parts)]))
  spreadOverMaps(records, names, crowdSize.maps)
  const form = new FormData()
  form.set('room', 'crowd')
  form.set('file', new File(exportLines({ ...head, listen: anyTcpPort }, records), 'crowd.packetboat'))
  await api.import(form)
}

async function portOf({ api }: Site, room: string): Promise<number> {
  return (await waitForReports(api, room)).entry.addresses[0]!.port
}

function exportLines(head: ExportHead, records: Records): Uint8Array<ArrayBuffer>[] {
  const writer = new ExportWriter(newSha256())
  const lines = [writer.head(head)]
  for (const [key, value] of records.list(''))
    for (const [part, piece] of splitValue(value).entries())
      lines.push(writer.part({ key, part, value: piece }))
  return [...lines, writer.end()] as Uint8Array<ArrayBuffer>[]
}
