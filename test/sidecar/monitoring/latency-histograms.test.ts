import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import {
  ChannelLatency,
  LatencyHistograms,
  WriteLatency,
} from '../../../sidecar/monitoring/latency-histograms.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

async function linesOf(histograms: LatencyHistograms): Promise<string[]> {
  const registry = new Registry()
  histograms.register(registry)
  return (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))
}

it("a frame's round trip is timed until its acknowledgement, and its queueing until it is sent", async () => {
  const clock = new SimulatedClock()
  const histograms = new LatencyHistograms()
  const latency = new ChannelLatency(clock, histograms.forRoom('echo/harbor'))
  const received = latency.frameReceived()
  clock.pass(4)
  latency.frameReceived()
  latency.messageSent()
  clock.pass(20)
  latency.frameAcknowledged(received)
  latency.messageSent() // The message contains only an acknowledgement, so no frame has waited.
  const lines = await linesOf(histograms)
  expect(lines).toContain('packetboat_queue_seconds_count{game="echo"} 1')
  expect(lines).toContain('packetboat_queue_seconds_sum{game="echo"} 0.004')
  expect(lines).toContain('packetboat_queue_seconds_bucket{le="0.005",game="echo"} 1')
  expect(lines).toContain('packetboat_queue_seconds_bucket{le="0.0025",game="echo"} 0')
  expect(lines).toContain('packetboat_room_round_trip_seconds_sum{game="echo"} 0.024')
})

it('one of sixteen writes is timed', async () => {
  const clock = new SimulatedClock()
  const histograms = new LatencyHistograms()
  const writes = new WriteLatency(clock, histograms.forRoom('echo/harbor'))
  const timed = Array.from({ length: 33 }, () => writes.startTimer()).filter(
    (written) => written !== undefined,
  )
  expect(timed).toHaveLength(3)
  clock.pass(2)
  timed[0]!()
  expect(await linesOf(histograms)).toContain('packetboat_write_seconds_sum{game="echo"} 0.002')
})

it('all rooms of a game share one metric series', async () => {
  const histograms = new LatencyHistograms()
  for (let i = 0; i < 10_000; i++) histograms.forRoom(`echo/room-${i}`).recordQueueTime(1)
  expect(await linesOf(histograms)).toContain('packetboat_queue_seconds_count{game="echo"} 10000')
  expect((await linesOf(histograms)).length).toBeLessThan(20)
})
