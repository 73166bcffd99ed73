import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { playerSpawn } from '../../../../games/soaprun/board/board.ts'
import { frameMs } from '../../../../games/soaprun/browser/client/figure.ts'
import { GameClient, type GameClientContext } from '../../../../games/soaprun/browser/client/game.ts'
import { headings } from '../../../../games/soaprun/browser/client/runner.ts'
import { Renderer } from '../../../../games/soaprun/browser/renderer.ts'
import type { FromClient, FromServer } from '../../../../games/soaprun/packets.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const chance = seededRandom(1)
const within = (most: number) => Math.floor(chance() * most)
const somewhere = () => ({ x: 21 + within(19), y: 16 + within(14) })

/** A field with many players who move and paint, units of every type, and players who leave now and then. */
function field(): FromServer {
  const of = (count: number) =>
    Array.from({ length: count }, (_, index) => index).filter(() => chance() < 0.95)
  const seen = () => ({ generation: within(3), status: within(5), nodes: [somewhere(), somewhere()] })
  return {
    type: 'Flds',
    ...{ status: 1, color: within(4), items: within(8), weather: within(2) },
    players: of(20).map((index) => ({ index, ...seen(), color: within(4), items: within(8) })),
    units: of(20).map((index) => ({ index, ...seen(), type: within(12), param: within(4) })),
    tiles: of(5).map(() => ({ ...somewhere(), tile: 12 + within(4), _: undefined })),
  } as unknown as FromServer
}

const collect: () => void = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()

test('memory use does not grow over an hour of play', () => {
  const asked: FromClient[] = []
  const context: GameClientContext = {
    request: (packet) => asked.push(packet),
    get awaitsField() {
      return asked.length > 0
    },
    random: chance,
    playSound() {},
  }
  const game = new GameClient(context, playerSpawn)
  const look = new Renderer()
  const room = new Uint8Array(336).fill(12)
  const minutes = (count: number) => {
    for (let frame = 0; frame < (count * 60_000) / frameMs; frame++) {
      const packet = asked.shift()
      if (packet?.type === 'Room')
        game.onReply({ type: 'Room', x: packet.x, y: packet.y, tiles: room }, packet)
      else if (packet) game.onReply(field(), packet)
      const way = Object.values(headings)[Math.floor(frame / 200) % 4]!
      if (frame % 500 === 0) game.press({ ok: true })
      game.frame([way])
      if (frame % 2000 === 0) look.draw(game, false)
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 3; x++) game.onReply({ type: 'Room', x, y, tiles: room }, { type: 'mAtt' })
  const before = minutes(6)
  const after = minutes(54)
  expect(game.age).toBeGreaterThan(200_000)
  expect(game.figures.others.size).toBeLessThanOrEqual(20)
  expect(game.avengers.all.length).toBeLessThanOrEqual(12)
  expect(after - before).toBeLessThan(1_000_000)
})
