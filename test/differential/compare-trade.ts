// Compares names and weights of items, and the prices of shops.

import { toNumberWord } from '../../games/crossfire/model/things/number-words.ts'
import type { KnownItem } from '../games/crossfire/harness/test-client.ts'
import { movePlayersTo, type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export interface ItemDifference {
  readonly arch: string
  readonly real: string
  readonly ours: string
}

/** Creates one item of each archetype on both servers, and compares name and weight. */
export async function compareItems(
  sides: ServerPair,
  archetypes: readonly string[],
): Promise<{ same: number; notCreated: number; different: ItemDifference[] }> {
  const found = { same: 0, notCreated: 0, different: [] as ItemDifference[] }
  for (const arch of archetypes) {
    const both = await waitForAnswer(sides, `creating ${arch}`, async () => ({
      real: await createAndDelete(sides.real, arch),
      ours: await createAndDelete(sides.ours, arch),
    }))
    if (!both) continue
    const { real, ours } = both
    // The reference server cannot create a few archetypes without further arguments.
    if (!real) found.notCreated++
    else if (ours && describe(real) === describe(ours)) found.same++
    else found.different.push({ arch, real: describe(real), ours: ours ? describe(ours) : 'nothing' })
  }
  return found
}

async function createAndDelete(side: ServerUnderTest, arch: string): Promise<KnownItem | undefined> {
  const thing = await create(side, arch)
  if (thing) await side.deleteItem(thing.tag)
  return thing
}

async function create(side: ServerUnderTest, arch: string): Promise<KnownItem | undefined> {
  const before = new Set(side.client.inventory.map(({ tag }) => tag))
  await side.createItem(arch)
  return side.client.inventory.find(({ tag }) => !before.has(tag))
}

const describe = ({ name, weight }: KnownItem) => `${name}, ${weight} g`

export interface PriceComparison {
  readonly shop: string
  readonly arch: string
  /** Two prices in silver coins: the shop buys the thing at the first price, and then sells it at the second price. */
  readonly real: readonly [pays: string, charges: string]
  readonly ours: readonly [pays: string, charges: string]
}

export async function comparePrices(
  sides: ServerPair,
  shop: MapPlace,
  archetypes: readonly string[],
): Promise<PriceComparison[]> {
  const found: PriceComparison[] = []
  for (const arch of archetypes) {
    const both = await waitForAnswer(sides, `trading ${arch} at ${shop.map}`, async () => {
      await movePlayersTo(sides, shop)
      return { real: await prices(sides.real, arch), ours: await prices(sides.ours, arch) }
    })
    if (both) found.push({ shop: shop.map, arch, ...both })
  }
  return found
}

async function prices(side: ServerUnderTest, arch: string): Promise<readonly [string, string]> {
  const thing = await create(side, arch)
  if (!thing) return ['not created', '']
  const pays = totalSilver(await side.move(0, thing.tag, 0))
  const lying = side.client.ground.find(({ name }) => name === thing.name)
  if (!lying) return [pays, 'gone']
  const charges = totalSilver(await side.move(side.client.tag, lying.tag, 0))
  const taken = side.client.inventory.find(({ name }) => name === thing.name)
  if (taken) await side.move(0, taken.tag, 0)
  return [pays, charges]
}

const silverPerCoin: { readonly [coin: string]: number } = {
  silver: 1,
  gold: 10,
  platinum: 50,
  jade: 5000,
  amber: 500_000,
}
const numberWords = Array.from({ length: 21 }, (_, count) => toNumberWord(count))

/** The total value of the coins that the texts name, in silver coins. */
function totalSilver(texts: readonly string[]): string {
  let sum = 0
  for (const [, many, coin] of texts.join(' ').matchAll(/(\w+) (silver|gold|platinum|jade|amber) coin/g))
    sum += (numberWords.includes(many!) ? numberWords.indexOf(many!) : Number(many)) * silverPerCoin[coin!]!
  return sum > 0 ? `${sum}` : 'nothing'
}
