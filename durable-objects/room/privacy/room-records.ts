// Erases one player from the room's own records: log, chat, reports, stories, bans, mutes, webhooks and admissions.
import type { Erasure } from '../../../games/shared/privacy/personal-data.ts'
import { unknownAddress } from '../../../wire/net/ip-address.ts'
import { type Ban, banKeyPrefix, muteKeyPrefix } from '../../model/bans.ts'
import { chatKeyPrefix, rewriteChat } from '../../model/chat-log.ts'
import { type Report, type ReportedPlayer, reportKeyPrefix } from '../../model/reports.ts'
import { logKeyPrefix, rewriteLogTexts, type TimelineLine } from '../../model/room-log.ts'
import { renameInStoryRecord, storyKeyPrefix } from '../../model/story.ts'
import { type StoredWebhook, type WebhookEvent, webhookKeyPrefix } from '../../model/webhook.ts'
import type { Records, StoredValue } from '../../storage/records.ts'
import { type AdmittedAddresses, admittedAddressesKey } from '../context/admission.ts'

/** Returns undefined to delete the record. */
type Anonymize = (value: StoredValue, forgotten: Erasure) => StoredValue | undefined

const byPrefix: readonly (readonly [prefix: string, anonymize: Anonymize])[] = [
  [
    logKeyPrefix,
    (value, { renaming }) => rewriteLogTexts(value, (kind, text) => logText(kind, text, renaming)),
  ],
  [chatKeyPrefix, anonymizeChatLog],
  [reportKeyPrefix, anonymizeReport],
  [storyKeyPrefix, anonymizeStory],
  [banKeyPrefix, anonymizeBan],
  [muteKeyPrefix, anonymizeBan],
  [webhookKeyPrefix, anonymizeWebhook],
  [admittedAddressesKey, anonymizeAdmissions],
]

export function* anonymizedRoomRecords(
  records: Records,
  forgotten: Erasure,
): Iterable<readonly [key: string, value: StoredValue | undefined]> {
  for (const [prefix, anonymize] of byPrefix)
    for (const [key, value] of records.list(prefix)) {
      const anonymous = anonymize(value, forgotten)
      if (anonymous !== value) yield [key, anonymous]
    }
}

/** Replaces names in a line of the log, but not in the room's own words, even if a name equals one of them. */
function logText(kind: TimelineLine['kind'], text: string, renaming: Erasure['renaming']): string {
  // In these lines a player's name is followed by their shortened address in brackets.
  const [, before = '', name = '', after = ''] =
    /^(|The host kicked )(.*) \([^()]*\)((?: joined| left).*|)$/u.exec(text) ?? []
  const pseudonym = renaming.of(name)
  if (pseudonym !== undefined) return `${before}${pseudonym} (erased)${renaming.inText(after)}`
  if (kind === 'join' || kind === 'leave' || kind === 'refusal' || kind === 'fault') return text
  const [, host = '', rest = text] = /^(The host )(.*)$/u.exec(text) ?? []
  return host + renaming.inText(rest)
}

function anonymizeChatLog(value: StoredValue, { renaming }: Erasure): StoredValue {
  return rewriteChat(value, (text) => anonymizedChat(text, renaming) ?? '')
}

function anonymizeReport(value: StoredValue, { renaming }: Erasure): StoredValue {
  const report = JSON.parse(String(value)) as Report
  const isTheirs = (player: ReportedPlayer) =>
    hasMatchingName(player, (one) => renaming.of(one) !== undefined)
  const player = (of: ReportedPlayer): ReportedPlayer => {
    const { name, identity, address } = of
    return {
      id: of.id,
      name: renaming.inText(name),
      ...(identity !== undefined && { identity: renaming.apply(identity) }),
      address: isTheirs(of) ? unknownAddress : address,
    }
  }
  const { by, of, reason, lines } = report
  return sameOr(
    value,
    JSON.stringify({
      ...report,
      by: player(by),
      of: player(of),
      reason: renaming.inText(reason),
      lines: lines.flatMap(({ at, text }) => {
        const anonymous = anonymizedChat(text, renaming)
        return anonymous === undefined ? [] : [{ at, text: anonymous }]
      }),
    } satisfies Report),
  )
}

function anonymizeStory(value: StoredValue, { renaming }: Erasure): StoredValue {
  return renameInStoryRecord(
    value,
    (player) => renaming.apply(player),
    (text) => renaming.inText(text),
  )
}

export function hasMatchingName(
  { name, identity }: ReportedPlayer,
  isMeant: (name: string) => boolean,
): boolean {
  return isMeant(name) || (identity !== undefined && isMeant(identity))
}

export function anonymizedChat(text: string, renaming: Erasure['renaming']): string | undefined {
  return renaming.beginsText(text) ? undefined : renaming.inText(text)
}

/** Deletes a ban or mute of the player's name: `PlayerDataRequests` bans or mutes the known addresses instead. */
function anonymizeBan(value: StoredValue, { renaming }: Erasure): StoredValue | undefined {
  const ban = JSON.parse(String(value)) as Ban
  if ('name' in ban.of && renaming.of(ban.of.name) !== undefined) return undefined
  return sameOr(value, JSON.stringify({ ...ban, reason: renaming.inText(ban.reason) } satisfies Ban))
}

/** Deletes the Discord user ids of events that name the player, and of dropped events, which may name the player. */
function anonymizeWebhook(value: StoredValue, { renaming }: Erasure): StoredValue {
  const anonymous = (event: WebhookEvent): WebhookEvent => {
    const text = renaming.inText(event.text)
    const labels = Object.entries(event.labels ?? {}).map(
      ([label, of]) => [label, renaming.apply(of)] as const,
    )
    const isNamed = text !== event.text || labels.some(([label, of]) => of !== event.labels?.[label])
    if (!isNamed) return event
    const { mentions, ...rest } = event
    return { ...rest, text, ...(event.labels && { labels: Object.fromEntries(labels) }) }
  }
  const webhook = JSON.parse(String(value)) as StoredWebhook
  const { queue, delivery } = webhook
  return sameOr(
    value,
    JSON.stringify({
      ...{ ...webhook, queue: queue.map(anonymous), droppedMentions: undefined },
      ...(delivery && {
        delivery: { ...delivery, events: delivery.events.map(anonymous), mentions: undefined },
      }),
    }),
  )
}

function anonymizeAdmissions(value: StoredValue, { hasAddress }: Erasure): StoredValue {
  const { epoch, until } = JSON.parse(String(value)) as AdmittedAddresses
  const kept = Object.entries(until).filter(([address]) => !hasAddress(address))
  return sameOr(value, JSON.stringify({ epoch, until: Object.fromEntries(kept) }))
}

/** Returns `before` itself if the record is unchanged. */
function sameOr(before: StoredValue, after: string): StoredValue {
  return after === before ? before : after
}
