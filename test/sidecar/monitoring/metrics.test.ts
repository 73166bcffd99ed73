import { expect, it } from 'vitest'
import { Metrics, serveMetrics } from '../../../sidecar/monitoring/metrics.ts'
import { createLog, createRoomLog } from '../../../sidecar/util/log.ts'

const link = {
  name: 'echo/harbor',
  connected: true,
  sessions: 2,
  reconnects: 3,
  resumes: 4,
  unacknowledgedBytes: 5,
}

async function pageOf(metrics: Metrics): Promise<string[]> {
  return (await metrics.exposition()).text.split('\n').filter((line) => line && !line.startsWith('#'))
}

it('every counter appears once with its room and transport', async () => {
  const metrics = new Metrics({ isWorkerConnected: () => true, channels: () => [link] })
  const counters = metrics.countersFor('echo/harbor', 'tcp')
  counters.clients = 2
  counters.countFrameFromClient(10)
  counters.countFrameFromServer(20)
  counters.countFrameFromServer(30)
  counters.countRejection('slow')
  counters.countDrop('behind')
  counters.countDispatchResponse('here')
  await metrics.exposition()
  const of = '{room="echo/harbor",transport="tcp"'
  expect(await pageOf(metrics)).toEqual([
    `packetboat_clients${of}} 2`,
    `packetboat_frames_total${of},direction="fromClient"} 1`,
    `packetboat_frames_total${of},direction="fromServer"} 2`,
    `packetboat_bytes_total${of},direction="fromClient"} 10`,
    `packetboat_bytes_total${of},direction="fromServer"} 50`,
    `packetboat_refused_total${of},reason="slow"} 1`,
    `packetboat_dropped_total${of},reason="behind"} 1`,
    `packetboat_dispatch_total${of},answer="here"} 1`,
    'packetboat_worker_connected 1',
    'packetboat_link_connected{room="echo/harbor"} 1',
    'packetboat_link_sessions{room="echo/harbor"} 2',
    'packetboat_link_redials{room="echo/harbor"} 3',
    'packetboat_link_resumes{room="echo/harbor"} 4',
    'packetboat_link_unacknowledged_bytes{room="echo/harbor"} 5',
  ])
})

it('the metric series of a removed room are removed', async () => {
  const metrics = new Metrics({ isWorkerConnected: () => false, channels: () => [] })
  metrics.countersFor('echo/harbor', 'tcp').countFrameFromClient(1)
  await metrics.exposition()
  metrics.removeRoom('echo/harbor')
  expect(await pageOf(metrics)).toEqual(['packetboat_worker_connected 0'])
})

it('metrics and health are served on loopback, and other paths are 404', async () => {
  const metrics = new Metrics({ isWorkerConnected: () => false, channels: () => [] })
  metrics.countersFor('echo/harbor', 'tcp').clients = 7
  const http = await serveMetrics(metrics, () => false, 0)
  const base = `http://127.0.0.1:${http.port}`
  const health = await fetch(`${base}/healthz`)
  expect(await health.json()).toEqual({ ok: true, connected: false, rooms: 1, clients: 7 })
  const page = await fetch(`${base}/metrics`)
  expect(page.headers.get('content-type')).toContain('text/plain')
  expect(await page.text()).toContain('packetboat_clients{room="echo/harbor",transport="tcp"} 7')
  expect((await fetch(`${base}/`)).status).toBe(404)
  await http.close()
  await expect(fetch(`${base}/healthz`)).rejects.toThrow()
})

it('a log line has game, room and peer, in this order, before its own fields', () => {
  const lines: string[] = []
  const log = createRoomLog(createLog('info', { write: (line) => void lines.push(line) }), 'echo/harbor')
  log.info({ peer: '192.0.2.1', reason: 'slow' }, 'closed')
  const line = JSON.parse(lines[0]!)
  expect(Object.keys(line)).toEqual(['level', 'time', 'game', 'room', 'peer', 'reason', 'event'])
  expect(line).toMatchObject({ game: 'echo', room: 'harbor' })
})
