// The two secrets of a deployed site, which authorize the operator and the sidecars. Missing secrets are generated.
import { newToken } from '../../durable-objects/platform/secrets.ts'
import { isToken } from '../../wire/net/token.ts'
import { Failure } from '../terminal/failure.ts'
import { type RunWrangler, wranglerErrorLine } from './wrangler.ts'

export const requiredSecrets = {
  ADMIN_TOKEN: 'needed to create rooms',
  SIDECAR_TOKEN: 'needed by sidecars',
} as const

export interface NewSecret {
  readonly name: keyof typeof requiredSecrets
  readonly value: string
  /** Whether this command has generated the secret, so that the user must save it. */
  readonly isGenerated: boolean
}

/** A secret comes from the environment or is generated as 32 random bytes in base64url. */
export async function createMissingSecrets(
  wrangler: RunWrangler,
  worker: readonly string[],
): Promise<NewSecret[]> {
  const deployed = await deployedSecretNames(wrangler, worker)
  return secretNames()
    .filter((name) => !deployed.includes(name))
    .map((name) => {
      const fromEnvironment = process.env[name]
      if (fromEnvironment && !isToken(fromEnvironment))
        throw new Failure(
          `${name} in the environment has characters that no token has: use letters and digits`,
        )
      return { name, value: fromEnvironment || newToken(), isGenerated: !fromEnvironment }
    })
}

function secretNames(): (keyof typeof requiredSecrets)[] {
  return Object.keys(requiredSecrets) as (keyof typeof requiredSecrets)[]
}

async function deployedSecretNames(wrangler: RunWrangler, worker: readonly string[]): Promise<string[]> {
  const result = await wrangler(['secret', 'list', ...worker])
  // The Worker does not exist yet, because this is its first deployment.
  if (result.code !== 0 && /^Worker ".+" not found/.test(wranglerErrorLine(result))) return []
  if (result.code !== 0) {
    const problem = wranglerErrorLine(result)
    // wrangler names the remedy only in later lines, which are not printed.
    const hint = /^More than one account/.test(problem)
      ? ' Set CLOUDFLARE_ACCOUNT_ID to the id of one of them, which npx wrangler whoami lists'
      : ''
    throw new Failure(`cannot list the Worker’s secrets: ${problem}${hint}`)
  }
  try {
    return (JSON.parse(result.out) as { name: string }[]).map(({ name }) => name)
  } catch {
    throw new Failure('cannot list the Worker’s secrets: wrangler did not print JSON')
  }
}
