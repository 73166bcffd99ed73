// The baseline of the Bounce measurement: a Durable Object that only broadcasts, without a game, transactions or
// sessions. The comparison shows how much of the time of a Bounce the platform takes.
import { startWorker } from '../../cli/runtime/worker.ts'
import { withTemporaryFolder } from '../site.ts'

const code = `
export class Baseline {
  constructor(ctx) {
    this.ctx = ctx
  }
  fetch() {
    const [client, server] = Object.values(new WebSocketPair())
    this.ctx.acceptWebSocket(server)
    server.send('[{"cmd":"RoomInfo"}]')
    return new Response(null, { status: 101, webSocket: client })
  }
  webSocketMessage(socket, message) {
    if (message.startsWith('[{"cmd":"Connect"'))
      return socket.send('[{"cmd":"Connected","slot":1,"missing_locations":[]}]')
    const frame = message.replace('"cmd":"Bounce"', '"cmd":"Bounced"')
    for (const one of this.ctx.getWebSockets()) one.send(frame)
  }
}
export default { fetch: (request, env) => env.BASELINE.get(env.BASELINE.idFromName('baseline')).fetch(request) }
`

export function withBaselineWorker<T>(measure: (url: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (worlds) => {
    const baseline = await startWorker({
      settings: {
        name: 'baseline',
        main: 'baseline.js',
        compatibilityDate: '2026-10-01',
        compatibilityFlags: [],
        vars: {},
        objects: [{ binding: 'BASELINE', className: 'Baseline' }],
      },
      code,
      worlds,
      env: {},
      log() {},
      runtimes() {},
    })
    try {
      return await measure(`http://127.0.0.1:${baseline.port}/`)
    } finally {
      await baseline.stop()
    }
  })
}
