// Options of a Soaprun room. The code that enforces rates and caps per address exempts loopback.
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
    'Frames per session; replies over the rate are delayed. 0 also disables the work limit (SR-2.9).',
  ),
  packetBurst: option(integer(1, 10_000), 20, 'Frames that a session may send at once after a pause.'),
  maxDrawsPerSecond: option(number(0, 1000, perSecond), 4, 'Tiles painted by one player.'),
  maxWorldDrawsPerSecond: option(number(0, 100_000, perSecond), 40, 'Tiles painted by all players together.'),
  maxTilesPerSecond: option(
    number(0, 1000, perSecond),
    7.35,
    'Tiles walked by one player; the original client walks 7.35.',
  ),
  // A client has room for 62 others: indexes end at 62.
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
    'Maximum distance in tiles at which a reported touch of a walker or flame counts; half of it for still units.',
  ),
  maxRefusedMoves: option(
    integer(0, 1000, noLimit),
    10,
    'Consecutive impossible walks before the player dies.',
  ),
  maxOverlapSeconds: option(
    number(0, 3600, { unit: 'seconds', ...noLimit }),
    0,
    'Time a deadly walker may overlap a player without a reported touch before the player dies.',
  ),
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

/** All are numbers; 0 means no limit where the range starts at 0. */
export type SoaprunOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SoaprunOptions = defaultOptionsOf(optionTable)
