// The homes of monsters, chosen when a world is first opened. [AS-11.1]
import type { Host } from '../../game.ts'
import { insides, type Place, type Terrain, width } from '../land/terrain.ts'
import { between } from './chance.ts'
import { isHaven } from './haven.ts'
import { healths, Monster } from './monster.ts'

/** One monster for this many tiles of land. */
const landPerMonster = 400

/** Homes: a random tile in each run of `landPerMonster` tiles of land, by rows. */
export function settled(terrain: Terrain, start: Place, host: Pick<Host, 'random'>): Monster[] {
  const monsters: Monster[] = []
  let home: Place | undefined
  let chosen = 0
  let land = 0
  for (let y = 0; y < insides; y++) {
    for (let x = 0; x < width; x++) {
      if (terrain.blocks(x, y) || isHaven(start, { x, y })) continue
      if (land === 0) chosen = between(host, 0, landPerMonster - 1)
      if (land === chosen) home = { x, y }
      if (++land < landPerMonster) continue
      monsters.push(new Monster(monsters.length, home!, between(host, ...healths)))
      land = 0
    }
  }
  return monsters
}
