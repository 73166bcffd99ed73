// Subscriptions of visitors' browsers, which are notified when a player joins an empty room (Web Push, RFC 8030).
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { base64url, fromBase64url } from '../platform/secrets.ts'

export const subscriptionKeyPrefix = 'push/'

/** The parts of the browser's subscription, as JSON. */
export interface PushTarget {
  /**
   * The subscription's url at the browser's push service. It is secret: anybody who has it can try to send a message.
   */
  readonly endpoint: string
  /**
   * In base64url. `p256dh`: the browser's public key, an uncompressed P-256 point. `auth`: its 16-byte authentication
   * secret.
   */
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Milliseconds since 1970. */
  readonly expirationTime?: number | null
}

/** A browser's request for notifications, whose target is not validated yet. */
export interface PushSubscriptionRequest extends PushTarget {
  readonly page: string
  /** The visitor's address, for rate limits. */
  readonly address: string
}

export interface StoredPushSubscription extends Omit<PushSubscriptionRequest, 'address'> {
  readonly id: string
  /** Number of messages in a row that the push service refused. */
  readonly refusals: number
}

/**
 * The key pair by which push services recognize the site (VAPID, RFC 8292), in base64url: an uncompressed P-256 point
 * and the private scalar.
 */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export async function newPushKeys(): Promise<PushKeys> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair
  const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', publicKey)) as JsonWebKey
  const { d = '' } = (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey
  return { publicKey: uncompressedPoint(x, y), privateKey: d }
}

/** The coordinates of the key, in base64url. */
export function publicKeyCoordinates(publicKey: string): { readonly x: string; readonly y: string } {
  const bytes = fromBase64url(publicKey)
  return { x: base64url(bytes.subarray(1, 33)), y: base64url(bytes.subarray(33, 65)) }
}

function uncompressedPoint(x: string, y: string): string {
  return base64url(concatBytes([Uint8Array.of(4), fromBase64url(x), fromBase64url(y)]))
}
