// The body of a webhook request, in Discord's format, in which markup in players' text is escaped, or in Packetboat's.
// Packetboat's is signed as Standard Webhooks specify (standardwebhooks.com), so that existing libraries can verify it.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase64, encodeBase64 } from '../../../wire/util/base64.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { mentionsOfDelivery, type StoredWebhook, type WebhookDelivery } from '../../model/webhook.ts'

export interface WebhookSource {
  readonly game: string
  readonly room: string
  readonly title: string
}

/** Discord's limit in characters. */
const maxDiscordLength = 2000
/** Characters reserved for the last line, which states the number of omitted events. */
const roomForMore = 30

export function webhookBody(
  webhook: StoredWebhook,
  delivery: WebhookDelivery,
  source: WebhookSource,
): string {
  return JSON.stringify(
    webhook.kind === 'discord'
      ? discordBody(webhook, delivery, source)
      : plainBody(webhook, delivery, source),
  )
}

/** `sentAt`: milliseconds since 1970. */
export function webhookHeaders(
  { secret }: StoredWebhook,
  { id }: WebhookDelivery,
  body: string,
  sentAt: number,
): Readonly<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'packetboat' }
  if (secret === undefined) return headers
  const timestamp = String(Math.floor(sentAt / 1000))
  return {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`,
  }
}

/** A new signing secret as Standard Webhooks define it: 24 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${encodeBase64(crypto.getRandomValues(new Uint8Array(24)))}`
}

function signature(secret: string, text: string): string {
  const key = decodeBase64(secret.replace(/^whsec_/, ''))
  return encodeBase64(hmac(sha256, key, encodeUtf8(text)))
}

function plainBody(
  { page }: StoredWebhook,
  { id, events, more }: WebhookDelivery,
  { game, room, title }: WebhookSource,
) {
  return {
    ...{ id, game, room, title, url: page, kind: events[0]!.kind },
    news: events.map(({ at, kind: _, ...event }) => ({ ...event, time: new Date(at).toISOString() })),
    more,
  }
}

function discordBody({ page }: StoredWebhook, delivery: WebhookDelivery, { title }: WebhookSource) {
  const users = mentionsOfDelivery(delivery).filter((id) => /^\d{15,20}$/.test(id))
  const head = [`**${escaped(title)}** <${page}>`]
  if (users.length > 0) head.push(users.map((id) => `<@${id}>`).join(' '))
  const lines = delivery.events.map(({ text }) => escaped(text))
  let content = head.join('\n')
  let shown = 0
  for (const line of lines) {
    if (content.length + line.length + roomForMore > maxDiscordLength) break
    content += `\n${line}`
    shown++
  }
  const more = delivery.more + lines.length - shown
  if (more > 0) content += `\nand ${more} more`
  // Only these users are mentioned, even if a player's name contains a mention.
  return { content, allowed_mentions: { parse: [], ...(users.length > 0 && { users }) } }
}

/** Escapes Discord's markup: bold, links, mentions, headings. */
const escaped = (text: string) =>
  text.replace(/[^\p{L}\p{N}\s]/gu, (mark) => (mark < '\x7f' ? `\\${mark}` : mark))
