import { describe, expect, it } from 'vitest'
import { nodesResponse } from '../../../../games/lan/endpoints/nodes.ts'
import { dosboxConf } from '../../../../games/lan/protocol/dosbox-conf.ts'
import { LanSpectatorFeed } from '../../../../games/lan/protocol/spectator-feed.ts'
import { openLan } from '../open-lan.ts'

const room = { room: 'harbor', title: 'Harbor', open: true, comments: [] }

describe('dosbox.conf', () => {
  it('[LAN-6.4] connects to the address of the room when DOSBox starts', () => {
    const text = new TextDecoder().decode(dosboxConf(room, { host: 'lan.example', port: 2130 }))
    expect(text.split('\r\n').slice(1)).toEqual([
      '[ipx]',
      'ipx=true',
      '',
      '[autoexec]',
      'ipxnet connect lan.example 2130',
      '',
    ])
  })

  it('[LAN-6.4] reports that the room has no address', () => {
    expect(new TextDecoder().decode(dosboxConf(room, undefined))).toContain(
      'echo The room has no UDP address',
    )
  })
})

describe('the spectator feed', () => {
  it('[LAN-6.3] sends the public state, at most once a second', () => {
    const { world } = openLan()
    const feed = new LanSpectatorFeed(world)
    expect(feed.minIntervalMs).toBe(1000)
    expect(feed.snapshot().map((frame) => JSON.parse(new TextDecoder().decode(frame)))).toEqual([
      nodesResponse(world),
    ])
    expect(feed.delta()).toEqual(feed.snapshot())
  })
})
