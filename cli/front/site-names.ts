// The host names and addresses of a site at home. Any other name in a Host header is foreign: a page that points its
// own name at this machine (DNS rebinding) would act as if it were ours. Rebinding needs a name, so any IP address is
// accepted: a site behind a router's forwarded port does not know its public address.
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, normalizeAddress } from '../../wire/net/ip-address.ts'

/** Milliseconds for which the machine's own addresses are cached: networks change. */
const addressesCachedMs = 5_000

export interface SiteNamesSettings {
  /** The address that the site is bound to. */
  readonly bound: string
  /** PUBLIC_URL and HOSTS, separated by commas; ports in HOSTS are ignored. */
  readonly publicUrl?: string | undefined
  readonly hosts?: string | undefined
  now(): number
  /** This machine's name and addresses. */
  machine?(): readonly string[]
}

export class SiteNames {
  readonly #settings: Required<Pick<SiteNamesSettings, 'bound' | 'now' | 'machine'>>
  readonly #configured: ReadonlySet<string>
  #machine: ReadonlySet<string> = new Set()
  #readAt = Number.NEGATIVE_INFINITY

  constructor({ bound, publicUrl, hosts = '', now, machine = thisMachine }: SiteNamesSettings) {
    this.#settings = { bound, now, machine }
    const named = hosts.split(',').map((host) => hostnameOf(`http://${host.trim()}`))
    this.#configured = new Set([hostnameOf(publicUrl ?? ''), ...named].filter((name) => name !== ''))
  }

  /** `name`: as in a URL, an IPv6 address in brackets. Undefined if it is foreign. */
  classifyName(name: string): 'machine' | 'public' | undefined {
    const bare = normalizeAddress(name.replace(/^\[|\]$/g, ''))
    if (bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare)) return 'machine'
    if (this.#configured.has(name)) return 'public'
    if (bare === this.#settings.bound || this.#machineNames().has(bare)) return 'machine'
    return isIP(bare) === 0 ? undefined : 'public'
  }

  #machineNames(): ReadonlySet<string> {
    const { now, machine } = this.#settings
    if (now() - this.#readAt >= addressesCachedMs) {
      this.#readAt = now()
      this.#machine = new Set(machine().map((name) => name.toLowerCase()))
    }
    return this.#machine
  }
}

function thisMachine(): string[] {
  const name = hostname()
  const addresses = Object.values(networkInterfaces()).flatMap((those) => those ?? [])
  return [name, `${name}.local`, ...addresses.map(({ address }) => normalizeAddress(address))]
}

function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
}
