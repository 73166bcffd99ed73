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
    description: 'Frames of one session; the reply to one over it waits. 0: what they cost is not counted either (SR-2.9).',
  },
  packetBurst: {
    type: 'integer',
    defaultValue: 20,
    min: 1,
    max: 10_000,
    description: 'Frames of one session that may come at once after a silence.',
  },
  maxDrawsPerSecond: {
    type: 'number',
    defaultValue: 4,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Tiles that one player paints.',
  },
  maxWorldDrawsPerSecond: {
    type: 'number',
    defaultValue: 40,
    min: 0,
    max: 100_000,
    unit: '/s',
    ...noLimit,
    description: 'Tiles that all players paint together.',
  },
  maxTilesPerSecond: {
    type: 'number',
    defaultValue: 7.35,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'How far one player walks; the stock client does 7.35.',
  },
  maxPlayers: {
    // A client has room for 62 others: indexes end at 62.
    type: 'integer',
    defaultValue: 63,
    min: 1,
    max: 63,
    description: 'Players at a time.',
  },
  maxPeersPerAddress: {
    type: 'integer',
    defaultValue: 16,
    min: 0,
    max: 10_000,
    ...noLimit,
    description: 'Connections from one address.',
  },
  maxLoginsPerMinute: {
    type: 'number',
    defaultValue: 30,
    min: 0,
    max: 10_000,
    unit: '/min',
    ...noLimit,
    description: 'Logins from one address.',
  },
  maxRoomRequestsPerSecond: {
    type: 'number',
    defaultValue: 3,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Room requests of one player, after the first nine.',
  },
  maxLogsPerSecond: {
    type: 'number',
    defaultValue: 1,
    min: 0,
    max: 1000,
    unit: '/s',
    ...noLimit,
    description: 'Log lines (Dlog) of one player.',
  },
  maxHitTiles: {
    type: 'number',
    defaultValue: 2,
    min: 0,
    max: 1000,
    ...noLimit,
    description: 'Tiles between a player and where he says he met a walker or a flame; things that lie still get half.',
  },
  maxRefusedMoves: {
    type: 'integer',
    defaultValue: 10,
    min: 0,
    max: 1000,
    ...noLimit,
    description: 'Walks that cannot have been, one after the other, before the player dies of them.',
  },
  maxOverlapSeconds: {
    type: 'number',
    defaultValue: 0,
    min: 0,
    max: 3600,
    unit: 's',
    ...noLimit,
    description: 'How long a deadly walker may stand on a player who does not say that it met him, before he dies.',
  },
} as const satisfies OptionTable

/** All are numbers; 0 means no limit where the range starts at 0. */
export type SoaprunOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SoaprunOptions = defaultOptionsOf(optionTable)
