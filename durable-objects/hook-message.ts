// The body of a webhook request: Discord's JSON, or our own, signed by Standard Webhooks (standardwebhooks.com), which
// has libraries in most languages. Text by players stays plain text.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeUtf8 } from '../wire/utf8.ts'
import type { Delivery, Hook } from './hook.ts'

/** The room that sends the events. */
export interface Teller {
  readonly game: string
  readonly room: string
  readonly title: string
}

/** Discord's limit of a message, in characters. */
const longestDiscord = 2000

export function bodyOf(hook: Hook, delivery: Delivery, teller: Teller): string {
  return JSON.stringify(
    hook.kind === 'discord' ? discord(hook, delivery, teller) : plain(hook, delivery, teller),
  )
}

/** `sentAt`: milliseconds since 1970. */
export function headersOf(
  { secret }: Hook,
  { id }: Delivery,
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
    'webhook-signature': `v1,${signed(secret, `${id}.${timestamp}.${body}`)}`,
  }
}

/** 24 random bytes in the format of such secrets. */
export function newSecret(): string {
  return `whsec_${base64(crypto.getRandomValues(new Uint8Array(24)))}`
}

function signed(secret: string, text: string): string {
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (byte) => byte.charCodeAt(0))
  return base64(hmac(sha256, key, encodeUtf8(text)))
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function plain({ page }: Hook, { id, items, more }: Delivery, { game, room, title }: Teller) {
  return {
    ...{ id, game, room, title, url: page, kind: items[0]!.kind },
    news: items.map(({ id, at, text }) => ({ id, time: new Date(at).toISOString(), text })),
    more,
  }
}

function discord({ page }: Hook, { items, more }: Delivery, { title }: Teller) {
  const left = more > 0 ? [`and ${more} more before`] : []
  const lines = [`**${escaped(title)}** <${page}>`, ...items.map(({ text }) => escaped(text)), ...left]
  const content = lines.reduce((all, line) =>
    all.length + line.length < longestDiscord ? `${all}\n${line}` : all,
  )
  // Mentions nobody, whatever a player's name is.
  return { content, allowed_mentions: { parse: [] } }
}

/** Escapes Discord's markup: bold, links, mentions, headings. */
const escaped = (text: string) =>
  text.replace(/[^\p{L}\p{N}\s]/gu, (mark) => (mark < '\x7f' ? `\\${mark}` : mark))
