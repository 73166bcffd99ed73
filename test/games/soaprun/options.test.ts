// The options of a room: defaults, ranges, and refusals that name the option.
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../games/game.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'
import { optionTable } from '../../../games/soaprun/options.ts'

describe('options', () => {
  it('default to the documented values', () => {
    expect(parseOptions(optionTable, {})).toEqual({
      maxPacketsPerSecond: 10,
      packetBurst: 20,
      maxDrawsPerSecond: 4,
      maxWorldDrawsPerSecond: 40,
      maxTilesPerSecond: 7.35,
      maxPlayers: 63,
      maxPeersPerAddress: 16,
      maxLoginsPerMinute: 30,
      maxRoomRequestsPerSecond: 3,
      maxLogsPerSecond: 1,
      maxHitTiles: 2,
      maxRefusedMoves: 10,
      maxOverlapSeconds: 0,
      history: 'off',
      film: false,
    })
  })

  it.each<[string, Json, string]>([
    ['maxPlayers', 0, 'maxPlayers must be a whole number from 1 to 63'],
    ['maxPlayers', 64, 'maxPlayers must be a whole number from 1 to 63'],
    ['packetBurst', 0, 'packetBurst must be a whole number from 1 to 10000'],
    ['maxPeersPerAddress', 1.5, 'maxPeersPerAddress must be a whole number from 0 to 10000, 0 for no limit'],
    ['maxTilesPerSecond', -1, 'maxTilesPerSecond must be a number from 0 to 1000 a second, 0 for no limit'],
  ])('are refused for %s = %j, with the valid values', (name, value, detail) => {
    expect(parseOptions(optionTable, { [name]: value })).toEqual({
      refused: { field: `options.${name}`, detail },
    })
  })
})
