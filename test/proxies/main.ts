// `npm run test:proxies`: the reverse proxies of docs/how-to/reverse-proxy.md in front of a site of this clone, over
// TLS. Needs Debian's packages caddy, nginx and haproxy, and openssl. Listens on loopback only. Exits 1 if a check
// fails.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { games } from '../../games/index.ts'
import { readCodeBlock } from '../cli/processes/documents.ts'

const root = resolve(import.meta.dirname, '../..')
const host = 'play.example.org'
const folder = mkdtempSync(join(tmpdir(), 'packetboat-proxies-'))
const children: ChildProcess[] = []
const paths = {
  certificate: join(folder, 'fullchain.pem'),
  key: join(folder, 'privkey.pem'),
  both: join(folder, 'both.pem'),
}

interface Proxy {
  readonly name: 'caddy' | 'nginx' | 'haproxy'
  /** Returns the example of the document, with this machine's ports and files. */
  configuration(example: string, port: number): string
  command(file: string): readonly [program: string, ...words: string[]]
}

const proxies: readonly Proxy[] = [
  {
    name: 'caddy',
    configuration: (example, port) =>
      `{\n  admin off\n  auto_https disable_redirects\n}\n${example.replace(
        `${host} {`,
        `https://${host}:${port} {\n  bind 127.0.0.1\n  tls ${paths.certificate} ${paths.key}`,
      )}`,
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'nginx',
    configuration: (example, port) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${example.replace('listen 443', `listen 127.0.0.1:${port}`)}
}`,
    command: (file) => ['nginx', '-c', file, '-e', 'stderr'],
  },
  {
    name: 'haproxy',
    configuration: (example, port) => example.replace('bind :443', `bind 127.0.0.1:${port}`),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
]

const firstPort = 28_440
/** The proxies' default timeout of idle connections is 60 s. The examples set a longer timeout. */
const idleMs = 65_000

interface Response {
  readonly status: number
  readonly text: string
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  readonly from?: string
}

async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, from }: Sent = {},
): Promise<Response> {
  const sent = request({
    ...{ host: '127.0.0.1', port, path, method, servername: host, rejectUnauthorized: false, agent: false },
    headers: { host, accept: 'text/html', ...headers, ...(body && { 'content-length': body.length }) },
    ...(from && { localAddress: from }),
  })
  const answered = Promise.withResolvers<Response>()
  sent.on('error', answered.reject)
  sent.on('response', async (response) => {
    const bytes = await buffer(response)
    answered.resolve({ status: response.statusCode ?? 0, text: bytes.toString('utf8') })
  })
  sent.end(body)
  return answered.promise
}

function form(fields: Readonly<Record<string, string | Buffer>>): Pick<Sent, 'method' | 'headers' | 'body'> {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    `--x\r\nContent-Disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="a.zip"'}\r\n\r\n`,
    value,
    '\r\n',
  ])
  const body = Buffer.concat(
    [...parts, '--x--\r\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'application/json' },
    body,
  }
}

let failures = 0
function check(name: string, what: string, ok: boolean, seen: unknown = ''): void {
  if (!ok) failures++
  console.log(
    `${ok ? 'ok    ' : 'not ok'}  ${name}: ${what}${ok ? '' : `: ${JSON.stringify(seen).slice(0, 400)}`}`,
  )
}

/** Starts a program. The promise `failed` rejects when the program ends. */
async function run([program, ...words]: readonly [string, ...string[]], environment = {}) {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const failed = Promise.withResolvers<never>()
  child.once('error', failed.reject)
  child.once('exit', (code) => failed.reject(new Error(`${program} ended with ${code}\n${errors}`)))
  failed.promise.catch(() => {}) // the program also ends after the tests
  return { child, failed: failed.promise }
}

/** Starts a new site for each proxy, because a site limits the requests of an address. */
async function startSite(proxy: string): Promise<string> {
  const words = [...'start --json --port 0 --ports any --state'.split(' '), join(folder, `state-${proxy}`)]
  const environment = { PUBLIC_URL: `https://${host}`, PROXIES: '127.0.0.1', CREATE: 'open' }
  const { child, failed } = await run([process.execPath, 'cli/packetboat.ts', ...words], environment)
  const lines = createInterface(child.stdout)
  const first = new Promise<string>((done) => lines.once('line', done))
  return JSON.parse(await Promise.race([first, failed])).url
}

async function startProxy(
  { name, configuration, command }: Proxy,
  port: number,
  site: string,
): Promise<void> {
  const example = readCodeBlock(readFileSync(join(root, 'docs/how-to/reverse-proxy.md'), 'utf8'), name)
    .replaceAll('127.0.0.1:8787', new URL(site).host)
    .replace(/\/etc\/ssl\/play\.example\.org\//g, `${folder}/`)
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, configuration(example, port))
  const { child, failed } = await run(command(file))
  child.stdout.resume()
  const answers = async () => {
    for (;;) {
      const response = await ask(port, '/healthz').catch(() => undefined) // it does not listen yet
      if (response?.status === 200) return
      await delay(50)
    }
  }
  await Promise.race([answers(), failed])
}

/** Matches an address of this site that works only without TLS. In the documents such addresses are examples. */
const insecure = /\b(?:http|ws):\/\/(?:play\.example\.org|127\.0\.0\.1|localhost)[^\s"'<]*/g

/** Creates a room of Archipelago, which has no default room. */
async function createMultiworld(port: number): Promise<void> {
  const file = readFileSync(join(root, 'test/games/archipelago/fixtures/mixed-8p.zip'))
  const { status, text } = await ask(port, '/api/rooms', form({ game: 'archipelago', room: 'harbor', file }))
  if (status !== 201) throw new Error(text)
}

async function checkPages(name: string, port: number): Promise<void> {
  const pages = '/ /new /status /soaprun /api/openapi.json /sitemap.xml /robots.txt /docs /server.cgi'.split(
    ' ',
  )
  const ofRooms = games.flatMap(({ slug }) =>
    ['', '/play', '/watch', '/host'].map((page) => `/${slug}/harbor${page}`),
  )
  for (const path of [...pages, ...ofRooms]) {
    const { status, text } = await ask(port, path)
    const found = text.match(insecure) ?? []
    if (status >= 500 || found.length)
      check(name, `${path} answers without http:// or ws://`, false, { status, found })
  }
  check(name, `${pages.length + ofRooms.length} pages`, true)
  const { text } = await ask(port, '/api/rooms', { headers: { accept: 'application/json' } })
  const listed: { url: string; websocket: string }[] = JSON.parse(text).rooms
  const wrong = listed.filter(
    ({ url, websocket }) => !url.startsWith(`https://${host}/`) || !websocket.startsWith(`wss://${host}`),
  )
  check(name, 'addresses of the API are https:// and wss://', wrong.length === 0, wrong)
}

/**
 * This machine's address in its network, for a client that the site counts apart from loopback. The site counts all
 * loopback addresses as one address.
 */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

/** Checks that the site limits new rooms for each client address and not for the address of the proxy. */
async function checkAddresses(name: string, port: number): Promise<void> {
  if (ownAddress === undefined)
    return console.log(`skip    ${name}: this machine has no address but loopback`)
  const create = async (from: string) =>
    (await ask(port, '/api/rooms', { ...form({ game: 'soaprun', listen: '[]' }), from })).status
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 40) statuses.push(await create(ownAddress))
  check(name, 'limits a client by its own address', statuses.at(-1) === 429 && statuses[0] === 201, statuses)
  const other = await create('127.0.0.1')
  check(name, 'tells clients apart', other === 201, other)
}

async function checkSocket(name: string, port: number): Promise<void> {
  const agent = new Agent({ servername: host, rejectUnauthorized: false })
  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/live`, { headers: { host }, agent })
  const opened = await new Promise<boolean>((done) => {
    socket.once('open', () => done(true))
    socket.once('error', () => done(false))
  })
  await delay(opened ? idleMs : 0)
  check(
    name,
    `passes a WebSocket and keeps it while idle for ${idleMs / 1000} s`,
    socket.readyState === WebSocket.OPEN,
    { opened },
  )
  socket.terminate()
}

async function checkUpload(name: string, port: number): Promise<void> {
  const { status, text } = await ask(
    port,
    '/api/preview',
    form({ game: 'soaprun', file: Buffer.alloc(30_000_000) }),
  )
  check(name, 'passes uploads of 30 MB', status === 422 || status === 400, { status, text })
}

try {
  const key = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ')
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const words = [...key, ...names, '-keyout', paths.key, '-out', paths.certificate]
  execFileSync('openssl', words, { stdio: 'ignore' })
  writeFileSync(paths.both, readFileSync(paths.certificate, 'utf8') + readFileSync(paths.key, 'utf8'))
  for (const [at, proxy] of proxies.entries())
    await startProxy(proxy, firstPort + at, await startSite(proxy.name))
  const sockets = proxies.map(({ name }, at) => checkSocket(name, firstPort + at))
  for (const [at, { name }] of proxies.entries()) {
    const port = firstPort + at
    await createMultiworld(port)
    await checkPages(name, port)
    await checkUpload(name, port)
    await checkAddresses(name, port)
  }
  await Promise.all(sockets)
} catch (error) {
  failures++
  console.log(`not ok  ${error instanceof Error ? error.message : error}`)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(
    children.map(
      (child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once('exit', done)),
    ),
  )
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = failures ? 1 : 0
}
