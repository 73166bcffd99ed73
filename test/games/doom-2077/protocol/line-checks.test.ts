// The map lines that a datagram makes the room check are charged and limited, because maps may have tens of thousands
// of lines.
import { afterEach, expect, it, vi } from 'vitest'
import { LineGrid } from '../../../../games/doom-2077/map/level/line-grid.ts'
import { corridor, rawLumps, wadOf } from '../map/level/small-maps.ts'
import { DoomTestRoom, type TestClient } from '../test-client.ts'

afterEach(() => void vi.restoreAllMocks())

/** Each room is two units wide. An opaque wall is in the middle. */
const rooms = 8000
const striped = corridor(
  Array.from({ length: rooms }, (_, at) => ({ width: 2, ceiling: at === rooms / 2 ? 0 : 128 })),
)
const things = [
  [40, 128, 0, 11],
  [2 * rooms - 40, 128, 180, 11],
]
/** Number of lines that one ray to the wall checks: three per room. */
const ray = 3 * (rooms / 2)
const most = 100_000

/** A match of three players in which Ann is alone on one side of the wall and has just walked. */
async function match(): Promise<{ room: DoomTestRoom; ann: TestClient; others: number[] }> {
  const room = await DoomTestRoom.create({}, wadOf(['MAP01', rawLumps({ ...striped, things })]))
  const clients = ['ann', 'bob', 'cat'].map((name, n) => room.joinPlayer(name, `192.0.2.${n + 1}`))
  room.advance(8000)
  const [ann] = clients
  const others = room.view.players.filter(({ name }) => name !== 'ann').map(({ id }) => id)
  const { x, y, z, angle } = ann!.takeMessagesOf('MOVE').at(-1)!
  for (let slots = 0; slots < 12; slots++) {
    ann!.move({ x: x + 4000 * (slots % 2), y, z, angle })
    room.advanceSlots()
  }
  return { room, ann: ann!, others }
}

function counted(room: DoomTestRoom, act: () => void): { looks: number; steps: number } {
  const { visitAlongPath } = LineGrid.prototype
  let looks = 0
  vi.spyOn(LineGrid.prototype, 'visitAlongPath').mockImplementation(function (this: LineGrid, ...way) {
    const before = this.lineChecks
    const ended = visitAlongPath.apply(this, way)
    looks += this.lineChecks - before
    return ended
  })
  const before = room.harness.host.metrics.steps
  act()
  return { looks, steps: room.harness.host.metrics.steps - before }
}

it('[DM-4.7] [DM-8.8] a hit examines at most some 100,000 map lines, and is charged for them', async () => {
  const { room, ann, others } = await match()
  const hit = { type: 'DAMG', playerId: others[0]!, weapon: 1, damage: 15_000 } as const
  const { looks, steps } = counted(room, () => ann.send({ type: 'FIRE', weapon: 1 }, hit))
  expect(looks).toBeGreaterThan(ray)
  expect(looks).toBeLessThanOrEqual(most + 5 * ray)
  expect(steps).toBeGreaterThanOrEqual(looks / 8)
})

it('[DM-8.8] many hits in one datagram examine no more map lines than one hit may, because the later messages are dropped', async () => {
  const { room, ann, others } = await match()
  const hits = others.map((playerId) => ({ type: 'DAMG', playerId, weapon: 1, damage: 15_000 }) as const)
  const { looks } = counted(room, () => ann.send({ type: 'FIRE', weapon: 1 }, ...hits))
  expect(looks).toBeLessThanOrEqual(most + 5 * ray)
})
