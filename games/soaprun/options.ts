// The limits per address do not apply to loopback addresses.
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { integer, number } from '../shared/schema/schema.ts'

const noLimit = { zero: 'no limit' } as const
const perSecond = { unit: 'a second', ...noLimit } as const

export const optionTable = {
  maxPacketsPerSecond: option(
    number(0, 10_000, perSecond),
    10,
    'Packets per session. Replies above this rate are delayed. 0 also disables the work limit (SR-2.9).',
  ),
  packetBurst: option(integer(1, 10_000), 20, 'Packets that a session may send at once after a pause.'),
  maxDrawsPerSecond: option(number(0, 1000, perSecond), 4, 'Painted tiles per player.'),
  maxWorldDrawsPerSecond: option(number(0, 100_000, perSecond), 40, 'Painted tiles of all players together.'),
  maxTilesPerSecond: option(
    number(0, 1000, perSecond),
    7.35,
    'Tiles walked by one player. A player in the original client walks 7.35 tiles a second.',
  ),
  // The maximum is 63, because a client has room for 62 other players.
  maxPlayers: option(integer(1, 63), 63, 'Maximum number of players.'),
  maxPeersPerAddress: option(integer(0, 10_000, noLimit), 16, 'Maximum connections per address.'),
  maxLoginsPerMinute: option(number(0, 10_000, { unit: 'a minute', ...noLimit }), 30, 'Logins per address.'),
  maxRoomRequestsPerSecond: option(
    number(0, 1000, perSecond),
    3,
    'Room requests per player, after the first nine.',
  ),
  maxLogsPerSecond: option(number(0, 1000, perSecond), 1, 'Log lines (Dlog) per player.'),
  maxHitTiles: option(
    number(0, 1000, noLimit),
    2,
    'Maximum distance in tiles at which the room accepts a reported touch of a walker or flame. For still units the limit is half as high.',
  ),
  maxRefusedMoves: option(
    integer(0, 1000, noLimit),
    10,
    'Number of consecutive impossible walks after which the player dies.',
  ),
  maxOverlapSeconds: option(
    number(0, 3600, { unit: 'seconds', ...noLimit }),
    0,
    'Time for which a deadly walker may overlap a player before the player dies without a reported touch.',
  ),
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

/** If the range of an option starts at 0, the value 0 means no limit. */
export type SoaprunOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SoaprunOptions = defaultOptionsOf(optionTable)
