// Players authenticate with their password in the game. Without it, callers do not learn whether a name exists.
import type { KnownPlayer, Refusal, World } from '../../../games/game.ts'
import { isRefusal, refusal } from '../../../games/refusal.ts'
import { AddressRateLimiter } from '../../../games/shared/address-rate-limiter.ts'
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { addressLimitKey, isLoopback, unknownAddress } from '../../../wire/net/ip-address.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { secureRandom } from '../../../wire/util/random.ts'
import { type Ban, type BanInfo, type Bans, toBanInfo } from '../../model/bans.ts'
import type { TimelineLine } from '../../model/room-log.ts'
import { endedStoryKeyPrefix, type Story } from '../../model/story.ts'
import type { LoginFailure, PlayerDataFile, PlayerLogin } from '../../rpc/rpc-types.ts'
import type { RecordHistory } from '../../storage/record-history.ts'
import { listJson, type Records, type StoredValue } from '../../storage/records.ts'
import type { WriteLogRecords } from '../../storage/write-log-records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { addRoomMetadata, type RoomMetadata } from '../context/room-metadata.ts'
import type { Film } from '../film/film.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import { checkpointKey, encodeCheckpoint, readCheckpoint } from '../sessions/session-checkpoint.ts'
import type { WorldLoader } from '../world/world-loader.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'
import { anonymizedRecords, type DataSubject, deletionsOfWriteLog } from './anonymize-records.ts'
import { FilmNames, isReplaceableName } from './film-names.ts'
import { newPseudonym } from './pseudonyms.ts'
import { anonymizedChat, hasMatchingName } from './room-records.ts'

/** Logins per minute and address. The limit is low, because each login costs a hash. */
const loginsPerMinute = 10
/** Erasures that players at one address may request. The rate is low because each erasure reopens the world. */
const erasures = { atOnce: 2, perMinute: 1 / 30 } as const

/** Milliseconds after which an alarm starts an instance that finishes the erasure, if this instance is lost. */
const resumeAfterMs = 1000
/** Number of film segments that are rewritten in one event. */
const segmentsAtOnce = 8

type ErasedName = readonly [name: string, becomes: string]

export interface RoomStores {
  /** The records on the disk, without the write log. */
  readonly table: Records
  readonly writeLog: WriteLogRecords
  readonly history: RecordHistory
  readonly film: Pick<Film, 'rewriteFrames' | 'isEmpty'>
  saveAll(): void
}

export class PlayerDataRequests {
  readonly #context: RoomContext
  readonly #stored: RoomStores
  readonly #world: WorldLoader
  readonly #logins = new AddressRateLimiter()
  readonly #erasures = new AddressRateLimiter()
  #rewriting: Promise<void> | undefined
  /** The hash of a random password, to compare for unknown players, so that the answer takes the same time. */
  #decoy: Promise<string> | undefined

  constructor(context: RoomContext, stored: RoomStores, world: WorldLoader) {
    this.#context = context
    this.#stored = stored
    this.#world = world
    // Finishes an erasure that an earlier instance started. A failure is retried when the world is opened again.
    context.events.on('worldOpened', () => {
      void this.#finish().catch((error: unknown) =>
        context.log('warn', 'erasure not finished', { detail: describeError(error) }),
      )
    })
  }

  // ---- Login -------------------------------------------------------------------------------------------------------

  /** Why the login fails, if it does. A wrong name and a wrong password have the same answer, after the same time. */
  async loginFailure(name: string, { password, address }: PlayerLogin): Promise<LoginFailure | undefined> {
    const { game, guessLimiter, now, platform } = this.#context
    const declared = game?.personalData
    const world = this.#world.openReadOnly()?.world
    if (!declared?.proof || !declared.credentials || !world) return 'no-password'
    if (!this.#logins.take(address, now, loginsPerMinute)) return { waitMs: 60_000 / loginsPerMinute }
    const { target, secret } = declared.credentials(world, name)
    const waitMs = guessLimiter.countAttempt(address, target, password)
    if (waitMs > 0) return { waitMs }
    const { secrets } = platform
    const isPassword = declared.proof === 'password'
    this.#decoy ??= isPassword ? secrets.hash(secrets.newToken()) : secrets.digest(secrets.newToken())
    const decoy = await this.#decoy
    const matches = await (isPassword
      ? secrets.matches(password, secret ?? decoy)
      : secrets.hasDigest(password, secret ?? decoy))
    if (!matches || secret === undefined) return { waitMs: 0 }
    guessLimiter.takeBackAttempt(address, target)
    return undefined
  }

  /** Counts the erasure and returns 0, or returns the milliseconds to wait. */
  erasureWaitMs(address: string): number {
    const { now } = this.#context
    return this.#erasures.take(address, now, erasures.perMinute, erasures.atOnce)
      ? 0
      : 60_000 / erasures.perMinute
  }

  // ---- Export ------------------------------------------------------------------------------------------------------

  read(name: string): PlayerDataFile | Refusal | 'not-found' | 'failed' {
    const { meta, now, reports, bans, mutes, roomLog, departedPlayers } = this.#context
    const runtime = this.#world.openReadOnly()
    if (!meta || !runtime?.world) return 'failed'
    const subject = this.#subjectOf(runtime.world, name)
    if (isRefusal(subject)) return subject
    const { player, ownsName } = subject
    const world = player?.data() ?? null
    const names = namesOf(player, name)
    const renaming = new TextRenamer(new Map(names.map((one) => [one, one])))
    const isMeant = (one: string) => ownsName && renaming.of(one) !== undefined
    const log = roomLog.timelineAfter(0).filter((line) => ownsName && concerns(line, renaming))
    const stories = this.#storiesOf(isMeant)
    const own = reports.all.filter(({ by }) => hasMatchingName(by, isMeant))
    const about = reports.all.filter(({ of }) => hasMatchingName(of, isMeant))
    const file: PlayerDataFile = {
      ...{ game: meta.game, room: meta.room, player: name, at: new Date(now).toISOString(), world },
      log: log.map(({ time, text }) => ({ time, text })),
      stories,
      reportsMade: own.map(({ at, of, reason, lines }) => ({
        ...{ time: new Date(at).toISOString(), player: of.name, reason },
        lines: lines.map(({ text }) => text),
      })),
      // The authors of these reports are left out, because players do not learn who has reported them.
      reportsReceived: about.map(({ at, reason }) => ({ time: new Date(at).toISOString(), reason })),
      bans: this.#bansOf(bans, isMeant),
      mutes: this.#bansOf(mutes, isMeant),
      addresses: [...this.#addressesOf(runtime, isMeant)],
    }
    const isEmpty =
      world === null &&
      [log, stories, own, about, file.bans, file.mutes].every(({ length }) => length === 0) &&
      !departedPlayers.all.some((departed) => hasMatchingName(departed, isMeant)) &&
      !runtime.sessions.some((session) => isSessionOf(session, isMeant))
    return isEmpty ? 'not-found' : file
  }

  #storiesOf(isMeant: (name: string) => boolean): PlayerDataFile['stories'] {
    const stories = listJson<Story>(this.#context.records, endedStoryKeyPrefix)
    return stories.flatMap(({ from, to, players }) =>
      players
        .filter(({ player }) => isMeant(player))
        .map(({ player: _, ms, ...counts }) => ({
          ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
          ...{ seconds: Math.round(ms / 1000), ...counts },
        })),
    )
  }

  #bansOf(bans: Bans, isMeant: (name: string) => boolean): BanInfo[] {
    return bans.all.filter(({ of }) => 'name' in of && isMeant(of.name)).map(toBanInfo)
  }

  // ---- Erasure -----------------------------------------------------------------------------------------------------

  /**
   * Erases a player, whose sessions end. Other players stay connected. The erasure is durable before the first await:
   * if this instance is lost later, the next one finishes it. `address`: the address of a player who erases their own
   * data; absent if the host does. `failed`: the world cannot be opened.
   */
  async erase(name: string, address?: string): Promise<true | Refusal | 'not-found' | 'failed'> {
    const runtime = this.#world.open()
    if (!runtime?.world || !this.#context.meta) return 'failed'
    const subject = this.#subjectOf(runtime.world, name)
    if (isRefusal(subject)) return subject
    const { player, ownsName } = subject
    const names = namesOf(player, name)
    const renaming = new TextRenamer(this.#newNames(runtime.world, names, player))
    if (address !== undefined && !this.#stored.film.isEmpty && !names.every(isReplaceableName))
      return refusal('name', 'is too short to be taken out of the film of this room: ask its host')
    const isMeant = (one: string) => ownsName && renaming.of(one) !== undefined
    const addresses = this.#addressesOf(runtime, isMeant)
    if (address !== undefined) addresses.add(addressLimitKey(address))
    const target = this.#context.game?.personalData?.credentials?.(runtime.world, name).target
    const ended = runtime.sessions.filter((session) => isSessionOf(session, isMeant))
    for (const session of ended) runtime.endSession(session, 'erased', 'erased')
    runtime.inbound.noteActivity()
    this.#stored.saveAll()
    const bans = new Map<string, StoredValue | undefined>()
    if (ownsName) this.#banAddresses(isMeant, addresses, { renaming, changes: bans })
    const forgotten = { renaming, hasAddress: (one: string) => addresses.has(addressLimitKey(one)) }
    const { table, history } = this.#stored
    const { changes, changesWorld } = anonymizedRecords(table, history, subject, forgotten)
    const isKnown = changes.size > 0 || ended.length > 0
    if (!isKnown) return 'not-found'
    this.#context.departedPlayers.forget(isMeant)
    for (const session of runtime.sessions) session.rewriteHeard((text) => anonymizedChat(text, renaming))
    const erasing = names.map((one) => [one, renaming.apply(one)] as const)
    this.#write(new Map([...changes, ...bans, ...this.#endedRows(ended)]), erasing, renaming)
    if (target !== undefined) this.#context.guessLimiter.forgetTarget(target)
    if (changesWorld && !runtime.reopen()) return 'failed'
    return (await this.#finish()) ? true : 'failed'
  }

  /** Whether the film may still contain names that are already erased everywhere else. */
  get isRewritingFilm(): boolean {
    return this.#rewriting !== undefined
  }

  /** Writes one transaction, so that a crash leaves the records either unchanged or without the names. */
  #write(
    changes: Map<string, StoredValue | undefined>,
    names: readonly ErasedName[],
    renaming: TextRenamer,
  ): void {
    const { table, writeLog } = this.#stored
    const { alarm, events, now } = this.#context
    const meta = this.#context.meta!
    const { message } = meta
    const erasing: RoomMetadata = {
      ...meta,
      ...(message && { message: { ...message, text: renaming.inText(message.text) } }),
      erasing: [...(meta.erasing ?? []), ...names],
    }
    // If this instance is lost, the alarm opens the world, which finishes the erasure.
    alarm.request('erasure', now + resumeAfterMs)
    for (const [key, value] of deletionsOfWriteLog(table)) changes.set(key, value)
    addRoomMetadata(changes, erasing)
    try {
      table.write(changes)
    } finally {
      events.emit('recordsRewritten')
    }
    this.#context.meta = erasing
    writeLog.reset()
  }

  /** Finishes an erasure, which an earlier instance may have started. Resolves to false if it failed. */
  async #finish(): Promise<boolean> {
    const { meta } = this.#context
    const erasing = meta?.erasing
    if (!meta || !erasing) return true
    const removed = this.#world.runtime?.actions.removeErased(erasing.map(([, becomes]) => becomes)) ?? false
    this.#context.events.emit('ownerChangedWorld')
    if (!removed) return false
    await this.#rewriteFilm(erasing)
    return true
  }

  /** Rewrites a short film at once, and a long one in several events, between which the world keeps running. */
  #rewriteFilm(erasing: readonly ErasedName[]): Promise<void> | undefined {
    const names = new FilmNames(erasing)
    const start = () => this.#stored.film.rewriteFrames((frames) => names.replaced(frames))
    const steps = this.#rewriting ? undefined : start()
    if (steps && takeSteps(steps)) {
      this.#clearErasing(erasing)
      return undefined
    }
    const before = this.#rewriting
    const rewriting = this.#rewriteRest(() => steps ?? start(), erasing, before)
    this.#rewriting = rewriting
    return rewriting.finally(() => {
      if (this.#rewriting === rewriting) this.#rewriting = undefined
    })
  }

  async #rewriteRest(
    start: () => Iterator<void>,
    erasing: readonly ErasedName[],
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before
    const steps = start()
    do {
      await new Promise<void>((resolve) => this.#context.clock.soon(resolve))
      if (!this.#context.meta) return
    } while (!takeSteps(steps))
    this.#clearErasing(erasing)
  }

  #clearErasing(done: readonly ErasedName[]): void {
    const { meta, alarm } = this.#context
    if (!meta?.erasing) return
    const { erasing, ...rest } = meta
    const left = erasing.filter(([name]) => !done.some(([other]) => other === name))
    this.#context.storeMeta(left.length > 0 ? { ...rest, erasing: left } : rest)
    // Older rows of the write log are deleted, because they still contain the names.
    const { writeLog, table } = this.#stored
    writeLog.compact()
    table.write(new Map(deletionsOfWriteLog(table)))
    writeLog.reset()
    if (left.length === 0) alarm.request('erasure', undefined)
  }

  /** The rows of ended sessions, without resume states and replies, but with the reason for clients that reconnect. */
  *#endedRows(ended: readonly ClientSession[]): Iterable<readonly [key: string, value: Uint8Array]> {
    for (const { connection } of ended) {
      const checkpoint = readCheckpoint(this.#stored.table, connection.token)
      if (!checkpoint) continue
      const bare = { ...checkpoint, resumeState: undefined, unacked: [], partialReplies: [] }
      yield [checkpointKey(connection.token), encodeCheckpoint(bare, this.#context.now)]
    }
  }

  /** A ban or mute of the player's name is replaced by those of all known addresses, so it outlives the erasure. */
  #banAddresses(
    isMeant: (name: string) => boolean,
    addresses: ReadonlySet<string>,
    { renaming, changes }: { renaming: TextRenamer; changes: Map<string, StoredValue | undefined> },
  ): void {
    const { bans, mutes, now } = this.#context
    for (const list of [bans, mutes])
      for (const { of, until, reason } of list.all as readonly Ban[]) {
        if (!('name' in of) || !isMeant(of.name)) continue
        for (const address of addresses) {
          if (isLoopback(address) || address === unknownAddress) continue
          const known = list.find({ address })
          if (known && known.until >= until) continue
          list.apply(list.create({ address }, until - now, renaming.inText(reason), changes))
        }
      }
  }

  // ---- The subject -------------------------------------------------------------------------------------------------

  #subjectOf(world: World, name: string): DataSubject | Refusal {
    const declared = this.#context.game?.personalData
    const player = declared?.find(world, name)
    if (player === 'ambiguous')
      return refusal(
        'name',
        'several players have this name: use one that only this player has, such as a number',
      )
    return { player, prefixes: declared?.records ?? [], ownsName: player?.sharesName !== true }
  }

  /** The known addresses of the player, normalized by `addressLimitKey`. */
  #addressesOf(runtime: WorldRuntime, isMeant: (name: string) => boolean): Set<string> {
    const { reports, departedPlayers } = this.#context
    const reported = reports.all.flatMap(({ by, of }) => [by, of])
    const players = [...reported, ...departedPlayers.all].filter((player) => hasMatchingName(player, isMeant))
    const sessions = runtime.sessions.filter((session) => isSessionOf(session, isMeant))
    const all = [
      ...players.map(({ address }) => address),
      ...sessions.map(({ connection }) => connection.address),
    ]
    return new Set(all.filter((address) => address !== unknownAddress).map(addressLimitKey))
  }

  #isKnown(world: World, name: string): boolean {
    const found = this.#context.game?.personalData?.find(world, name)
    return found === 'ambiguous' || (found?.data() ?? null) !== null
  }

  #newNames(world: World, names: readonly string[], player: KnownPlayer | undefined): Map<string, string> {
    const { meta, epoch, now } = this.#context
    const random = secureRandom(`erasure ${meta!.seed} ${epoch} ${now}`)
    const given = new Map<string, string>(player?.renamed)
    const taken = new Set<string>()
    const isTaken = (pseudonym: string) => taken.has(pseudonym) || this.#isKnown(world, pseudonym)
    for (const name of names) {
      if (given.has(name)) continue
      const pseudonym = newPseudonym(name, random, isTaken)
      taken.add(pseudonym)
      given.set(name, pseudonym)
    }
    return given
  }
}

/** All names of the player; only `name` if the world has no such player. */
function namesOf(player: KnownPlayer | undefined, name: string): readonly string[] {
  return player ? [...player.names, ...(player.renamed?.keys() ?? [])] : [name]
}

function isSessionOf({ name, info }: ClientSession, isMeant: (name: string) => boolean): boolean {
  return (name !== undefined && isMeant(name)) || (info.name !== null && isMeant(info.name))
}

/** Whether the line belongs to the player's data. Reports by other players do not, because they name their authors. */
function concerns({ kind, text }: TimelineLine, renaming: TextRenamer): boolean {
  return kind === 'report' ? renaming.beginsText(text) : renaming.isIn(text)
}

/** Takes up to `segmentsAtOnce` steps. Returns true if all steps are done. */
function takeSteps(steps: Iterator<void>): boolean {
  for (let taken = 0; taken < segmentsAtOnce; taken++) if (steps.next().done) return true
  return false
}
