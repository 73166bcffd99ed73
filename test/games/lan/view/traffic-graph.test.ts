import { describe, expect, it } from 'vitest'
import { TrafficHistory } from '../../../../games/lan/browser/traffic-history.ts'
import {
  drawTrafficGraph,
  graphMaximum,
  graphMs,
  nodeColour,
} from '../../../../games/lan/view/traffic-graph.ts'
import { colourAt } from '../../pictures.ts'

const size = { width: 120, height: 100 }
const frame = (rates: Record<string, number>) =>
  JSON.stringify({
    nodes: Object.entries(rates).map(([address, packets]) => ({ address, perSecond: { packets, bytes: 0 } })),
  })

describe('the history of a spectator', () => {
  it('[LAN-6.3] keeps two minutes of samples, and one earlier sample', () => {
    const history = new TrafficHistory()
    for (let second = 0; second < 300; second++) history.add(frame({ a: 1 }), second * 1000)
    expect(history.samples).toHaveLength(122)
    expect(history.samples[0]!.at).toBe(178_000)
  })

  it('shows a time without messages as silence', () => {
    const history = new TrafficHistory()
    history.add(frame({ a: 9 }), 0)
    history.add(frame({ a: 9 }), 60_000)
    expect(history.samples.map(({ at, packets }) => [at, packets.size])).toEqual([
      [0, 1],
      [5000, 0],
      [60_000, 1],
    ])
    expect(history.nodes).toEqual(['a'])
  })
})

describe('the graph', () => {
  it('stacks a band for each node, in proportion to its packets', () => {
    const samples = [
      {
        at: 0,
        packets: new Map([
          ['a', 25],
          ['b', 25],
        ]),
      },
    ]
    expect(graphMaximum(samples)).toBe(50)
    const picture = drawTrafficGraph(samples, ['a', 'b'], graphMs, size)
    expect([colourAt(picture, 60, 90), colourAt(picture, 60, 20)]).toEqual([nodeColour(0), nodeColour(1)])
  })

  it.each([
    [0, 20],
    [21, 50],
    [51, 100],
    [180, 200],
    [1001, 2000],
  ])('has a round maximum: for %i packets it is %i', (packets, top) => {
    expect(graphMaximum([{ at: 0, packets: new Map([['a', packets]]) }])).toBe(top)
  })

  it('is empty before the first sample', () => {
    const picture = drawTrafficGraph([{ at: graphMs, packets: new Map([['a', 20]]) }], ['a'], graphMs, size)
    expect(colourAt(picture, 10, 90)).not.toBe(nodeColour(0))
    expect(colourAt(picture, 119, 90)).toBe(nodeColour(0))
  })
})
