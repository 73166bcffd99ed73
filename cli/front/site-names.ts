// The host names and addresses of a site on your own machine. Other names in a Host header are rejected, because a
// malicious page could let its own name resolve to this machine (DNS rebinding) and would then count as a page of the
// site. Rebinding needs a name, so every IP address is accepted. A site behind a forwarded port of a router does not
// know its public address.
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopbackHost, normalizeAddress } from '../../wire/net/ip-address.ts'

/** Milliseconds. A machine's addresses change when it joins another network. */
const addressesCachedMs = 5_000

export interface SiteNamesSettings {
  readonly bound: string
  /** The settings PUBLIC_URL and HOSTS. HOSTS is a list separated by commas; ports in it are ignored. */
  readonly publicUrl?: string | undefined
  readonly hosts?: string | undefined
  now(): number
  /** Returns this machine's name and addresses. */
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

  /**
   * Returns `machine` for a name or address of this machine, `public` for a configured name or another IP address, and
   * undefined for any other name. `name`: as in a URL, with an IPv6 address in brackets.
   */
  classifyName(name: string): 'machine' | 'public' | undefined {
    const bare = normalizeAddress(name.replace(/^\[|\]$/g, ''))
    if (isLoopbackHost(bare)) return 'machine'
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
