// The two secrets without which a deployed site takes nobody in: found missing, they are made.
import { randomBytes } from 'node:crypto'
import { Failure } from '../terminal/failure.ts'
import { complaint, type Wrangler } from './wrangler.ts'

/** Each with whom it lets in. */
export const secrets = {
  ADMIN_TOKEN: 'who creates rooms shows it',
  SIDECAR_TOKEN: 'sidecars show it',
} as const

export interface Made {
  readonly name: keyof typeof secrets
  readonly value: string
  /** Not from the environment: nobody else knows it. */
  readonly fresh: boolean
}

/** For each that the Worker has not: what the environment says, or 32 random bytes in base64url. */
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
  // No such Worker: this is its first time.
  if (told.code !== 0 && /not found/.test(complaint(told))) return []
  if (told.code !== 0) throw new Failure(`its secrets cannot be listed: ${complaint(told)}`)
  try {
    return (JSON.parse(told.out) as { name: string }[]).map(({ name }) => name)
  } catch {
    throw new Failure('its secrets cannot be listed: wrangler says no JSON')
  }
}
