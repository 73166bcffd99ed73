import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import about from '../../package.json' with { type: 'json' }
import { createStopSignal } from '../../sidecar/util/signals.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { ApiClient } from '../api/api-client.ts'
import { workerFolder } from '../bundle/worker-bundle.ts'
import { createMissingSecrets, type NewSecret, requiredSecrets } from '../deploy/secrets.ts'
import {
  createWrangler,
  type RunWrangler,
  type WranglerResult,
  wranglerErrorLine,
} from '../deploy/wrangler.ts'
import { Failure, UsageError } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'
import { type DoctorReport, examineSite, printFinding, requireHealthy } from './doctor.ts'
import { parseWorkerUrl } from './room.ts'

export interface DeployFlags {
  readonly name?: string
  /** A custom domain for the site, in a zone of the same account. */
  readonly domain?: string
  /** Variables of the Worker, each as `NAME=value`. */
  readonly var: readonly string[]
  /** Default: the URL that wrangler reports. */
  readonly url?: string
  /** Determines when running rooms start to use the new code. Default: the platform's default, `deferred`. */
  readonly codeUpdates?: 'deferred' | 'immediate'
  readonly dryRun?: boolean
  /** Prints the result as JSON, with the generated secrets. */
  readonly json?: boolean
}

export interface DeployContext {
  readonly wrangler: RunWrangler
  /** Timeout in milliseconds for the first answer of the site. A new site needs DNS records and certificates first. */
  readonly timeoutMs: number
  /** Aborts when the user stops the command. A stopped command still prints the generated secrets. */
  readonly stop: AbortSignal
}

function defaultContext(): DeployContext {
  const stop = createStopSignal()
  return { wrangler: createWrangler(workerFolder, stop), timeoutMs: 120_000, stop }
}

/**
 * The line that `deploy --json` prints, also after a failure. If a field is missing, the deployment failed before the
 * step that sets it.
 */
interface DeployReport {
  user: string
  /** The generated secrets, which are not shown again. */
  secrets: { readonly [name: string]: string }
  url?: string
  version?: string
  doctor?: DoctorReport
}

/** Throws Failure with the cause. Reports the generated secrets in any case. */
export async function deploy(
  request: DeployFlags,
  output: Output,
  context = defaultContext(),
): Promise<void> {
  const { wrangler, stop } = context
  requireValid(request)
  const worker = request.name === undefined ? [] : ['--name', request.name]
  if (request.dryRun) return dryRun(request, worker, output, wrangler)
  const report: DeployReport = { user: await loggedInUser(wrangler), secrets: {} }
  output.err(`logged in as ${report.user}`)
  const newSecrets = await createMissingSecrets(wrangler, worker)
  const text = request.json ? { out() {}, err: output.err } : output
  try {
    // A deployment that fails late may already have set the secrets, so they are reported even after a failure.
    const url = await uploadWorker(request, worker, newSecrets, wrangler).finally(() => {
      report.secrets = generatedOf(newSecrets)
      printNewSecrets(report.secrets, text)
    })
    report.url = url
    const check = async () => {
      await waitUntilHealthy(url, context.timeoutMs, output)
      report.version = about.version
      printNextSteps(url, text)
      report.doctor = await examineSite(url, undefined, (finding) => printFinding(finding, text))
    }
    await Promise.race([check(), failWhenStopped(stop)])
  } finally {
    if (request.json) output.out(JSON.stringify(report))
  }
  if (report.doctor) requireHealthy(report.doctor)
}

/** Throws UsageError for flags that wrangler would not reject before the upload. */
function requireValid({ url, domain, var: settings }: DeployFlags): void {
  if (url !== undefined) parseWorkerUrl(url)
  if (domain !== undefined && URL.parse(`https://${domain}`)?.host !== domain.toLowerCase())
    throw new UsageError(`--domain: ${domain} is not a host name`)
  const secret = Object.keys(requiredSecrets).find((name) =>
    settings.some((one) => one.startsWith(`${name}=`)),
  )
  if (secret)
    throw new UsageError(
      `--var: ${secret} is a secret, not a setting: set it in the environment of this command`,
    )
}

async function failWhenStopped(stop: AbortSignal): Promise<never> {
  if (!stop.aborted) await once(stop, 'abort')
  throw new Failure('stopped')
}

async function dryRun(
  request: DeployFlags,
  worker: readonly string[],
  { out }: Output,
  wrangler: RunWrangler,
): Promise<void> {
  const result = await wrangler(['deploy', '--dry-run', ...deployArguments(request, worker)])
  if (result.code !== 0) throw new Failure(`dry run failed: ${wranglerErrorLine(result)}`)
  const loggedIn = (await wrangler(['whoami', '--json'])).code === 0
  const missing = loggedIn ? (await createMissingSecrets(wrangler, worker)).map(({ name }) => name) : []
  if (request.json) return out(JSON.stringify({ dryRun: true, loggedIn, missingSecrets: missing }))
  out('dry run OK: the Worker builds; nothing was uploaded')
  if (!loggedIn) out(`not logged in to Cloudflare: ${howToLogIn}`)
  for (const name of missing) out(`${name} would be generated: ${requiredSecrets[name]}`)
}

const howToLogIn = 'run npx wrangler login, or set CLOUDFLARE_API_TOKEN'

async function loggedInUser(wrangler: RunWrangler): Promise<string> {
  const result = await wrangler(['whoami', '--json'])
  if (result.code !== 0) throw new Failure(`not logged in to Cloudflare${whoamiError(result)}: ${howToLogIn}`)
  const { email, accounts = [] } = parseWhoami(result.out)
  return email ?? accounts[0]?.name ?? 'the owner of the API token'
}

/** If nobody is logged in, wrangler prints only its JSON. */
function whoamiError(result: WranglerResult): string {
  const line = wranglerErrorLine(result)
  return line.startsWith('{') ? '' : ` (${line})`
}

function parseWhoami(out: string): { email?: string; accounts?: { name: string }[] } {
  try {
    return JSON.parse(out)
  } catch {
    throw new Failure('unexpected output of wrangler whoami: not JSON')
  }
}

function deployArguments(
  { domain, var: settings, codeUpdates }: DeployFlags,
  worker: readonly string[],
): string[] {
  return [
    '--keep-vars', // keeps settings that were made in the dashboard
    ...worker,
    ...(domain === undefined ? [] : ['--domain', domain]),
    ...settings.flatMap((setting) => ['--var', setting.replace('=', ':')]),
    ...(codeUpdates === undefined ? [] : ['--durable-objects-code-update-mode', codeUpdates]),
  ]
}

/** Secrets are uploaded together with the code, from a temporary file that only the user can read. */
async function uploadWorker(
  request: DeployFlags,
  worker: readonly string[],
  newSecrets: readonly NewSecret[],
  wrangler: RunWrangler,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packetboat-deploy-'))
  try {
    const file = join(folder, 'secrets.json')
    const values = Object.fromEntries(newSecrets.map(({ name, value }) => [name, value]))
    await writeFile(file, JSON.stringify(values), { mode: 0o600 })
    const outputFile = join(folder, 'wrangler-output.ndjson')
    const commandLine = [
      'deploy',
      ...deployArguments(request, worker),
      ...(newSecrets.length ? ['--secrets-file', file] : []),
    ]
    const result = await wrangler(commandLine, {
      isInteractive: true,
      environment: { WRANGLER_OUTPUT_FILE_PATH: outputFile },
    })
    if (result.code !== 0) throw new Failure('wrangler deploy failed; see its output above')
    return request.url ?? (await deployedAddress(outputFile, request.domain))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function generatedOf(newSecrets: readonly NewSecret[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    newSecrets.filter((one) => one.isGenerated).map(({ name, value }) => [name, value]),
  )
}

function printNewSecrets(generated: { readonly [name: string]: string }, { out, err }: Output): void {
  const lines = Object.entries(generated).map(([name, value]) => `${name}=${value}`)
  for (const line of lines) out(line)
  if (lines.length) err('save these secrets now: they are not shown again')
}

/** The site's URL in wrangler's output file, which has one JSON object per line. */
async function deployedAddress(file: string, domain: string | undefined): Promise<string> {
  if (domain !== undefined) return `https://${domain}`
  const lines = (await readFile(file, 'utf8').catch(emptyIfMissing)).split('\n').filter(Boolean)
  const targets = lines
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    .flatMap(({ type, targets }) => (type === 'deploy' ? (targets ?? []) : []))
  const url = targets.find((target) => target.startsWith('https://'))
  if (url) return url
  const routes = targets.length ? ` (${targets.join(', ')})` : ''
  throw new Failure(
    `deployed, but wrangler reported no URL${routes}: pass --url, or run ${ownCommandLine} doctor --url URL`,
  )
}

/** Polls once a second. */
async function waitUntilHealthy(url: string, timeoutMs: number, { err }: Output): Promise<void> {
  const api = new ApiClient(parseWorkerUrl(url))
  for (const until = Date.now() + timeoutMs; ; await delay(1000)) {
    const problem = await healthProblem(api)
    if (problem === undefined) return err(`${url} is up, version ${about.version}`)
    if (Date.now() >= until) {
      const late = `${url} is deployed, but not ready after ${timeoutMs / 1000} s: ${problem}`
      throw new Failure(`${late}; check again with ${ownCommandLine} doctor --url ${url}`)
    }
  }
}

async function healthProblem(api: ApiClient): Promise<string | undefined> {
  try {
    const { ok, version } = await api.health()
    if (!ok) return 'its health check fails'
    return version === about.version ? undefined : `it still runs version ${version}`
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

function printNextSteps(url: string, { out }: Output): void {
  out(`site      ${url}`)
  out(`next      create a room at ${url}/new, with ADMIN_TOKEN`)
  out('          for TCP and UDP clients, run a sidecar on a machine with a public address:')
  out(`          SIDECAR_TOKEN=… ${ownCommandLine} sidecar --upstream ${url} --id box --advertise HOST`)
}

function emptyIfMissing(error: unknown): string {
  if (systemErrorCode(error) === 'ENOENT') return ''
  throw error
}
