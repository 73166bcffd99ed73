// The built Worker in Miniflare, with ports at which the runtime delivers TCP connections to it. No sidecar.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Miniflare, Response } from 'miniflare'
import { inject, onTestFinished } from 'vitest'
import { dataModuleType } from '../../../cli/bundle/data-files.ts'
import { parseWorkerSettings } from '../../../cli/bundle/wrangler-settings.ts'

const siteToken = 'site-token'
const text = (value: string) => ({ type: 'text' as const, value })

export interface WorkerWithTcp {
  readonly url: string
  /** Creates a room with these fields. Throws if the API answers with an error. */
  create(fields: { readonly [name: string]: string | Blob }): Promise<void>
  /** Sends a request with the site token and returns the API's answer. */
  request(path: string, init?: RequestInit): Promise<globalThis.Response>
}

/**
 * Starts the Worker until the end of the test. `ports`: the ports on which it listens. `setting`: the setting
 * `TCP_DOORS`, or undefined for none.
 */
export async function startWithTcp(
  ports: readonly number[],
  setting: string | undefined,
): Promise<WorkerWithTcp> {
  const settings = parseWorkerSettings(
    readFileSync(resolve(import.meta.dirname, '../../../wrangler.toml'), 'utf8'),
  )
  const built = dirname(inject('command'))
  const data = readdirSync(join(built, 'data')).map((name) => {
    const path = join(built, 'data', name)
    const module =
      dataModuleType(name) === 'text'
        ? { type: 'text' as const, contents: readFileSync(path, 'utf8') }
        : { type: 'data' as const, contents: Uint8Array.from(readFileSync(path)) }
    return [`data/${name}`, module]
  })
  const objects = settings.objects.map(({ binding, className }) => [
    binding,
    { type: 'durable-object' as const, worker: settings.name, exportName: className },
  ])
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    workers: [
      {
        config: {
          name: settings.name,
          compatibilityDate: settings.compatibilityDate,
          compatibilityFlags: [...settings.compatibilityFlags],
          manifest: {
            mainModule: 'worker.js',
            modules: {
              'worker.js': { type: 'esm', contents: readFileSync(join(built, 'worker.js'), 'utf8') },
              ...Object.fromEntries(data),
            },
          },
          triggers: ports.map((port) => ({ type: 'connect', protocol: 'tcp', port, address: '127.0.0.1' })),
          env: {
            ADMIN_TOKEN: text(siteToken),
            STALE_SECONDS: text('0'),
            ...(setting !== undefined && { TCP_DOORS: text(setting) }),
            ASSETS: { type: 'worker', worker: 'assets' },
            ...Object.fromEntries(objects),
          },
          exports: Object.fromEntries(
            settings.objects.map(({ className }) => [
              className,
              { type: 'durable-object', storage: 'sqlite' },
            ]),
          ),
        },
        dev: { outboundService: { type: 'fetcher', handler: () => new Response(null, { status: 204 }) } },
      },
      {
        config: {
          name: 'assets',
          compatibilityDate: settings.compatibilityDate,
          manifest: {
            mainModule: 'assets.js',
            modules: {
              'assets.js': { type: 'esm', contents: 'export default { fetch: () => Response.json({}) }' },
            },
          },
        },
      },
    ],
  })
  onTestFinished(() => miniflare.dispose())
  const { origin: url } = await miniflare.ready
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { authorization: `Bearer ${siteToken}`, ...init.headers } })
  return {
    url,
    request,
    async create(fields) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ listen: '[]', ...fields })) form.set(name, value)
      const answer = await request('/api/rooms', { method: 'POST', body: form })
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    },
  }
}
