// Compares a client's map, things and stats with the world.
import { expect } from 'vitest'
import { faceNumberOf } from '../../../../games/crossfire/builtin/pictures/face-table.ts'
import type { Player } from '../../../../games/crossfire/model/state/game-state.ts'
import { isTemporary } from '../../../../games/crossfire/model/things/thing.ts'
import type { Town } from '../harness/room-harness.ts'
import type { Client } from '../harness/test-client.ts'

const masks = new Set(['dark1.111', 'dark2.111', 'dark3.111'].map(faceNumberOf))
/** Maximum number of faces that a client shows in a cell. */
const mostFaces = 10

/**
 * Expects that the client shows the world. Call it when no update is pending: after the client's own transaction or a
 * tick.
 */
export function expectConsistentClient(town: Town, client: Client): void {
  const player = town.player(client)
  expectMap(town, client, player)
  const carried = player.inventory.map(({ tag, count }) => `${tag}x${count}`).sort()
  expect(client.inventory.map(({ tag, nrof }) => `${tag}x${nrof}`).sort()).toEqual(carried)
  const lying = player.level!.thingsAt(player.x, player.y).filter((thing) => !isTemporary(thing))
  expect(client.ground.map(({ tag }) => tag)).toEqual(lying.map(({ tag }) => tag).reverse())
  const { stats } = player
  const told = ['hp', 'maxhp', 'food', 'maxsp'].map((stat) => client.stats.get(stat))
  expect(told).toEqual([Math.ceil(player.hp), stats.maxHp, Math.floor(player.food), stats.maxSp])
}

function expectMap(town: Town, client: Client, player: Player): void {
  const { width, height } = client
  const sight = town.world.viewOf(player)
  const differing: string[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const stack = sight.cellAt(x - (width >> 1), y - (height >> 1))?.visibleFaces ?? []
      const faces = stack.map(({ face }) => face).slice(0, mostFaces)
      const shown = client.facesAt(x, y).filter((face) => !masks.has(face))
      if (faces.join() !== shown.join()) differing.push(`${x},${y}: ${faces} is shown as ${shown}`)
    }
  }
  expect(differing).toEqual([])
}
