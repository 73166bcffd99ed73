// The CPU time and sent bytes of a hostile Archipelago client are covered by the steps that the client is charged, and
// no single event takes long.
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { archipelagoAttacks, archipelagoFrame } from '../../bench/attackers/archipelago-attack-messages.ts'
import { archipelago } from '../../games/archipelago/index.ts'
import type { Game } from '../../games/game.ts'
import { splitJsonList } from '../../wire/link/json-split.ts'
import { readDecodedFixture, readFixtureMultidata } from '../games/archipelago/sample-multiworlds.ts'
import { connectPacket } from '../games/archipelago/test-client.ts'
import { sampleOf } from '../seeds.ts'
import { expectCostsCovered, type HostileSetup } from './frame-price.ts'

const ofMany = (most: number) => fc.nat({ max: most })
const numbered = (prefix: string, most: number) =>
  ofMany(most).map((count) => Array.from({ length: count }, (_, n) => `${prefix}${n}`))
/** The multidata of the room, from which the frames of Ann, the hostile player, take their ids. */
const tree = readDecodedFixture('links-6p') as {
  readonly locations: {
    readonly $dict: readonly [number, { readonly $dict: readonly [number, unknown][] }][]
  }
}
const own = tree.locations.$dict[0]![1].$dict.map(([location]) => location)
const ownLocations = fc
  .tuple(ofMany(own.length), ofMany(100))
  .map(([count, times]) => Array(times).fill(own.slice(0, count)).flat())
const anyLocations = ofMany(20_000).map((count) => Array.from({ length: count }, (_, n) => n))
const locations = fc.oneof({ weight: 4, arbitrary: ownLocations }, { weight: 1, arbitrary: anyLocations })
const text = fc.oneof(
  ofMany(300_000).map((length) => 'x'.repeat(length)),
  ofMany(5000).map((length) => '\u{1f99c}"\\'.repeat(length)),
)
/** JSON values with nested lists and objects. */
const deep = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(0, 1.5, 1e15, 'x', null, {}, []),
    fc.tuple(tie('value'), ofMany(60)).map(([inner, count]) => Array(count).fill(inner)),
    fc
      .tuple(tie('value'), ofMany(60))
      .map(([inner, count]) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, inner]))),
  ),
})).value
const long = ofMany(20_000).map((count) => Array(count).fill(0))
const value = fc.oneof(deep, long, text, fc.integer())
const operations = fc
  .tuple(
    fc.array(
      fc.record({
        operation: fc.constantFrom(
          ...['replace', 'add', 'mul', 'pow', 'mod', 'max', 'min', 'or', 'and', 'remove', 'pop', 'update'],
        ),
        value: fc.oneof(fc.constantFrom<unknown>(0, 1, 2, 7, 5000, [], {}), value),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    ofMany(300),
  )
  .map(([some, times]) => Array(times).fill(some).flat())
const key = fc.constantFrom(
  ...['a', 'b', 'c', '_read_hints_0_1', '_read_slot_data_1', '_read_item_name_groups_Timespinner'],
)

const packet: fc.Arbitrary<object> = fc.oneof(
  fc.record({ cmd: fc.constant('Set'), key, default: value, operations, want_reply: fc.boolean() }),
  fc.record({ cmd: fc.constant('Get'), keys: fc.oneof(fc.array(key), numbered('k', 20_000)) }),
  fc.record({ cmd: fc.constant('SetNotify'), keys: fc.oneof(fc.array(key), numbered('k', 5000)) }),
  fc.record({ cmd: fc.constant('LocationScouts'), locations, create_as_hint: fc.constantFrom(0, 1, 2) }),
  fc.record({ cmd: fc.constant('LocationChecks'), locations }),
  fc.record({ cmd: fc.constant('CreateHints'), locations, player: fc.constantFrom(1, 2) }),
  fc.record({
    cmd: fc.constant('UpdateHint'),
    player: fc.constant(1),
    location: fc.constantFrom(1_337_010, 1_337_012),
    status: fc.constantFrom(0, 10, 20),
  }),
  fc.record({ cmd: fc.constant('StatusUpdate'), status: fc.oneof(fc.constantFrom(5, 10, 20), value) }),
  fc.record({
    cmd: fc.constant('Say'),
    text: fc.oneof(
      text,
      fc.constantFrom(
        ...['!hint', '!missing', '!checked', '!remaining', '!status', '!hint_location Lake', '!help'],
      ),
    ),
  }),
  fc.record({ cmd: fc.constant('Bounce'), tags: fc.constant(['AP']), data: value }),
  fc.record({
    cmd: fc.constant('ConnectUpdate'),
    items_handling: fc.constantFrom(0, 7, 1),
    tags: fc.oneof(fc.constant(['AP']), numbered('t', 8000)),
  }),
  fc.constant({ cmd: 'GetDataPackage' }),
  fc.constant({ cmd: 'Sync' }),
)

/** Frames of packets that are repeated up to about 200 kB, as in an attack. */
const frames = fc.array(fc.tuple(packet, ofMany(200)), { minLength: 1, maxLength: 4 }).map((packets) =>
  packets.flatMap(([one, times]) => {
    const text = JSON.stringify(one)
    const fit = Math.max(1, Math.min(times, Math.floor(200_000 / text.length)))
    return splitJsonList(`[${Array(fit).fill(text).join()}]`)
  }),
)

const file = { name: 'links-6p.archipelago', bytes: readFixtureMultidata('links-6p') }

const hostile: HostileSetup = {
  game: archipelago as Game,
  settings: { options: { password: null }, file },
  transport: 'websocket',
  enter(client) {
    const ann = { ...connectPacket, name: 'Ann', game: 'Timespinner', slot_data: false }
    client.call.sendFrame(JSON.stringify([ann]))
  },
  // [AP-9.9] Location checks are free because each can happen only once.
  freeSteps: 200 * own.length,
  frames,
}

describe('[AP-9.9] the cost of an attack', () => {
  it.each(sampleOf(archipelagoAttacks, 3))('of the kind %s is covered by its charge', async (attack) => {
    const parts = splitJsonList(archipelagoFrame(attack, own)).slice(0, 12)
    await expectCostsCovered({ ...hostile, frames: fc.constant(parts) }, { numRuns: 1 })
  })
})

it('[AP-9.9] the cost of random packets is covered by their charge, and no event takes long', async () => {
  await expectCostsCovered(hostile, { numRuns: 20 })
})
