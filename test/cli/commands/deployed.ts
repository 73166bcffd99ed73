import { type DeployFlags, deploy } from '../../../cli/commands/deploy.ts'
import type { RunWrangler } from '../../../cli/deploy/wrangler.ts'
import about from '../../../package.json' with { type: 'json' }

export const healthyAnswers = {
  'GET /healthz': { body: { ok: true, version: about.version } },
  'GET /api/rooms': { body: { rooms: [] } },
}
export async function runDeploy(
  request: Partial<DeployFlags>,
  wrangler: RunWrangler,
  stop = new AbortController().signal,
) {
  const out: string[] = []
  const err: string[] = []
  const output = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
  const failure = await deploy({ var: [], ...request }, output, { wrangler, timeoutMs: 0, stop }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { out, err, failure }
}
