// An hour of a match in simulated time: the browser's memory does not grow.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Client } from '../../../../../games/doom-2077/browser/client/client.ts'
import {
  FirstPersonCamera,
  viewSignature,
} from '../../../../../games/doom-2077/browser/ui/first-person-camera.ts'
import { arenaMap } from '../../../../../games/doom-2077/builtin/arena/arena.ts'
import { type FromServer, fromServer } from '../../../../../games/doom-2077/packets.ts'
import { seededRandom } from '../../../../../wire/util/random.ts'
import { arenaGeometry } from '../../match-harness.ts'

const collect: () => void = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()

const frameMs = 50

test('memory use does not grow over an hour of a match with many joins and leaves', () => {
  const chance = seededRandom('an hour')
  const within = (most: number) => Math.floor(chance() * most)
  const client = new Client({ send() {}, loadMap() {}, playSound() {}, random: chance, secret: '' })
  const look = new FirstPersonCamera()
  let now = 0
  const receive = (...messages: readonly FromServer[]) => {
    for (const message of messages) client.handleDatagram(fromServer.encode(message), now)
  }
  const place = () => ({
    x: within(900_000) - 400_000,
    y: within(600_000) - 300_000,
    z: 41_000,
    angle: within(360_000),
  })
  client.join('Ann', 0)
  receive({ type: 'ACPT', playerId: 4 }, { type: 'LMAP', mapName: arenaMap })
  client.setMap(arenaGeometry, 0)
  receive(
    { type: 'MOVE', playerId: 4, ...place() },
    { type: 'HLTH', playerId: 4, health: 100_000, maxHealth: 100_000 },
  )
  let [first, next] = [5, 5]
  const minutes = (count: number) => {
    for (const end = now + count * 60_000; now < end; now += frameMs) {
      if (next - first < 12) {
        receive({ type: 'JOIN', playerId: next, name: `player ${next}` })
        receive({ type: 'HLTH', playerId: next++, health: 100_000, maxHealth: 100_000 })
      } else if (within(100) === 0) receive({ type: 'QUIT', playerId: first++ })
      const playerId = first + within(next - first)
      receive({ type: 'MOVE', playerId, ...place() })
      if (within(4) === 0) receive({ type: 'FIRE', playerId, weapon: within(4) })
      if (within(9) === 0) receive({ type: 'DAMG', playerId, sourceId: 4, weapon: 1, damage: 5000 })
      if (within(40) === 0)
        receive({ type: 'CHAT', playerId, msg: `so it is ${now}` }, { type: 'TELL', flags: 3, msg: `${now}` })
      client.advance(now, {
        forward: 1,
        sideways: within(3) - 1,
        turn: within(9) - 4,
        isFiring: within(2) === 0,
      })
      const view = look.createView(client, now, false)
      if (view) viewSignature(view)
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = minutes(4)
  const after = minutes(56)
  expect([client.isReadyToDraw, next > 400, client.others.size <= 12]).toEqual([true, true, true])
  expect([[...client.hitMarks].length <= 60, client.messages.all.length]).toEqual([true, 60])
  expect(after - before).toBeLessThan(1_000_000)
})
