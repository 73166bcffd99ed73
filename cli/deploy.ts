// `packetboat deploy`: deploys the site with an existing Cloudflare login, generates missing secrets, and checks its
// listeners.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import about from '../package.json' with { type: 'json' }
import { Api } from './api/api.ts'
import { workerFolder } from './bundle.ts'
import { type Made, missingSecrets, secrets } from './deploy/secrets.ts'
import { complaint, type Wrangler, wranglerIn } from './deploy/wrangler.ts'
import { doctor } from './doctor.ts'
import { workerUrl } from './room.ts'
import { Failure, systemCode } from './terminal/failure.ts'
import type { Output } from './terminal/output.ts'

export interface DeployRequest {
  /** Name of the Worker; default: the one in wrangler.toml. */
  readonly name?: string
  /** A custom domain for the site, in a zone of the same account. */
  readonly domain?: string
  /** `NAME=value` each: settings of the Worker. */
  readonly var: readonly string[]
  /** The site's address, if not the one that wrangler reports. */
  readonly url?: string
  readonly dryRun?: boolean
}

/** Dependencies that tests replace. */
export interface Ground {
  readonly wrangler: Wrangler
  /** Timeout in milliseconds for the first answer: a new site needs DNS records and certificates. */
  readonly patience: number
}

const usual = (): Ground => ({ wrangler: wranglerIn(workerFolder), patience: 120_000 })

/** Throws Failure with the obstacle; reports the generated secrets in any case. */
export async function deploy(request: DeployRequest, output: Output, ground = usual()): Promise<void> {
  const { wrangler } = ground
  const worker = request.name === undefined ? [] : ['--name', request.name]
  if (request.dryRun) return tryDry(request, worker, output, wrangler)
  output.err(`logged in as ${await whoIsIt(wrangler)}`)
  const made = await missingSecrets(wrangler, worker)
  const url = await uploaded(request, worker, made, output, wrangler)
  await untilWell(url, ground.patience, output)
  nextStep(url, output)
  await doctor({ url }, output)
}

/** The steps that need no account. */
async function tryDry(
  request: DeployRequest,
  worker: readonly string[],
  { out }: Output,
  wrangler: Wrangler,
): Promise<void> {
  const told = await wrangler(['deploy', '--dry-run', ...wordsOf(request, worker)])
  if (told.code !== 0) throw new Failure(`it would not be deployed: ${complaint(told)}`)
  out('the Worker is whole; nothing was uploaded')
  const who = await wrangler(['whoami', '--json'])
  if (who.code !== 0) return out(`not logged in: ${howToLogIn}`)
  for (const { name } of await missingSecrets(wrangler, worker))
    out(`${name} would be made: ${secrets[name]}`)
}

const howToLogIn = 'npx wrangler login, or CLOUDFLARE_API_TOKEN in the environment'

async function whoIsIt(wrangler: Wrangler): Promise<string> {
  const told = await wrangler(['whoami', '--json'])
  if (told.code !== 0) throw new Failure(`not logged in at Cloudflare (${complaint(told)}): ${howToLogIn}`)
  const { email, accounts = [] } = parsed(told.out)
  return email ?? accounts[0]?.name ?? 'who has this API token'
}

function parsed(out: string): { email?: string; accounts?: { name: string }[] } {
  try {
    return JSON.parse(out)
  } catch {
    throw new Failure('wrangler whoami says no JSON')
  }
}

function wordsOf({ domain, var: settings }: DeployRequest, worker: readonly string[]): string[] {
  const vars = settings.flatMap((setting) => ['--var', setting.replace('=', ':')])
  // Keeps settings that were made in the dashboard.
  return ['--keep-vars', ...worker, ...(domain === undefined ? [] : ['--domain', domain]), ...vars]
}

/**
 * Uploads the Worker and returns its address. Secrets are uploaded with the code, from a temporary file that only the
 * user can read.
 */
async function uploaded(
  request: DeployRequest,
  worker: readonly string[],
  made: readonly Made[],
  output: Output,
  wrangler: Wrangler,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packetboat-deploy-'))
  try {
    const file = join(folder, 'secrets.json')
    const values = Object.fromEntries(made.map(({ name, value }) => [name, value]))
    await writeFile(file, JSON.stringify(values), { mode: 0o600 })
    const told = join(folder, 'told.ndjson')
    const words = ['deploy', ...wordsOf(request, worker), ...(made.length ? ['--secrets-file', file] : [])]
    const ran = await wrangler(words, { shown: true, environment: { WRANGLER_OUTPUT_FILE_PATH: told } })
    // A deployment that failed late may have set all of them.
    tellMade(made, output)
    if (ran.code !== 0) throw new Failure('wrangler could not deploy it; above it says why')
    return request.url ?? (await addressIn(told, request.domain))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tellMade(made: readonly Made[], { out, err }: Output): void {
  const fresh = made.filter((one) => one.fresh)
  for (const { name, value } of fresh) out(`${name}=${value}`)
  if (fresh.length) err('keep these: they are shown this once, and Cloudflare shows nobody a secret')
}

/** Reads wrangler's output file, which has one JSON object per line. */
async function addressIn(file: string, domain: string | undefined): Promise<string> {
  if (domain !== undefined) return `https://${domain}`
  const lines = (await readFile(file, 'utf8').catch(nothingThere)).split('\n').filter(Boolean)
  const targets = lines
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    .flatMap(({ type, targets }) => (type === 'deploy' ? (targets ?? []) : []))
  const url = targets.find((target) => target.startsWith('https://'))
  if (url) return url
  const routes = targets.length ? ` (${targets.join(', ')})` : ''
  throw new Failure(
    `it is deployed, and has no address of its own${routes}: packetboat doctor --url says how it is`,
  )
}

/** Polls once a second until this exact version answers. */
async function untilWell(url: string, patience: number, { err }: Output): Promise<void> {
  const api = new Api(workerUrl(url))
  for (const until = Date.now() + patience; ; await delay(1000)) {
    const said = await saidBy(api)
    if (said === undefined) return err(`${url} answers, version ${about.version}`)
    if (Date.now() >= until) {
      const late = `${url} is deployed, and after ${patience / 1000} s it does not answer as it should: ${said}`
      throw new Failure(`${late}; packetboat doctor --url ${url} tries again`)
    }
  }
}

/** The remaining problem, if any. */
async function saidBy(api: Api): Promise<string | undefined> {
  try {
    const { ok, version } = await api.health()
    if (!ok) return 'it says that it is not well'
    return version === about.version ? undefined : `version ${version} answers`
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

function nextStep(url: string, { out }: Output): void {
  out(`site      ${url}`)
  out(`next      found a room: ${url}/new, with ADMIN_TOKEN`)
  out('          for clients that speak TCP or UDP, on a machine with an address of its own:')
  out(`          SIDECAR_TOKEN=… npx packetboat-sidecar --upstream ${url} --id box --advertise HOST`)
}

function nothingThere(error: unknown): string {
  if (systemCode(error) === 'ENOENT') return ''
  throw error
}
