import { number, object, optional, parseValue, text } from '../../games/shared/schema/schema.ts'
import { addressLimitKey, maskAddress } from '../../wire/net/ip-address.ts'
import { type Clock, maxDateMs } from '../../wire/util/clock.ts'
import { listJson, type Records, type StoredValue } from '../storage/records.ts'

export const banKeyPrefix = 'ban/'
export const muteKeyPrefix = 'mute/'
/** Maximum number of bans, and of mutes. Above this limit, the ban or mute that would end first is deleted. */
const maxBans = 1000

/** The subject of a ban: an address as rate limits count it (an IPv4 address, the /64 of an IPv6 one), or a name. */
export type BanSubject = { readonly address: string } | { readonly name: string }

export type BanInfo = BanSubject & {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly since: string
  readonly until: string
  readonly reason: string
}

export interface Ban {
  readonly id: string
  readonly of: BanSubject
  /** Milliseconds since 1970. */
  readonly since: number
  readonly until: number
  readonly reason: string
}

type Changes = Map<string, StoredValue | undefined>

export class Bans {
  readonly #clock: Clock
  readonly #records: Records
  readonly #prefix: string
  /** The bans by subject. */
  #bans: Map<string, Ban> | undefined
  #lastId = 0

  constructor(clock: Clock, records: Records, prefix: typeof banKeyPrefix | typeof muteKeyPrefix) {
    this.#clock = clock
    this.#records = records
    this.#prefix = prefix
  }

  keyOf(id: string): string {
    return this.#prefix + id
  }

  /** The bans that have not expired. The newest ban is first. */
  get all(): readonly Ban[] {
    const now = this.#clock.now()
    const holding = [...this.#read().values()].filter(({ until }) => until > now)
    return holding.sort((a, b) => Number(b.id) - Number(a.id))
  }

  /** The ban of this subject, unless it has expired. */
  find(subject: BanSubject): Ban | undefined {
    const ban = this.#read().get(subjectKey(subject))
    return ban && ban.until > this.#clock.now() ? ban : undefined
  }

  covers(address: string, name: string | undefined): boolean {
    return this.find({ address }) !== undefined || (name !== undefined && this.find({ name }) !== undefined)
  }

  /**
   * Replaces an older ban of the same subject. The ban takes effect once `changes` are written and `apply` is called.
   */
  create(of: BanSubject, ms: number, reason: string, changes: Changes): Ban {
    const since = this.#clock.now()
    this.#read()
    const id = String(Math.max(since, this.#lastId + 1))
    const ban: Ban = { id, of: normalized(of), since, until: since + ms, reason }
    for (const gone of this.#displacedBy(ban)) changes.set(this.keyOf(gone.id), undefined)
    changes.set(this.keyOf(id), JSON.stringify(ban))
    return ban
  }

  apply(ban: Ban): void {
    for (const gone of this.#displacedBy(ban)) this.#read().delete(subjectKey(gone.of))
    this.#read().set(subjectKey(ban.of), ban)
    this.#lastId = Math.max(this.#lastId, Number(ban.id))
  }

  /** Call after the bans are deleted from the disk. */
  remove(bans: readonly Ban[]): void {
    for (const ban of bans) this.#read().delete(subjectKey(ban.of))
  }

  reset(): void {
    this.#bans = undefined
    this.#lastId = 0
  }

  /**
   * The bans that a new ban replaces: those of the same subject, expired bans and, above the limit, those that end
   * first.
   */
  #displacedBy({ of, since }: Ban): Ban[] {
    const key = subjectKey(of)
    const gone: Ban[] = []
    const left: Ban[] = []
    for (const [other, ban] of this.#read()) (other === key || ban.until <= since ? gone : left).push(ban)
    if (left.length < maxBans) return gone
    left.sort((a, b) => a.until - b.until)
    return [...gone, ...left.slice(0, left.length + 1 - maxBans)]
  }

  #read(): Map<string, Ban> {
    if (this.#bans) return this.#bans
    const bans = listJson<Ban>(this.#records, this.#prefix)
    this.#bans = new Map(bans.map((ban) => [subjectKey(ban.of), ban]))
    this.#lastId = Math.max(0, ...bans.map(({ id }) => Number(id)))
    return this.#bans
  }
}

const milliseconds = number(0, maxDateMs)

const banSchema = object({
  id: text({ max: 15, pattern: /^[1-9][0-9]*$/u }),
  of: object({ address: optional(text({ min: 2, max: 64 })), name: optional(text({ max: 100 })) }),
  since: milliseconds,
  until: milliseconds,
  reason: text({ min: 0, max: 200 }),
})

export function isBan(key: string, value: unknown): boolean {
  const { value: ban } = parseValue(banSchema, value)
  if (!ban) return false
  const { id, of } = ban
  return (key === banKeyPrefix + id || key === muteKeyPrefix + id) && 'address' in of !== 'name' in of
}

export function toBanInfo({ id, of, since, until, reason }: Ban): BanInfo {
  return {
    ...('address' in of ? { address: maskAddress(of.address) } : of),
    ...{ id, since: new Date(since).toISOString(), until: new Date(until).toISOString(), reason },
  }
}

function normalized(subject: BanSubject): BanSubject {
  return 'address' in subject ? { address: addressLimitKey(subject.address) } : subject
}

/** Names that look alike to people (case, width) have the same key, even where a game distinguishes them. */
function subjectKey(subject: BanSubject): string {
  if ('address' in subject) return `address ${addressLimitKey(subject.address)}`
  return `name ${foldName(subject.name)}`
}

export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replace(/\s+/gu, ' ').trim()
}
