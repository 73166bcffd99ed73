// The recorded server's island as a room of a running site, where nothing happens that no player does.
import { expect } from 'vitest'
import { quiet } from '../games/arcane-sector/island.ts'
import { worldFile } from '../games/arcane-sector/transcripts.ts'
import type { Site } from './running.ts'

export const islandName = 'arcane-sector/island'

/** Founded by the site's HTTP API; back with the port of its TCP door. */
export async function islandOn(site: Site): Promise<number> {
  const form = new FormData()
  form.set('game', 'arcane-sector')
  form.set('room', 'island')
  form.set('options', JSON.stringify(quiet))
  form.set('listen', JSON.stringify([{ transport: 'tcp', port: 0 }]))
  form.set('file', new File([new Uint8Array(worldFile())], 'map.json'))
  const headers = { authorization: `Bearer ${site.ready.adminToken}` }
  const answer = await fetch(`${site.url}/api/rooms`, { method: 'POST', body: form, headers })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
  return site.doorOf('local', islandName)
}
