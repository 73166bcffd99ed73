// An hour on the island in simulated time, with a hostile room and a hostile screen: the state of clients in browsers
// and on the site stays bounded.
import { expect, test } from 'vitest'
import { thinClientMessages } from '../../../../games/arcane-sector/packets/pixel-stream.ts'
import { type FromServer, fromServer } from '../../../../games/arcane-sector/packets.ts'
import { ArcaneRemoteClient } from '../../../../games/arcane-sector/remote-client/remote-client.ts'
import { drawArt } from '../../../../games/arcane-sector/view/art/art.ts'
import type { RemoteClientContext } from '../../../../games/game.ts'
import { type RandomFunction, randomInteger, randomItem } from '../../../../wire/codec/random-values.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { type Census, readClasses, takeCensus } from '../../../simulator/invariants/memory-census.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const stepMs = 1000
const steps = 3_600_000 / stepMs
const classes = readClasses(
  'games/arcane-sector/client',
  'games/arcane-sector/remote-client',
  'games/arcane-sector/view',
)

/** Maximum size of each collection, whatever the client receives. Every new collection needs an entry. */
const bounds: { readonly [classAndField: string]: number } = {
  'Inventory.slots': 10,
  'Keyboard.down': 12,
  'MessageLog.entries': 300,
  'Surroundings.mobs': 65_535,
  'Surroundings.piles': 255,
  'SpellInput.runes': 8,
  'StepRepeat.held': 6,
  'VisibleObjects.drawn': 255,
  'VisibleObjects.mobs': 255,
  'VisibleObjects.names': 255,
  'VisibleObjects.piles': 255,
}
/** Collections of pictures and letters, which are created once and do not grow. */
const fixed = /^(ArcaneRemoteClient[.]renderer[.]art|Font|Texture)[.]/

/** Types of packets that must be small. GRND and MOBS replace earlier state, so they may be long. */
const small = fromServer.names.filter((name) => name !== 'GRND' && name !== 'MOBS')
const blank = { packetId: 0n } as const

test('client state is bounded after an hour of play', () => {
  let now = 0
  const chance = seededRandom(20_261_123)
  const land = { kinds: new Uint8Array(512 * 768).fill(1), looks: new Uint8Array(512 * 768).fill(9) }
  const around: RemoteClientContext = {
    now: () => now,
    sendToScreen() {},
    sendToRoom() {},
    connect() {},
    close() {},
    shared: (draw) => draw(),
  }
  const who = { id: 7, password: 'x', portrait: 1, character: { name: 'Ann', orBack: true } } as const
  const client = new ArcaneRemoteClient(around, land, { dialect: 2019, credentials: who, art: drawArt })
  const receive = (packet: FromServer) => client.onFrame(fromServer.encode(packet))
  const begins = () => {
    client.onConnected()
    receive({ ...blank, type: 'NOPC' })
    receive({ ...blank, type: 'GAME' })
  }
  begins()
  let halfway: Census = new Map()
  for (let step = 1; step <= steps; step++) {
    now += stepMs
    for (const packet of islandPackets(chance, step)) receive(packet)
    if (chance() < 0.02) ignoreViolation(() => receive(fromServer.sample(chance, randomItem(chance, small))))
    if (chance() < 0.5)
      ignoreViolation(() =>
        client.onScreenMessage(thinClientMessages.encode(thinClientMessages.sample(chance))),
      )
    if (step % 10 === 0) client.onScreenMessage(thinClientMessages.encode({ type: 'shown' }))
    client.tick()
    if (step % 800 === 0) {
      client.onDisconnected('')
      begins()
    }
    if (step === steps / 2) halfway = takeCensus([client], classes)
  }
  const after = takeCensus([client], classes)
  const over = [...after].filter(([name, size]) => !fixed.test(name) && !(size <= (bounds[name] ?? -1)))
  expect(over, 'over its bound, or without one').toEqual([])
  // Bounded state has reached its size after half an hour. Unbounded state grows further in the second half.
  const growing = [...after].filter(([name, size]) => size > 1.5 * (halfway.get(name) ?? 0) + 64)
  expect(growing).toEqual([])
})

/** A protocol violation would end a real client; this one continues. */
function ignoreViolation(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof WireError)) throw error
  }
}

function* islandPackets(random: RandomFunction, step: number): Iterable<FromServer> {
  const place = { x: 100 + (step % 300), y: 400 }
  yield { ...blank, type: 'POSI', ...place, direction: step % 4 }
  const mobs = Array.from({ length: 3 }, (_, n) => ({
    ...{ _: undefined, visible: true, id: BigInt(step * 3 + n), x: place.x, y: place.y - n },
    ...{ gfxId: '3d_mob_drow_f', name: `Somebody ${randomInteger(random, 0, 1_000_000)}` },
  }))
  yield { ...blank, type: 'MOBS', mobs } as unknown as FromServer
  if (step % 5 === 0) yield { ...blank, type: 'TEXT', text: `\x13Bob says: \x17${step}` }
  if (step % 50 === 0) yield { ...blank, type: 'SLCT', packetId: BigInt(step) }
}
