// The Worker's process under `packetboat start`, with a minimal Worker.
import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startWorker, type WorkerOptions } from '../../../cli/runtime/worker.ts'
import { findProcess } from '../../../sidecar/lock/processes.ts'
import { pollOptions } from '../../timeouts.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const code = `
import { DurableObject } from 'cloudflare:workers'
export class Counter extends DurableObject {
  fetch() {
    const count = (this.ctx.storage.kv.get('count') ?? 0) + 1
    this.ctx.storage.kv.put('count', count)
    return new Response(String(count))
  }
}
export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/count') return env.COUNTER.getByName('one').fetch(request)
    console.warn('asked for ' + pathname)
    return Response.json({ greeting: env.GREETING, secret: env.SECRET })
  },
}`

const settings = {
  name: 'stand-in',
  main: 'worker.js',
  compatibilityDate: '2026-10-01',
  compatibilityFlags: [],
  objects: [{ binding: 'COUNTER', className: 'Counter' }],
  vars: { GREETING: 'hello', SECRET: 'none' },
}

async function start(change: Partial<WorkerOptions> = {}) {
  const seen: { runtimes: (readonly number[])[]; logs: string[] } = { runtimes: [], logs: [] }
  const worker = await startWorker({
    settings,
    code,
    worlds: temporaryFolder(),
    env: { SECRET: 'given' },
    log: (level, message) => seen.logs.push(`${level}: ${message}`),
    runtimes: (pids) => seen.runtimes.push(pids),
    ...change,
  })
  onTestFinished(() => worker.stop())
  return { worker, seen, url: `http://127.0.0.1:${worker.port}` }
}

async function textWhenReachable(url: string): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(url)).text()
    } catch {
      await delay(20)
    }
  }
}

async function answerAt(socketPath: string): Promise<string | undefined> {
  try {
    const [answer] = await once(get({ socketPath, path: '/x', agent: false }), 'response')
    return await text(answer)
  } catch {
    return undefined
  }
}

test('settings and secrets become bindings, a secret overrides a setting of the same name, and logs keep their level', async () => {
  const { url, seen } = await start()
  expect(await (await fetch(`${url}/x`)).json()).toEqual({ greeting: 'hello', secret: 'given' })
  await expect.poll(() => seen.logs, pollOptions).toContain('warn: asked for /x')
})

test('workerd restarts after kill -9, on the same port and with its stored data', async () => {
  const { url, seen } = await start()
  expect(await textWhenReachable(`${url}/count`)).toBe('1')
  const [first] = seen.runtimes.at(-1)!
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => seen.runtimes.at(-1)?.[0] ?? first, pollOptions).not.toBe(first)
  expect(await textWhenReachable(`${url}/count`)).toBe('2')
  const [second] = seen.runtimes.at(-1)!
  expect(findProcess(second!)?.command).toMatch(/workerd/)
})

test.runIf(process.platform === 'linux')(
  'on Linux the Worker also answers at a Unix socket, and again after kill -9',
  async () => {
    const { worker, seen } = await start()
    const greeting = () => expect.poll(() => answerAt(worker.socketPath!), pollOptions).toContain('hello')
    await greeting()
    const [first] = seen.runtimes.at(-1)!
    process.kill(first!, 'SIGKILL')
    await expect.poll(() => seen.runtimes.at(-1)?.[0] ?? first, pollOptions).not.toBe(first)
    await greeting()
  },
)

test('Ctrl-C in a terminal does not reach workerd, which has its own process group', async () => {
  const { seen } = await start()
  const [pid] = seen.runtimes.at(-1)!
  expect(() => process.kill(-pid!, 0)).not.toThrow()
})

test('a stopped Worker leaves no process and restarts with its stored data', async () => {
  const worlds = temporaryFolder()
  const { worker, url, seen } = await start({ worlds })
  expect(await textWhenReachable(`${url}/count`)).toBe('1')
  const [pid] = seen.runtimes.at(-1)!
  await worker.stop()
  expect(findProcess(pid!)).toBeUndefined()
  expect(seen.runtimes.at(-1)).toEqual([])
  expect(await textWhenReachable(`${(await start({ worlds })).url}/count`)).toBe('2')
})

test('code that does not load fails with one line', async () => {
  await expect(start({ code: 'export default {' })).rejects.toThrow(
    /^the Worker failed to start: .*SyntaxError: Unexpected end of input.*$/,
  )
})
