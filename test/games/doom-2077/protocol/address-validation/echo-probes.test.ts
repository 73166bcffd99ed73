// Echoes of probes show how far a client is behind its stream of datagrams.
import { describe, expect, it } from 'vitest'
import { EchoProbes } from '../../../../../games/doom-2077/protocol/address-validation/echo-probes.ts'
import { createRoomWithPlayers } from '../../test-client.ts'

const at = (x: number) => ({ x, y: 0, z: 0, angle: 0 })
const echo = (x: number) => [{ type: 'MOVE', ...at(x) } as const]

describe('[DM-2.17] a client', () => {
  it('is behind for 3 s after its newest echo, if that took over a second', () => {
    const probes = new EchoProbes()
    probes.add(at(10), 0)
    probes.add(at(20), 1000)
    expect([probes.isBehind(1400), probes.echoDelayMs]).toEqual([false, 0])
    probes.takeEchoes(echo(10), 1500)
    expect([probes.isBehind(1500), probes.echoDelayMs, probes.hasPending]).toEqual([true, 1500, true])
    expect(probes.isBehind(4500)).toBe(false)
    probes.takeEchoes(echo(20), 5000)
    expect([probes.isBehind(5000), probes.hasPending]).toEqual([true, false])
  })

  it('is not behind if it echoes at once', () => {
    const probes = new EchoProbes()
    probes.add(at(10), 0)
    probes.takeEchoes(echo(10), 300)
    expect([probes.isBehind(300), probes.echoDelayMs]).toEqual([false, 300])
  })

  it('that is behind gets no further probe while an earlier one awaits its echo', async () => {
    const [room, ann] = await createRoomWithPlayers('ann')
    ann.answersPositions = false
    ann.takeDatagrams()
    // The client is silent for 5 s. From the third second on it is probed each second.
    room.advance(5000)
    const waiting = ann.takeMessagesOf('MOVE')
    expect(waiting.length).toBeGreaterThan(2)
    const [first, second] = waiting
    const moveOf = ({ x, y, z, angle }: (typeof waiting)[number]) => ({ x, y, z, angle })
    ann.move(moveOf(first!))
    room.advance(2900)
    expect(ann.takeMessagesOf('MOVE')).toEqual([])
    ann.move(moveOf(second!))
    room.advance(2900)
    expect(ann.takeMessagesOf('MOVE')).toEqual([])
  })
})
