import { describe, expect, it } from 'vitest'
import { RateMeter } from '../../../../games/lan/traffic/rate-meter.ts'
import { gameOfSocket } from '../../../../games/lan/traffic/sockets.ts'

describe('the rate', () => {
  it('is the average of the last five seconds', () => {
    const meter = new RateMeter()
    for (let ms = 0; ms < 10_000; ms += 100) meter.add(50, ms)
    expect(meter.rates(9999)).toEqual({ packets: 10, bytes: 500 })
    expect(meter.rates(11_500)).toEqual({ packets: 6, bytes: 300 })
    expect(meter.rates(60_000)).toEqual({ packets: 0, bytes: 0 })
  })

  it('is correct after the clock is set back', () => {
    const meter = new RateMeter()
    meter.add(50, 100_000)
    meter.add(50, 1000)
    expect(meter.rates(1000)).toEqual({ packets: 0.4, bytes: 20 })
  })
})

describe('games', () => {
  it('[LAN-6.2] are recognized by the socket of their packets', () => {
    expect([0x869b, 0x869c, 0x8813, 0x5130, 26_900, 27_910, 0x1234].map(gameOfSocket)).toEqual([
      'Doom, Heretic, Hexen or Strife',
      'Doom, Heretic, Hexen or Strife',
      'Command & Conquer or Red Alert',
      'Descent II',
      'Hexen II',
      'Quake II',
      undefined,
    ])
  })
})
