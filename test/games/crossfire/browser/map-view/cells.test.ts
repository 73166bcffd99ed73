// The cached background of the map, on a canvas that accepts any call.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../../../games/crossfire/browser/client/client.ts'
import { BitmapCache } from '../../../../../games/crossfire/browser/map-view/bitmaps.ts'
import { MapBackground } from '../../../../../games/crossfire/browser/map-view/cells.ts'
import { type FromServer, fromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'

beforeEach(() => {
  const context = new Proxy({}, { get: () => () => {}, set: () => true })
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 32, height: 32, close() {} }))
})
afterEach(() => vi.unstubAllGlobals())

test('a cell is drawn again when the picture of its face is replaced, such as after an upgrade of the site', async () => {
  const client = new Client({ send() {}, now: () => 0 })
  const handle = (packet: FromServer) => client.handleFrame(fromServer.encode(packet))
  client.onConnected()
  const background = new MapBackground(client, new BitmapCache(client, () => {}))
  background.resize(4, 4)
  handle({ type: 'map2', spaces: [{ x: 1, y: 2, changes: [{ change: 'face', layer: 0, face: 9 }] }] })
  const [place] = client.map.inView()
  const range = { left: client.map.left, top: client.map.top, columns: 4, rows: 4 }
  const drawn = async () => {
    for (let turn = 0; turn < 3; turn++) await null
    return background.draw(range, 0)
  }
  await drawn()
  for (const byte of [1, 2]) {
    handle({ type: 'image2', face: 9, set: 0, data: Uint8Array.of(byte) })
    expect(await drawn()).toEqual([{ x: place!.x, y: place!.y }])
    expect(await drawn()).toEqual([])
  }
})
