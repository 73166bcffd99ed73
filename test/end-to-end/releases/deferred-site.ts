// A site whose parts are upgraded one by one, in the order of a deployment: first the Worker, then the rooms, then the
// other objects. The databases of the parts are the same in all releases.
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { dataLoaders } from '../../../cli/bundle/data-files.ts'
import { assetsWorker, bundleWorker, code, offline, text, tokens } from './build.ts'
import type { Release } from './edits.ts'

const parts = {
  worker: `
    import { createApp } from './workers/app.ts'
    import { withBodyDrain } from './workers/http/request/drain-body.ts'
    export default withBodyDrain(createApp({ games, version: '1.0.0', listedMs: 0 }))`,
  rooms: `
    import { roomClass } from './durable-objects/room/room-object.ts'
    export const Room = roomClass(games)`,
  directory: `
    import { directoryClass } from './durable-objects/directory/directory-object.ts'
    import { uploadsClass } from './durable-objects/uploads/uploads-object.ts'
    export const Directory = directoryClass(games)
    export const Uploads = uploadsClass(games)`,
} as const
export type Part = keyof typeof parts

const objects = {
  ROOM: ['rooms', 'Room'],
  DIRECTORY: ['directory', 'Directory'],
  UPLOADS: ['directory', 'Uploads'],
} as const

export interface DeferredSite {
  /** The URL of the site without a trailing slash. Upgrades do not change it. */
  readonly url: string
  /**
   * Replaces one part. The runtime restarts, so all sockets close. On Cloudflare only the sockets of the replaced
   * objects close.
   */
  upgrade(part: Part, release: Release): Promise<void>
  /** Errors that any part has logged or thrown. */
  readonly errors: readonly string[]
  stop(): Promise<void>
}

function codeOf(part: Part, release: Release): Promise<string> {
  const contents = `
    import { soaprun } from './games/soaprun/index.ts'
    const games = [soaprun]
    ${parts[part]}
    ${part === 'worker' ? '' : 'export default { fetch: () => new Response(null, { status: 404 }) }'}`
  return bundleWorker(release, contents, dataLoaders('inline'))
}

/** A site whose parts are all of this release. `worlds`: a folder for the databases. */
export async function startDeferred(release: Release, worlds: string): Promise<DeferredSite> {
  const errors: string[] = []
  const codes = new Map<Part, string>()
  for (const part of Object.keys(parts) as Part[]) codes.set(part, await codeOf(part, release))
  const env = {
    ADMIN_TOKEN: text(tokens.site),
    SIDECAR_TOKEN: text(tokens.sidecar),
    STALE_SECONDS: text('0'),
    ASSETS: { type: 'worker' as const, worker: 'assets' },
    ...Object.fromEntries(
      Object.entries(objects).map(([binding, [worker, exportName]]) => [
        binding,
        { type: 'durable-object' as const, worker, exportName },
      ]),
    ),
  }
  const options = (port: number): MiniflareOptions => ({
    ...{ host: '127.0.0.1', port, cf: false, telemetry: { enabled: false } },
    resourcePersistencePath: worlds,
    handleStructuredLogs: ({ level, message }) => {
      // The runtime itself reports the sockets that each upgrade closes, and these reports are ignored.
      const isOwn = !message.startsWith('kj::') && !message.includes('disconnected: ')
      if ((level === 'error' && isOwn) || message.includes('"level":"error"')) errors.push(message)
    },
    workers: [
      ...Array.from(codes, ([name, contents]) => ({
        config: {
          ...{ name, ...code(contents), env },
          exports: Object.fromEntries(
            Object.values(objects).flatMap(([worker, exportName]) =>
              worker === name
                ? [[exportName, { type: 'durable-object' as const, storage: 'sqlite' as const }]]
                : [],
            ),
          ),
        },
        dev: offline,
      })),
      assetsWorker,
    ],
  })
  const miniflare = new Miniflare(options(0))
  const { origin, port } = await miniflare.ready
  return {
    ...{ url: origin, errors },
    async upgrade(part, to) {
      codes.set(part, await codeOf(part, to))
      await miniflare.setOptions(options(Number(port)))
      await miniflare.ready
    },
    stop: () => miniflare.dispose(),
  }
}
