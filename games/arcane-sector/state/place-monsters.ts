// Called when a world opens for the first time. [AS-11.1]
import type { GameContext } from '../../game.ts'
import { firstIndoorRow, type Place, type Terrain, terrainWidth } from '../terrain/terrain.ts'
import { initialHpRange, Monster } from './monster.ts'
import { randomBetween } from './random-between.ts'
import { isSafeZone } from './safe-zone.ts'

/** Tiles of land for each monster. */
const landPerMonster = 400

/** Each home is a random tile of the next `landPerMonster` tiles of land, by rows. */
export function placeMonsters(
  terrain: Terrain,
  start: Place,
  context: Pick<GameContext, 'random'>,
): Monster[] {
  const monsters: Monster[] = []
  let home: Place | undefined
  let chosen = 0
  let land = 0
  for (let y = 0; y < firstIndoorRow; y++) {
    for (let x = 0; x < terrainWidth; x++) {
      if (terrain.blocks(x, y) || isSafeZone(start, { x, y })) continue
      if (land === 0) chosen = randomBetween(context, 0, landPerMonster - 1)
      if (land === chosen) home = { x, y }
      if (++land < landPerMonster) continue
      monsters.push(new Monster(monsters.length, home!, randomBetween(context, ...initialHpRange)))
      land = 0
    }
  }
  return monsters
}
