// The two secrets that a deployed site needs to accept anyone; generates missing ones.
import { randomBytes } from 'node:crypto'
import { Failure } from '../terminal/failure.ts'
import { complaint, type Wrangler } from './wrangler.ts'

/** Each with its holders. */
export const secrets = {
  ADMIN_TOKEN: 'who creates rooms shows it',
  SIDECAR_TOKEN: 'sidecars show it',
} as const

export interface Made {
  readonly name: keyof typeof secrets
  readonly value: string
  /** Generated here, not from the environment: nobody else knows it. */
  readonly fresh: boolean
}

/** The secrets that the Worker lacks: from the environment, or 32 random bytes in base64url. */
export async function missingSecrets(wrangler: Wrangler, worker: readonly string[]): Promise<Made[]> {
  const there = await namesThere(wrangler, worker)
  return namesOf()
    .filter((name) => !there.includes(name))
    .map((name) => {
      const known = process.env[name]
      return { name, value: known || randomBytes(32).toString('base64url'), fresh: !known }
    })
}

function namesOf(): (keyof typeof secrets)[] {
  return Object.keys(secrets) as (keyof typeof secrets)[]
}

async function namesThere(wrangler: Wrangler, worker: readonly string[]): Promise<string[]> {
  const told = await wrangler(['secret', 'list', ...worker])
  // The Worker does not exist yet: this is its first deployment.
  if (told.code !== 0 && /not found/.test(complaint(told))) return []
  if (told.code !== 0) throw new Failure(`its secrets cannot be listed: ${complaint(told)}`)
  try {
    return (JSON.parse(told.out) as { name: string }[]).map(({ name }) => name)
  } catch {
    throw new Failure('its secrets cannot be listed: wrangler says no JSON')
  }
}
