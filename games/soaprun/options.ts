// Options of a Soaprun room. The code that enforces rates and caps per address exempts loopback.
import { usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

const noLimit = { zero: 'no limit' } as const

export const optionTable = {
  maxPacketsPerSecond: {
    type: 'number',
    usual: 10,
    least: 0,
    most: 10_000,
    unit: '/s',
    ...noLimit,
    says: 'Frames of one session; the reply to one over it waits. 0: what they cost is not counted either (SR-2.9).',
  },
  packetBurst: {
    type: 'whole',
    usual: 20,
    least: 1,
    most: 10_000,
    says: 'Frames of one session that may come at once after a silence.',
  },
  maxDrawsPerSecond: {
    type: 'number',
    usual: 4,
    least: 0,
    most: 1000,
    unit: '/s',
    ...noLimit,
    says: 'Tiles that one player paints.',
  },
  maxWorldDrawsPerSecond: {
    type: 'number',
    usual: 40,
    least: 0,
    most: 100_000,
    unit: '/s',
    ...noLimit,
    says: 'Tiles that all players paint together.',
  },
  maxTilesPerSecond: {
    type: 'number',
    usual: 7.35,
    least: 0,
    most: 1000,
    unit: '/s',
    ...noLimit,
    says: 'How far one player walks; the stock client does 7.35.',
  },
  maxPlayers: {
    // A client has room for 62 others: indexes end at 62.
    type: 'whole',
    usual: 63,
    least: 1,
    most: 63,
    says: 'Players at a time.',
  },
  maxPeersPerAddress: {
    type: 'whole',
    usual: 16,
    least: 0,
    most: 10_000,
    ...noLimit,
    says: 'Connections from one address.',
  },
  maxLoginsPerMinute: {
    type: 'number',
    usual: 30,
    least: 0,
    most: 10_000,
    unit: '/min',
    ...noLimit,
    says: 'Logins from one address.',
  },
  maxRoomRequestsPerSecond: {
    type: 'number',
    usual: 3,
    least: 0,
    most: 1000,
    unit: '/s',
    ...noLimit,
    says: 'Room requests of one player, after the first nine.',
  },
  maxLogsPerSecond: {
    type: 'number',
    usual: 1,
    least: 0,
    most: 1000,
    unit: '/s',
    ...noLimit,
    says: 'Log lines (Dlog) of one player.',
  },
  maxHitTiles: {
    type: 'number',
    usual: 2,
    least: 0,
    most: 1000,
    ...noLimit,
    says: 'Tiles between a player and where he says he met a walker or a flame; things that lie still get half.',
  },
  maxRefusedMoves: {
    type: 'whole',
    usual: 10,
    least: 0,
    most: 1000,
    ...noLimit,
    says: 'Walks that cannot have been, one after the other, before the player dies of them.',
  },
  maxOverlapSeconds: {
    type: 'number',
    usual: 0,
    least: 0,
    most: 3600,
    unit: 's',
    ...noLimit,
    says: 'How long a deadly walker may stand on a player who does not say that it met him, before he dies.',
  },
} as const satisfies OptionTable

/** All are numbers; 0 means no limit where the range starts at 0. */
export type SoaprunOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SoaprunOptions = usualOptions(optionTable)
