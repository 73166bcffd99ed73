// The multiworlds of the bench's rooms: fixtures of the tests, and copies of one fixture whose first slot has more
// locations.
import { Tuple } from '../../games/archipelago/import/pickle/values.ts'
import { alterMultidata, readFixture } from '../../test/games/archipelago/sample-multiworlds.ts'
import type { Site } from '../site.ts'
import type { Slot } from './client.ts'

export interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

export const bigUpload = upload('big-120p.archipelago')
export const mixedUpload = upload('mixed-8p.zip')
export const tinyUpload = upload('tiny-2p.archipelago')

/** The lowest id of the added items and locations. All ids in the fixtures are lower. */
const firstUnusedId = 900_000_000

/**
 * The multiworld `big-120p` with `locations` locations in its first slot. These locations contain items for players of
 * all slots.
 */
export function enlargedUpload(locations: number): Upload {
  const bytes = alterMultidata('big-120p', (root) => {
    const bySlot = root.get('locations') as Map<number, Map<number, Tuple>>
    const items = [...bySlot.values()].flatMap((places) => [...places.values()])
    const first = bySlot.get(1)!
    for (let at = 0; first.size < locations; at++)
      first.set(firstUnusedId + at, new Tuple(items[(at * 101) % items.length]!.items))
  })
  return { name: 'big-120p.archipelago', bytes }
}

function upload(name: string): Upload {
  return { name, bytes: readFixture(name) }
}

export interface CreatedRoom {
  /**
   * `http:` URLs for both ways to connect: to the room's own WebSocket (`direct`), or to the sidecar's port
   * (`sidecar`).
   */
  readonly direct: string
  readonly sidecar: string
  readonly slots: readonly Slot[]
  readonly createdMs: number
}

const timeoutMs = 10_000

export async function createRoom(
  site: Site,
  name: string,
  file: Upload,
  options: { readonly [name: string]: string } = {},
): Promise<CreatedRoom> {
  const parts = new FormData()
  parts.set('game', 'archipelago')
  parts.set('room', name)
  parts.set('listen', JSON.stringify([{ transport: 'websocket', port: 0 }]))
  parts.set('options', JSON.stringify(options))
  parts.set('file', new Blob([file.bytes.slice()]), file.name)
  const began = performance.now()
  await site.api.createRoom(parts)
  const createdMs = performance.now() - began
  const port = await portOf(site, name)
  return {
    direct: directUrl(site, name),
    sidecar: `http://127.0.0.1:${port}/`,
    slots: await slotsOf(site, name),
    createdMs,
  }
}

export function directUrl(site: Site, name: string): string {
  return new URL(`/archipelago/${name}`, site.url).href
}

async function portOf(site: Site, name: string): Promise<number> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; ) {
    const { addresses } = await site.api.room(`archipelago/${name}`)
    const listener = addresses.find(({ error }) => !error)
    if (listener) return listener.port
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${name} has no port`)
}

interface View {
  readonly slots: readonly (Slot & { readonly type: string })[]
}

async function slotsOf(site: Site, name: string): Promise<readonly Slot[]> {
  const { view } = await site.api.room(`archipelago/${name}`)
  const { slots } = view as unknown as View
  return slots.filter(({ type }) => type === 'player').map(({ name, game }) => ({ name, game }))
}
