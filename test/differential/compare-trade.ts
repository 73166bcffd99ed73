// Things by name, and what shops give and ask for them.

import { toNumberWord } from '../../games/crossfire/model/things/number-words.ts'
import type { Had } from '../games/crossfire/harness/test-client.ts'
import type { ServerPair } from './compare-maps.ts'
import { movePlayersTo, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export interface ItemDifference {
  readonly arch: string
  readonly real: string
  readonly ours: string
}

/** Makes one of each on both sides, and tells where name and weight are not the same. */
export async function compareItems(
  sides: ServerPair,
  archetypes: readonly string[],
): Promise<{ same: number; unmade: number; apart: ItemDifference[] }> {
  const found = { same: 0, unmade: 0, apart: [] as ItemDifference[] }
  for (const arch of archetypes) {
    const both = await waitForAnswer(sides, `making ${arch}`, async () => ({
      real: await madeOnce(sides.real, arch),
      ours: await madeOnce(sides.ours, arch),
    }))
    if (!both) continue
    const { real, ours } = both
    // A few cannot be made there without what they are about.
    if (!real) found.unmade++
    else if (ours && told(real) === told(ours)) found.same++
    else found.apart.push({ arch, real: told(real), ours: ours ? told(ours) : 'nothing' })
  }
  return found
}

/** It is gone again. */
async function madeOnce(side: ServerUnderTest, arch: string): Promise<Had | undefined> {
  const thing = await made(side, arch)
  if (thing) await side.deleteItem(thing.tag)
  return thing
}

async function made(side: ServerUnderTest, arch: string): Promise<Had | undefined> {
  const before = new Set(side.client.inventory.map(({ tag }) => tag))
  await side.createItem(arch)
  return side.client.inventory.find(({ tag }) => !before.has(tag))
}

const told = ({ name, weight }: Had) => `${name}, ${weight} g`

export interface PriceComparison {
  readonly shop: string
  readonly arch: string
  /** Silver pieces that are given for it, and then asked for it. */
  readonly real: readonly [gives: string, asks: string]
  readonly ours: readonly [gives: string, asks: string]
}

export async function comparePrices(
  sides: ServerPair,
  shop: MapPlace,
  archetypes: readonly string[],
): Promise<PriceComparison[]> {
  const found: PriceComparison[] = []
  for (const arch of archetypes) {
    const both = await waitForAnswer(sides, `dealing in ${arch} at ${shop.map}`, async () => {
      await movePlayersTo(sides, shop)
      return { real: await prices(sides.real, arch), ours: await prices(sides.ours, arch) }
    })
    if (both) found.push({ shop: shop.map, arch, ...both })
  }
  return found
}

async function prices(side: ServerUnderTest, arch: string): Promise<readonly [string, string]> {
  const thing = await made(side, arch)
  if (!thing) return ['not made', '']
  const gives = worth(await side.move(0, thing.tag, 0))
  const lying = side.client.ground.find(({ name }) => name === thing.name)
  if (!lying) return [gives, 'gone']
  const asks = worth(await side.move(side.client.tag, lying.tag, 0))
  const taken = side.client.inventory.find(({ name }) => name === thing.name)
  if (taken) await side.move(0, taken.tag, 0)
  return [gives, asks]
}

const worths: { readonly [coin: string]: number } = {
  silver: 1,
  gold: 10,
  platinum: 50,
  jade: 5000,
  amber: 500_000,
}
const words = Array.from({ length: 21 }, (_, count) => toNumberWord(count))

/** In pieces of silver, of all coins that the texts name. */
function worth(texts: readonly string[]): string {
  let sum = 0
  for (const [, many, coin] of texts.join(' ').matchAll(/(\w+) (silver|gold|platinum|jade|amber) coin/g))
    sum += (words.includes(many!) ? words.indexOf(many!) : Number(many)) * worths[coin!]!
  return sum > 0 ? `${sum}` : 'nothing'
}
