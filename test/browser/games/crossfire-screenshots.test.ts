// Compares the Crossfire map with reference screenshots. After an intended change, run `PACKETBOAT_KEEP_PICTURES=1
// npx vitest run --project processes test/browser/games/crossfire-screenshots.test.ts`, which writes the new
// screenshots to test/games/crossfire/browser/kept/, and look at the screenshots.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { decode } from 'fast-png'
import { expect } from 'vitest'
import {
  type BrowserClient,
  openPlayingClient,
} from '../../games/crossfire/browser/browser-client-harness.ts'
import { Town } from '../../games/crossfire/harness/room-harness.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'

const folder = resolve(import.meta.dirname, '../../games/crossfire/browser')
const renews = process.env.PACKETBOAT_KEEP_PICTURES !== undefined
/** Maximum number of the 226,304 pixels that may differ. */
const tolerance = 100
const cells = { columns: 17, rows: 13 }

/** `edge` shows the cells beyond the last row of the map, which the client fills with a woven pattern. */
const scenes: { readonly [name: string]: (ann: BrowserClient) => void } = {
  green() {},
  street(ann) {
    for (let step = 0; step < 7; step++) ann.do('south')
    for (let step = 0; step < 4; step++) ann.do('east')
  },
  edge(ann) {
    for (let step = 0; step < 14; step++) ann.do('south')
  },
}

/** The frames from the login to the end of the scene, with all visible pictures, in base64. */
async function heardUntil(there: (ann: BrowserClient) => void): Promise<readonly string[]> {
  const frames: Uint8Array[] = []
  const ann = await openPlayingClient(await Town.open(), 'Ann', 'human', [cells.columns, cells.rows], frames)
  there(ann)
  const { map, faces, animations } = ann.client
  for (const { cell } of map.inView())
    for (const layer of cell.layers) if (layer) faces.picture(animations.faceOf(layer, 0))
  ann.pass(50)
  return frames.map((frame) => Buffer.from(frame).toString('base64'))
}

const { outputFiles } = await build({
  entryPoints: [resolve(folder, 'map-screenshot.ts')],
  ...{ bundle: true, write: false, format: 'iife', target: 'es2024', logLevel: 'silent' },
})

test.for(Object.entries(scenes))('%s matches its reference screenshot', async ([name, there], { open }) => {
  const viewport = { width: cells.columns * 32, height: cells.rows * 32 }
  const page = await open({ viewport, reducedMotion: 'reduce' })
  await page.setContent('<style>html, body, div { margin: 0; height: 100% }</style><body></body>')
  await page.addScriptTag({ content: outputFiles[0]!.text })
  await page.evaluate((frames) => window.show(frames), await heardUntil(there))
  const file = resolve(folder, `kept/${name}.png`)
  const seen = async () => Buffer.from(await page.evaluate(() => window.seen()), 'base64')
  if (renews) {
    await new Promise((drawn) => setTimeout(drawn, 3000))
    writeFileSync(file, await seen())
  }
  const kept = pixelsOf(readFileSync(file))
  const others = async () => {
    const now = pixelsOf(await seen())
    return now.length === kept.length ? now.filter((pixel, at) => pixel !== kept[at]).length : now.length
  }
  await expect.poll(others, pollOptions).toBeLessThanOrEqual(tolerance)
})

/** The pixels of a picture, row by row. The width is left out, because all compared pictures have the same width. */
function pixelsOf(png: Uint8Array): Uint32Array {
  const { width, height, data, channels } = decode(png)
  return Uint32Array.from({ length: width * height }, (_, at) =>
    [0, 1, 2].reduce((pixel, part) => pixel * 256 + data[at * channels + part]!, 0),
  )
}
