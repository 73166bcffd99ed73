// Contents of chests in the deep; their worth grows with depth. [CF-19.5]
import type { Random } from '../../../shared/random.ts'
import { archetypeNamed } from '../archetypes/index.ts'
import type { Entry } from '../maps/map.ts'

/** Possible contents. */
const wares: readonly string[] = [
  ['potion_healing', 'potion_power', 'potion_antidote', 'scroll_fire_bolt', 'scroll_heal', 'scroll_home'],
  ['ruby', 'sapphire', 'emerald', 'diamond'],
  ['helmet', 'shield', 'mail', 'boots', 'gloves', 'cloak', 'long_sword', 'axe', 'mace', 'long_bow'],
  ['ring_strength', 'ring_wits', 'ring_warmth', 'amulet_ward', 'amulet_life'],
  ['book_magic_missile', 'book_fire_bolt', 'book_frost_bolt', 'book_heal'],
  ['wand_magic_missile', 'wand_frost_bolt'],
].flat()
/** Things per chest, without coins. */
const mostThings = 4
/** A thing costs at least this fraction of the remaining budget. */
const leastPart = 8

/** Approximate worth of a floor's chest in copper. */
export function worthOfChest(floor: number): number {
  return Math.round(250 * floor * (1 + floor / 10))
}

/** Things for an amount of copper, and the rest in coins. */
export function chestWorth(random: Random, copper: number): readonly Entry[] {
  const things: string[] = []
  let left = copper
  while (things.length < mostThings) {
    const fitting = wares.filter((id) => copperOf(id) <= left && copperOf(id) * leastPart >= left)
    if (fitting.length === 0) break
    const id = random.pick(fitting)
    things.push(id)
    left -= copperOf(id)
  }
  return [...coins(left), ...things]
}

function coins(copper: number): Entry[] {
  const [gold, silver] = [Math.floor(copper / 100), Math.floor((copper % 100) / 10)]
  return [
    ...(gold > 0 ? [{ id: 'coin_gold', count: gold }] : []),
    ...(silver > 0 ? [{ id: 'coin_silver', count: silver }] : []),
  ]
}

function copperOf(id: string): number {
  return archetypeNamed(id).value ?? 0
}
