import { describe, expect, it } from 'vitest'
import { at, SmallWorld, startPosition } from '../harness/small-world.ts'

describe('SAYS', () => {
  it('[AS-9.2] is unchanged within 7 tiles in a straight line, in lower case within 12, with dots for some letters within 18, and not heard beyond', () => {
    const small = new SmallWorld()
    const speaker = small.join(9)
    const { x, y } = startPosition
    const places = [
      ...[0, 7, 8, 12, 13, 18, 19].map((tiles) => at(x + tiles, y)),
      at(x + 4, y + 5),
      at(x + 5, y + 5),
    ]
    const listeners = places.map((place, id) => small.join(id, place))
    // With these random values every second letter becomes a dot.
    let draws = 0
    small.random = () => (draws++ % 2 === 0 ? 0.49 : 0.5)
    speaker.say('Hello There')
    expect(listeners.map((listener) => listener.texts())).toEqual([
      ['\x13P9 says: \x17Hello There'],
      ['\x13P9 says: \x17Hello There'],
      ['\x13P9 says: \x17hello there'],
      ['\x13P9 says: \x17hello there'],
      ['\x13P9 says: \x17H.l.o.T.e.e'],
      ['\x13P9 says: \x17H.l.o.T.e.e'],
      [],
      ['\x13P9 says: \x17Hello There'],
      ['\x13P9 says: \x17hello there'],
    ])
    expect(draws).toBe('Hello There'.length)
  })

  it('[AS-9.3] is not sent to the speaker, and is accepted even if nobody hears it', () => {
    const small = new SmallWorld()
    const speaker = small.join(7)
    speaker.say('hello?')
    expect(speaker.received()).toEqual([])
  })

  it('[AS-9.4] is limited to ten lines in five seconds; ten more lines wait, and are dropped if the player leaves', () => {
    const small = new SmallWorld()
    const [speaker, listener] = [small.join(7), small.join(1)]
    const say = (count: number) => {
      for (let n = 0; n < count; n++) speaker.say(`${n}`)
      return listener.texts().length
    }
    expect(say(30)).toBe(10)
    small.pass(4900)
    expect(say(1)).toBe(0)
    small.pass(200)
    expect(listener.texts()).toHaveLength(10)
    expect(say(5)).toBe(0)
    speaker.leave()
    small.join(7)
    small.pass(10_000)
    expect(listener.texts()).toEqual([])
  })

  it.each([
    ['\x13red\n\t\xffA tail~', 'redA tail~'],
    ['\x00\x1f\x7f\x80', ''],
    ['', ''],
    ['sch\xc3\xb6n \xf0\x9f\x98\x80 hi', 'schon ? hi'],
    ['na\xefve', 'naive'],
    ['Ab'.repeat(200), 'Ab'.repeat(128)],
    [`${'\n'.repeat(300)}${'x'.repeat(257)}`, 'x'.repeat(256)],
  ])('[AS-9.1] %j is heard as %j: ASCII, at most 256 characters', (said, heard) => {
    const small = new SmallWorld()
    const [speaker, listener] = [small.join(7), small.join(1)]
    speaker.say(said)
    expect(listener.texts()).toEqual([`\x13P7 says: \x17${heard}`])
  })
})
