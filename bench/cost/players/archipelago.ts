// A playing client checks a location every five minutes, as in a multiworld that is played for some days. A client with
// `bounces` also sends a Bounce to itself every 100 s, like CommonClient. An idle client sends nothing.
import { archipelago } from '../../../games/archipelago/index.ts'
import type { Game } from '../../../games/game.ts'
import {
  readDecodedFixture,
  readFixtureMultidata,
} from '../../../test/games/archipelago/sample-multiworlds.ts'
import type { PlayerLoad } from './load.ts'

const checkMs = 300_000
const bounceMs = 100_000
const multiworld = 'big-120p'

interface Slot {
  readonly name: string
  readonly game: string
}
const tree = readDecodedFixture(multiworld) as {
  readonly slot_info: { readonly $dict: readonly [number, Slot][] }
}
const slots = tree.slot_info.$dict.map(([, slot]) => slot)

/** A packet from the server. */
export interface ArchipelagoPacket {
  readonly cmd: string
  readonly missing_locations?: readonly number[]
}

export const archipelagoLoad: PlayerLoad = {
  setup: {
    game: archipelago as Game,
    file: { name: `${multiworld}.archipelago`, bytes: readFixtureMultidata(multiworld) },
  },
  transport: 'websocket',
  player: (n, behaviour, client) => {
    const send = (packet: object) => client.send(JSON.stringify([packet]))
    return {
      receive(frame) {
        for (const packet of JSON.parse(frame as string) as readonly ArchipelagoPacket[]) {
          if (packet.cmd === 'RoomInfo') send(connect(n))
          if (packet.cmd === 'ConnectionRefused') throw new Error(frame as string)
          if (packet.cmd !== 'Connected' || behaviour === 'idle') continue
          const missing = [...packet.missing_locations!]
          // Spreads the checks of all players evenly over the interval.
          client.after((n * checkMs) / 20, () =>
            client.every(checkMs, () => send({ cmd: 'LocationChecks', locations: missing.splice(0, 1) })),
          )
          if (behaviour === 'bounces') client.every(bounceMs, () => send({ cmd: 'Bounce', slots: [n + 1] }))
        }
      },
    }
  },
}

function connect(n: number) {
  return {
    cmd: 'Connect',
    password: null,
    name: slots[n]!.name,
    game: slots[n]!.game,
    uuid: 'usual',
    version: { major: 0, minor: 6, build: 7, class: 'Version' },
    items_handling: 7,
    tags: ['AP'],
    slot_data: false,
  }
}
