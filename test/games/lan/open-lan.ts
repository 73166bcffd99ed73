import { newAddressKey } from '../../../games/lan/addresses/address-issuer.ts'
import { defaultOptions } from '../../../games/lan/options.ts'
import { LanWorld } from '../../../games/lan/world.ts'
import { MemoryStore } from '../../memory-store.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { worldContext } from '../world-context.ts'

export function openLan(options = {}) {
  const random = seededRandom(1)
  const store = new MemoryStore([newAddressKey(random)])
  const clock = { now: 1_000_000 }
  const context = worldContext({ now: () => clock.now, random })
  return { store, clock, world: new LanWorld(store, context, { ...defaultOptions, ...options }) }
}
