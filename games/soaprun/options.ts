// Options of a Soaprun room. The code that enforces rates and caps per address exempts loopback.
import { defaultOptionsOf } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

const noLimit = { zero: 'no limit' } as const

export const optionTable = {
  maxPacketsPerSecond: {
    type: 'number',
    defaultValue: 10,
    min: 0,
    max: 10_000,
    unit: '/s',
    ...noLimit,
    description:
      'Frames per session; replies over the rate are delayed. 0 also disables the work limit (SR-2.9).',
  },
  packetBurst: {
    type: 'integer',
    defaultValue: 20,
    min: 1,
    max: 10_000,
    description: 'Frames that a session may send at once after a pause.',
  },
  maxDrawsPerSecond: {
    type: 'number',
    defaultValue: 4,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Tiles painted by one player.',
  },
  maxWorldDrawsPerSecond: {
    type: 'number',
    defaultValue: 40,
    min: 0,
    max: 100_000,
    unit: '/s',
    ...noLimit,
    description: 'Tiles painted by all players together.',
  },
  maxTilesPerSecond: {
    type: 'number',
    defaultValue: 7.35,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Tiles walked by one player; the original client walks 7.35.',
  },
  maxPlayers: {
    // A client has room for 62 others: indexes end at 62.
    type: 'integer',
    defaultValue: 63,
    min: 1,
    max: 63,
    description: 'Maximum number of players.',
  },
  maxPeersPerAddress: {
    type: 'integer',
    defaultValue: 16,
    min: 0,
    max: 10_000,
    ...noLimit,
    description: 'Maximum connections per address.',
  },
  maxLoginsPerMinute: {
    type: 'number',
    defaultValue: 30,
    min: 0,
    max: 10_000,
    unit: '/min',
    ...noLimit,
    description: 'Logins per address.',
  },
  maxRoomRequestsPerSecond: {
    type: 'number',
    defaultValue: 3,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Room requests per player, after the first nine.',
  },
  maxLogsPerSecond: {
    type: 'number',
    defaultValue: 1,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Log lines (Dlog) per player.',
  },
  maxHitTiles: {
    type: 'number',
    defaultValue: 2,
    min: 0,
    max: 1000,
    ...noLimit,
    description:
      'Maximum distance in tiles at which a reported touch of a walker or flame counts; half of it for still units.',
  },
  maxRefusedMoves: {
    type: 'integer',
    defaultValue: 10,
    min: 0,
    max: 1000,
    ...noLimit,
    description: 'Consecutive impossible walks before the player dies.',
  },
  maxOverlapSeconds: {
    type: 'number',
    defaultValue: 0,
    min: 0,
    max: 3600,
    unit: 's',
    ...noLimit,
    description: 'Time a deadly walker may overlap a player without a reported touch before the player dies.',
  },
} as const satisfies OptionTable

/** All are numbers; 0 means no limit where the range starts at 0. */
export type SoaprunOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SoaprunOptions = defaultOptionsOf(optionTable)
