// The jurisdiction of a site. All objects of a site store data and run inside its jurisdiction; without one, anywhere.
import { type Region, regions } from '../../wire/net/region.ts'
import type { Env } from '../env.ts'

/** The jurisdictions that a site can choose, with the regions inside each. */
const regionsOf: { readonly [jurisdiction in 'eu' | 'us']: readonly Region[] } = {
  eu: ['weur', 'eeur'],
  us: ['wnam', 'enam'],
}

/** The regions that the site may use; throws for an unknown jurisdiction. */
export function siteRegions({ JURISDICTION }: Pick<Env, 'JURISDICTION'>): readonly Region[] {
  return JURISDICTION ? regionsOf[parseJurisdiction(JURISDICTION)] : regions
}

/**
 * The objects of this namespace in the site's jurisdiction. An object of the same name in another jurisdiction is
 * another object. Throws for an unknown jurisdiction.
 */
export function inJurisdiction(
  namespace: DurableObjectNamespace,
  { JURISDICTION }: Pick<Env, 'JURISDICTION'>,
): DurableObjectNamespace {
  return JURISDICTION ? namespace.jurisdiction(parseJurisdiction(JURISDICTION)) : namespace
}

function parseJurisdiction(value: string): keyof typeof regionsOf {
  if (Object.hasOwn(regionsOf, value)) return value as keyof typeof regionsOf
  throw new Error(`the setting JURISDICTION is ${JSON.stringify(value)}: it must be eu, us or absent`)
}
