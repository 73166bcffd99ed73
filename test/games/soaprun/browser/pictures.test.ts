// Compares pictures of Soaprun with reference pictures. After an intended change, `PACKETBOAT_KEEP_PICTURES=1 npx
// vitest run --project node test/games/soaprun/browser/pictures.test.ts` replaces the references.
import { test } from 'vitest'
import { type UnitType, unitTypeNames } from '../../../../games/soaprun/board/board.ts'
import type { GameClient } from '../../../../games/soaprun/browser/client/game.ts'
import { headings } from '../../../../games/soaprun/browser/client/runner.ts'
import { Renderer } from '../../../../games/soaprun/browser/renderer.ts'
import { soaprun } from '../../../../games/soaprun/index.ts'
import { fromClient, fromServer } from '../../../../games/soaprun/packets.ts'
import { type Status, statusNumbers } from '../../../../games/soaprun/players/player.ts'
import { sceneSize } from '../../../../games/soaprun/view/scene.ts'
import { playtest } from '../../../playtest.ts'
import { expectReference } from '../../pictures.ts'
import { enter, worldARoom } from '../fixture-room.ts'
import { FakeBrowser } from './fake-browser.ts'

/** Maximum number of the 76,800 pixels that may differ. */
const tolerance = 32
const { right, down } = headings

async function harbor(): Promise<FakeBrowser> {
  const ann = new FakeBrowser(await playtest(soaprun, { options: {}, fromClient, fromServer }))
  ann.frames(300)
  return ann
}

async function zoo(): Promise<FakeBrowser> {
  const units = unitTypeNames.map(
    (type, n) => [type, 24 + (n % 6) * 2, 17 + Math.floor(n / 6) * 2] as [UnitType, number, number],
  )
  const room = await worldARoom({ units })
  const ann = new FakeBrowser(room)
  for (let n = 1; n < 9; n++) enter(room, [30 - n, 22])
  ann.frames(300)
  return ann
}

const ended = (status: Status, items: number, framesInStatus: number) => async () => {
  const { game } = await harbor()
  Object.assign(game.self, { status, items })
  return Object.assign(game, { framesInStatus })
}

const scenes: { readonly [name: string]: () => Promise<GameClient | undefined> } = {
  title: async () => undefined,
  harbor: async () => (await harbor()).game,
  menu: async () => {
    const ann = await harbor()
    ann.walk([down, 3])
    ann.frames(1, { ok: true })
    ann.frames(1, { turned: right })
    return ann.game
  },
  'next-room': async () => {
    const ann = await harbor()
    ann.walk([right, 9])
    ann.frames(30, { ways: [right] })
    return ann.game
  },
  units: async () => (await zoo()).game,
  states: async () => {
    const { game } = await zoo()
    for (const unit of game.figures.units.values()) unit.status = statusNumbers.dead
    for (const [n, other] of [...game.figures.others.values()].entries()) {
      other.status = (n % 5) as Status
      other.items = n === 1 ? 7 : n === 6 ? 1 : 0
    }
    game.isRaining = true
    for (const x of [23, 38]) game.avengers.all.push({ place: { x: x * 16, y: 25 * 16 }, speed: 1, age: 0 })
    return game
  },
  curtain: ended(statusNumbers.dead, 0, 128),
  'game-over': ended(statusNumbers.dead, 0, 200),
  goal: ended(statusNumbers.goal, 7, 200),
}

test.for(Object.entries(scenes))('the picture %s matches its reference', async ([name, scene]) => {
  const look = new Renderer()
  look.draw(await scene(), false)
  const rgba = new Uint8ClampedArray(sceneSize.width * sceneSize.height * 4)
  look.surface.toRgba(rgba)
  const rgb = new Uint8Array(rgba.filter((_, n) => n % 4 !== 3))
  expectReference(import.meta.dirname, name, { ...sceneSize, rgb }, tolerance)
})
