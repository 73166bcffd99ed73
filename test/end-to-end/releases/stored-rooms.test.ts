// The stored rooms of every released version open in this version: each game's room is imported from its file with the
// same records, and its players resume. `npm run state` stores the rooms of a new version in test/state/.
import { mkdirSync, openAsBlob, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test as plain } from 'vitest'
import { ApiClient } from '../../../cli/api/api-client.ts'
import about from '../../../package.json' with { type: 'json' }
import { writeRoomFile } from '../../../sidecar/backup/room-file.ts'
import { callsNow } from '../../state/call-versions.ts'
import { Site, test } from '../running-site.ts'
import { storedWorlds } from './stored-worlds.ts'

const folder = join(import.meta.dirname, '../../state')
const versions = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

const apiOf = (site: Site) => new ApiClient(new URL(site.url), site.ready.adminToken)

/** The lines of an export without the first and the last one. */
function recordsIn(file: Uint8Array): string[] {
  return gunzipSync(file).toString('utf8').split('\n').slice(1, -2)
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()
}

test.for(versions.flatMap((version) => storedWorlds.map((world) => [version, world.game, world] as const)))(
  '[EXPORT-8] a room of %s of %s opens from its stored records with the same state, and its players resume',
  async ([version, game, world], { site }) => {
    const blob = await openAsBlob(join(folder, version, `${game}.packetboat`))
    const parts = new FormData()
    const room = `kept-${version.replaceAll('.', '-')}`
    parts.set('room', room)
    parts.set('file', new File([blob], 'file'))
    await apiOf(site).import(parts)
    const name = `${game}/${room}`
    const again = await bytesOf(await apiOf(site).export(name))
    expect(recordsIn(again)).toEqual(recordsIn(await blob.bytes()))
    await world.checkContinuation(site, name)
    await site.fetch(`/api/rooms/${name}`, { method: 'DELETE' })
  },
)

plain.runIf(process.env.PACKETBOAT_STATE)('stores the rooms of this version', async () => {
  const site = await Site.start()
  const to = join(folder, about.version)
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'calls.json'), `${JSON.stringify(callsNow(), null, 2)}\n`)
  for (const { game, begin } of storedWorlds) {
    const name = `${game}/kept`
    await begin(site, name)
    await site.waitUntilEmpty(name)
    const file = join(to, `${game}.packetboat`)
    await writeRoomFile(await apiOf(site).export(name), to, () => file)
  }
})
