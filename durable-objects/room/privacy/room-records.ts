// The room's own records without one player: its log, stories, reports, bans, webhooks and admissions.
import type { Forgotten } from '../../../games/shared/privacy/personal-data.ts'
import { unknownAddress } from '../../../wire/net/ip-address.ts'
import { type Ban, banPrefix, mutePrefix } from '../../model/bans.ts'
import { chatPrefix, rewriteChat } from '../../model/chat-log.ts'
import { type Report, type ReportedPlayer, reportPrefix } from '../../model/reports.ts'
import { logPrefix, rewriteLogTexts, type TimelineLine } from '../../model/room-log.ts'
import { storyPrefix, withOtherNames } from '../../model/story.ts'
import { type StoredWebhook, type WebhookEvent, webhookPrefix } from '../../model/webhook.ts'
import type { Records, Stored } from '../../storage/records.ts'
import { admittedKey, type StoredAddresses } from '../context/admission.ts'

/** A record without the player; undefined deletes it. */
type Anonymize = (value: Stored, forgotten: Forgotten) => Stored | undefined

const byPrefix: readonly (readonly [prefix: string, anonymize: Anonymize])[] = [
  [logPrefix, (value, { renaming }) => rewriteLogTexts(value, (kind, text) => logText(kind, text, renaming))],
  [chatPrefix, anonymizeChatLog],
  [reportPrefix, anonymizeReport],
  [storyPrefix, anonymizeStory],
  [banPrefix, anonymizeBan],
  [mutePrefix, anonymizeBan],
  [webhookPrefix, anonymizeWebhook],
  [admittedKey, anonymizeAdmissions],
]

/** The changes to the room's own records. */
export function* anonymizedRoomRecords(
  records: Records,
  forgotten: Forgotten,
): Iterable<readonly [key: string, value: Stored | undefined]> {
  for (const [prefix, anonymize] of byPrefix)
    for (const [key, value] of records.list(prefix)) {
      const anonymous = anonymize(value, forgotten)
      if (anonymous !== value) yield [key, anonymous]
    }
}

/** A line of the log without the player's names. The room's own words stay, even if a name equals one of them. */
function logText(kind: TimelineLine['kind'], text: string, renaming: Forgotten['renaming']): string {
  // The shortened address follows the name, in brackets.
  const [, before = '', name = '', after = ''] =
    /^(|The host kicked )(.*) \([^()]*\)((?: joined| left).*|)$/u.exec(text) ?? []
  const pseudonym = renaming.of(name)
  if (pseudonym !== undefined) return `${before}${pseudonym} (erased)${renaming.inText(after)}`
  if (kind === 'join' || kind === 'leave' || kind === 'refusal' || kind === 'fault') return text
  const [, host = '', rest = text] = /^(The host )(.*)$/u.exec(text) ?? []
  return host + renaming.inText(rest)
}

function anonymizeChatLog(value: Stored, { renaming }: Forgotten): Stored {
  return rewriteChat(value, (text) => anonymousChat(text, renaming) ?? '')
}

function anonymizeReport(value: Stored, { renaming }: Forgotten): Stored {
  const report = JSON.parse(String(value)) as Report
  const isTheirs = (player: ReportedPlayer) => namesAny(player, (one) => renaming.of(one) !== undefined)
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
        const anonymous = anonymousChat(text, renaming)
        return anonymous === undefined ? [] : [{ at, text: anonymous }]
      }),
    } satisfies Report),
  )
}

function anonymizeStory(value: Stored, { renaming }: Forgotten): Stored {
  return withOtherNames(
    value,
    (player) => renaming.apply(player),
    (text) => renaming.inText(text),
  )
}

/** Whether `isMeant` accepts a name of the player. */
export function namesAny({ name, identity }: ReportedPlayer, isMeant: (name: string) => boolean): boolean {
  return isMeant(name) || (identity !== undefined && isMeant(identity))
}

/** A line of chat without the player; undefined if the player has said it. */
export function anonymousChat(text: string, renaming: Forgotten['renaming']): string | undefined {
  return renaming.beginsText(text) ? undefined : renaming.inText(text)
}

/** Deletes a ban of the name. If an address is known, `PlayerData` has banned it instead. */
function anonymizeBan(value: Stored, { renaming }: Forgotten): Stored | undefined {
  const ban = JSON.parse(String(value)) as Ban
  if ('name' in ban.of && renaming.of(ban.of.name) !== undefined) return undefined
  return sameOr(value, JSON.stringify({ ...ban, reason: renaming.inText(ban.reason) } satisfies Ban))
}

function anonymizeWebhook(value: Stored, { renaming }: Forgotten): Stored {
  const webhook = JSON.parse(String(value)) as StoredWebhook
  const anonymous = (event: WebhookEvent): WebhookEvent => ({
    ...event,
    text: renaming.inText(event.text),
    ...(event.labels && {
      labels: Object.fromEntries(
        Object.entries(event.labels).map(([label, text]) => [label, renaming.apply(text)]),
      ),
    }),
  })
  const { queue, delivery } = webhook
  return sameOr(
    value,
    JSON.stringify({
      ...webhook,
      queue: queue.map(anonymous),
      ...(delivery && { delivery: { ...delivery, events: delivery.events.map(anonymous) } }),
    } satisfies StoredWebhook),
  )
}

/** An address of the player has to be admitted again. */
function anonymizeAdmissions(value: Stored, { hasAddress }: Forgotten): Stored {
  const { epoch, until } = JSON.parse(String(value)) as StoredAddresses
  const kept = Object.entries(until).filter(([address]) => !hasAddress(address))
  return sameOr(value, JSON.stringify({ epoch, until: Object.fromEntries(kept) }))
}

/** Returns `before` itself if the record is unchanged. */
function sameOr(before: Stored, after: string): Stored {
  return after === before ? before : after
}
