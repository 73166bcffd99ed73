import type { Peer } from '../../../games/game.ts'
import type { ChatLine, ChatModeration } from '../../../games/game-context.ts'
import {
  filteredMessage,
  filteredNameMessage,
  mutedMessage,
  reservedNameMessage,
  unreadableNameMessage,
} from '../../../games/moderation.ts'
import { AddressRateLimiter } from '../../../games/shared/address-rate-limiter.ts'
import type { chatOptions } from '../../../games/shared/options/chat-options.ts'
import type { OptionsOf } from '../../../games/shared/options/table.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { foldName } from '../../model/bans.ts'
import { maxLineLength, toOneLine } from '../../model/one-line.ts'
import { isReservedName, isUnreadableName } from '../../model/player-name-rules.ts'
import { maxLines, type ReportedPlayer, reportRetentionMs } from '../../model/reports.ts'
import { WordFilter } from '../../model/word-filter.ts'
import type { StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { TimelineEvent } from '../context/room-events.ts'
import type { ClientSession, SessionRegistry } from '../sessions/client-session.ts'

/** Rates of reports by one session, from one address, and by all players of the room. */
const sessionRate = { perSecond: 1 / 20, burst: 4 } as const
const addressRate = { perMinute: 6, burst: 10 } as const
const roomRate = { perSecond: 0.5, burst: 30 } as const
/** Maximum words of a player's name in a report; no game allows longer names. */
const maxNameWords = 12
/** Limit of names in the answer to a report that matches several players. */
const maxListed = 5

interface ReportTransaction {
  readonly changes: Map<string, StoredValue | undefined>
  readonly events: TimelineEvent[]
}

type ReportTarget = { readonly player: ReportedPlayer; readonly reason: string } | { readonly answer: string }

export class RoomChat implements ChatModeration {
  readonly #context: RoomContext
  readonly #sessions: Pick<SessionRegistry, 'all' | 'of'>
  readonly #transactions: ReportTransaction
  readonly #sessionRates = new WeakMap<ClientSession, TokenBucket>()
  readonly #addressRates = new AddressRateLimiter()
  readonly #roomRate = new TokenBucket(roomRate.perSecond, roomRate.burst)
  #filter: { readonly words: readonly string[]; readonly filter: WordFilter } | undefined

  constructor(
    context: RoomContext,
    sessions: Pick<SessionRegistry, 'all' | 'of'>,
    transactions: ReportTransaction,
  ) {
    this.#context = context
    this.#sessions = sessions
    this.#transactions = transactions
  }

  review(speaker: Peer, text: string): { readonly text: string } | { readonly refused: string } {
    const session = this.#sessions.of(speaker)
    if (session && this.#context.mutes.covers(session.connection.address, session.name))
      return { refused: mutedMessage }
    const line = text.split(lineBreaks).join(' ')
    const masked = this.#wordFilter.mask(line)
    return masked !== line && this.#options.filtered === 'refused'
      ? { refused: filteredMessage }
      : { text: masked }
  }

  nameRefusal(name: string): string | undefined {
    if (isReservedName(name)) return reservedNameMessage
    return isUnreadableName(name) ? unreadableNameMessage : this.wordRefusal(name)
  }

  wordRefusal(text: string): string | undefined {
    return this.#wordFilter.matches(text) ? filteredNameMessage : undefined
  }

  recordLine(readers: Iterable<Peer>, line: string): void {
    const { chatLog, roomLog, now } = this.#context
    const heard = { at: now, text: chatLine(line) }
    const sessions = [...readers].flatMap((peer) => this.#sessions.of(peer) ?? [])
    if (sessions.length === 0) return
    for (const session of sessions) session.hear(heard)
    const ids = sessions.map(({ id }) => id)
    chatLog.add(heard, ids)
    roomLog.writeSoon()
  }

  report(reporter: Peer, words: string, lines?: readonly ChatLine[]): string {
    const session = this.#sessions.of(reporter)
    if (!session) return ''
    const waitMs = this.#waitMs(session)
    if (waitMs > 0) return `Too many reports. Try again in ${Math.ceil(waitMs / 1000)} s.`
    const found = this.#findReported(session, chatLine(words))
    if ('answer' in found) return found.answer
    const { player, reason } = found
    const by = toReportedPlayer(session, this.#namesIdentify)
    const { reports, chatLog, alarm } = this.#context
    const heard = session.isResumed ? chatLog.readBy(session.id, session.startedAt) : session.heardLines
    const read = lines ? linesSince(session, lines) : heard
    reports.add({ by, of: player, reason, lines: read }, this.#transactions.changes)
    const text = `${by.name} reported ${player.name}${reason === '' ? '' : `: ${reason}`}`
    alarm.request('reports', reports.expiresAt ?? this.#context.now + reportRetentionMs)
    this.#transactions.events.push({ kind: 'report', text: text.slice(0, maxLineLength), player: player.id })
    return `Your report of ${player.name} was sent to the host.`
  }

  /** Counts the report and returns 0, or returns the milliseconds to wait. */
  #waitMs(session: ClientSession): number {
    const { now } = this.#context
    let own = this.#sessionRates.get(session)
    if (!own) {
      own = new TokenBucket(sessionRate.perSecond, sessionRate.burst)
      this.#sessionRates.set(session, own)
    }
    const waitMs = own.waitMs(now) || this.#roomRate.waitMs(now)
    if (waitMs > 0) return waitMs
    const { address } = session.connection
    if (!this.#addressRates.take(address, now, addressRate.perMinute, addressRate.burst))
      return 60_000 / addressRate.perMinute
    own.charge(now)
    this.#roomRate.charge(now)
    return 0
  }

  /**
   * Finds the player by a quoted name, else by as many of the first words as form a name, else by the first word, if
   * only one name starts with it. Players who left recently are found too.
   */
  #findReported(reporter: ClientSession, words: string): ReportTarget {
    const [, quoted, afterQuote = ''] = /^"([^"]+)"\s*(.*)$/u.exec(words) ?? []
    const parts = words.split(' ').filter((word) => word !== '')
    if (parts.length === 0) return { answer: "Write the player's name, then the reason." }
    const players = this.#playersByName()
    const inQuotes = quoted === undefined ? undefined : players.get(foldName(quoted))
    if (inQuotes) return this.#checked(reporter, inQuotes, afterQuote)
    for (let length = Math.min(maxNameWords, parts.length); length > 0; length--) {
      const player = players.get(foldName(parts.slice(0, length).join(' ')))
      if (player) return this.#checked(reporter, player, parts.slice(length).join(' '))
    }
    const start = foldName(parts[0]!)
    const alike = new Map(
      [...players].filter(([name]) => name.startsWith(start)).map(([, player]) => [player.name, player]),
    )
    const [player, ...others] = alike.values()
    if (player && others.length === 0) return this.#checked(reporter, player, parts.slice(1).join(' '))
    if (!player) return { answer: unknownPlayer }
    const names = [...alike.keys()].slice(0, maxListed).join(', ')
    return { answer: `Several players match: ${names}. Write the whole name.` }
  }

  #checked(reporter: ClientSession, player: ReportedPlayer, reason: string): ReportTarget {
    return player.id === reporter.id ? { answer: 'You cannot report yourself.' } : { player, reason }
  }

  /** Connected and recently departed players, by folded name. A connected player has precedence over a departed one. */
  #playersByName(): Map<string, ReportedPlayer> {
    const players = new Map<string, ReportedPlayer>()
    const add = (name: string | undefined, player: ReportedPlayer) => {
      if (name !== undefined) players.set(foldName(name), player)
    }
    for (const player of this.#context.departedPlayers.all) {
      add(player.name, player)
      add(player.identity, player)
    }
    for (const session of this.#sessions.all) {
      if (session.info.name === null) continue
      const player = toReportedPlayer(session, this.#namesIdentify)
      add(player.name, player)
      add(session.name, player)
    }
    return players
  }

  get #namesIdentify(): boolean {
    return !this.#context.game?.namesIdentifySlots
  }

  get #options(): Partial<OptionsOf<typeof chatOptions>> {
    return this.#context.meta?.options ?? {}
  }

  get #wordFilter(): WordFilter {
    const { filter: words = [] } = this.#options
    if (this.#filter?.words !== words) this.#filter = { words, filter: new WordFilter(words) }
    return this.#filter.filter
  }
}

/** A second line could look like a line of the host or of another player. */
const lineBreaks = /[\n\v\f\r\u2028\u2029]+/u

const unknownPlayer = 'No player has this name. Write it as you see it, then the reason.'

/** Joins runs of spaces before the line is cut, because a long run would push the words after it out of the line. */
const chatLine = (text: string): string => toOneLine(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())

/** The lines since the session's start, which its player could read. */
function linesSince({ startedAt }: ClientSession, lines: readonly ChatLine[]): readonly ChatLine[] {
  const read = lines.filter(({ at }) => at >= startedAt).slice(-maxLines)
  return read.map(({ at, text }) => ({ at, text: chatLine(text) }))
}

export function toReportedPlayer(session: ClientSession, namesIdentify: boolean): ReportedPlayer {
  const { id, name, info, connection } = session
  return {
    id,
    name: info.name ?? '',
    ...(name !== undefined && namesIdentify && { identity: name }),
    address: connection.address,
  }
}
