// Full rooms with one hostile client, for the property of test/cost/frame-price.ts: the attacks of
// `npm run bench -- attackers`, mixtures of them, and random valid packets.
import fc from 'fast-check'
import { arcaneVariants } from '../../bench/attackers/variants/arcane-sector.ts'
import { crossfireVariants } from '../../bench/attackers/variants/crossfire.ts'
import { doomVariants } from '../../bench/attackers/variants/doom-2077.ts'
import { soaprunVariants } from '../../bench/attackers/variants/soaprun.ts'
import type { AttackerPosition, AttackVariants } from '../../bench/attackers/variants/variant.ts'
import { playerLoads } from '../../bench/cost/loads.ts'
import type { LoadClient } from '../../bench/cost/simulated-room.ts'
import { fromClient as fromArcaneClient } from '../../games/arcane-sector/packets.ts'
import { fromClient as fromCrossfireClient } from '../../games/crossfire/protocol/packets/index.ts'
import { fromClient as fromDoomClient } from '../../games/doom-2077/packets.ts'
import { playerSpawn } from '../../games/soaprun/board/board.ts'
import { fromClient as fromSoaprunClient } from '../../games/soaprun/packets.ts'
import type { RoomFrame } from '../../sidecar/sessions/room-frame.ts'
import type { RandomFunction } from '../../wire/codec/random-values.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { corridor, rawLumps, wadOf } from '../games/doom-2077/map/level/small-maps.ts'
import type { HarnessClient, RoomHarness } from '../room-harness.ts'
import { seededRandom } from '../wire/packets/seeded-random.ts'
import type { HostileSetup } from './frame-price.ts'

const framesOfDraw = 8

interface Table<P> {
  readonly names: readonly P[keyof P & 'type'][]
  encode(packet: P): Uint8Array
  sample(random: RandomFunction, type: P[keyof P & 'type']): P
}

interface HostileTraffic<P extends { readonly type: string }> {
  readonly variants: AttackVariants<P>
  readonly table: Table<P>
  /**
   * Types of packets that end the session or are invalid after the login. Random packets never have these types,
   * because a disconnected client costs nothing.
   */
  readonly endings: readonly P['type'][]
  readonly bystanders: number
  readonly at: AttackerPosition
  /** The upload from which the room is created (default: the game's default room). */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
}

function hostile<P extends { readonly type: string }>(
  game: string,
  { variants, table, endings, bystanders, at, file }: HostileTraffic<P>,
): HostileSetup {
  const { setup, transport } = playerLoads.get(game)!
  const frame = (how: string, nth: number) =>
    concatBytes(variants[how]!.messages(nth, at).map((packet) => table.encode(packet)))
  const how = fc.constantFrom(...Object.keys(variants))
  const again = how.map((one) => Array.from({ length: framesOfDraw }, (_, nth) => frame(one, nth)))
  const drawn = { minLength: framesOfDraw, maxLength: framesOfDraw }
  const mixed = fc.array(
    fc.tuple(how, fc.nat(5000)).map(([one, nth]) => frame(one, nth)),
    drawn,
  )
  const types = table.names.filter((name) => !endings.includes(name))
  const sampled = fc
    .array(fc.tuple(fc.constantFrom(...types), fc.nat()), drawn)
    .map((list) => list.map(([type, seed]) => table.encode(table.sample(seededRandom(seed), type))))
  return {
    game: setup.game,
    settings: { ...setup, ...(file && { file }) },
    transport,
    bystanders,
    enter: (client, harness, n) => enter(game, client, harness, n),
    frames: fc.oneof({ weight: 3, arbitrary: again }, mixed, sampled),
  }
}

/** A row of tiny sectors with a wall in the middle: rays and paths cross thousands of lines. */
const manyLines = {
  ...corridor(Array.from({ length: 8000 }, (_, at) => ({ width: 2, ceiling: at === 4000 ? 0 : 128 }))),
  things: [
    [40, 128, 0, 11],
    [15_960, 128, 180, 11],
  ],
}

export const hostileRooms: readonly (readonly [game: string, HostileSetup])[] = [
  [
    'crossfire',
    hostile('crossfire', {
      variants: crossfireVariants,
      table: fromCrossfireClient,
      endings: ['version', 'accountnew', 'accountlogin', 'createplayer'],
      bystanders: 12,
      at: { x: 0, y: 0 },
    }),
  ],
  [
    'arcane-sector',
    hostile('arcane-sector', {
      variants: arcaneVariants,
      table: fromArcaneClient,
      endings: ['ENTR', 'MYPC', 'GBYE'],
      bystanders: 40,
      at: { x: 0, y: 0 },
    }),
  ],
  [
    'doom-2077',
    hostile('doom-2077', {
      variants: doomVariants,
      table: fromDoomClient,
      endings: ['QUIT', 'JOIN'],
      bystanders: 14,
      at: { x: 0, y: 0 },
    }),
  ],
  [
    'doom-2077 on a map of 24,000 lines',
    hostile('doom-2077', {
      variants: doomVariants,
      table: fromDoomClient,
      endings: ['QUIT', 'JOIN'],
      bystanders: 7,
      at: { x: 40_000, y: 128_000 },
      file: { name: 'lines.wad', bytes: wadOf(['MAP01', rawLumps(manyLines)]) },
    }),
  ],
  [
    'soaprun',
    hostile('soaprun', {
      variants: soaprunVariants,
      table: fromSoaprunClient,
      endings: ['Prtc', 'Bye.', 'Test'],
      bystanders: 30,
      at: playerSpawn,
    }),
  ],
]

/**
 * Logs in like the game's usual client. Afterwards the client sends nothing but answers, because its timers are
 * disabled.
 */
async function enter(game: string, client: HarnessClient, harness: RoomHarness, n: number): Promise<void> {
  const loadClient: LoadClient = {
    send: (frame) => client.call.sendFrame(frame),
    every() {},
    after: (ms, act) => void harness.clock.after(ms, act),
  }
  const program = playerLoads.get(game)!.player(n, 'idle', loadClient)
  client.write = ({ frame }: RoomFrame) => program.receive(frame)
  for (const frame of client.received.splice(0)) program.receive(frame)
  for (let times = 0; times < 6; times++) {
    harness.pass(50)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (client.closedFor !== undefined) throw new Error(`${game}: rejected: ${client.closedFor}`)
}
