// Treasure in chests of the dungeon, whose value grows with depth. [CF-19.5]
import type { Random } from '../../../shared/random.ts'
import { archetypeById } from '../archetypes/index.ts'
import type { MapPlacement } from '../maps/map-source.ts'

const wares: readonly string[] = [
  ['potion_healing', 'potion_power', 'potion_antidote', 'scroll_fire_bolt', 'scroll_heal', 'scroll_home'],
  ['ruby', 'sapphire', 'emerald', 'diamond'],
  ['helmet', 'shield', 'mail', 'boots', 'gloves', 'cloak', 'long_sword', 'axe', 'mace', 'long_bow'],
  ['ring_strength', 'ring_wits', 'ring_warmth', 'amulet_ward', 'amulet_life'],
  ['book_magic_missile', 'book_fire_bolt', 'book_frost_bolt', 'book_heal'],
  ['wand_magic_missile', 'wand_frost_bolt'],
].flat()
/** Maximum number of things in a chest besides coins. */
const maxItems = 4
/** A chosen thing costs at least the remaining budget divided by this number. */
const minShare = 8

/** Maximum value of the contents of an ordinary chest, in copper. */
export function maxChestValue(floor: number): number {
  return Math.round(250 * floor * (1 + floor / 10))
}

/** Things of at most `copper` in total, and coins for the remaining value. */
export function fillChest(random: Random, copper: number): readonly MapPlacement[] {
  const things: MapPlacement[] = []
  let left = copper
  while (things.length < maxItems) {
    const fitting = wares.filter((id) => copperOf(id) <= left && copperOf(id) * minShare >= left)
    if (fitting.length === 0) break
    const id = random.pick(fitting)
    things.push({ id })
    left -= copperOf(id)
  }
  return [...coins(left), ...things]
}

function coins(copper: number): MapPlacement[] {
  const [gold, silver] = [Math.floor(copper / 100), Math.floor((copper % 100) / 10)]
  return [
    ...(gold > 0 ? [{ id: 'coin_gold', count: gold }] : []),
    ...(silver > 0 ? [{ id: 'coin_silver', count: silver }] : []),
  ]
}

function copperOf(id: string): number {
  return archetypeById(id).value ?? 0
}
