// A message of Web Push: encrypted for one browser (RFC 8291), and signed with the site's key (VAPID, RFC 8292).
import { encryptNotification } from '@block65/webcrypto-web-push'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { type PushKeys, type PushTarget, publicKeyCoordinates } from '../../model/push-subscription.ts'
import { base64url } from '../../platform/secrets.ts'

/** The push service keeps a message this long for a browser that is offline. A later message would be outdated. */
const ttlSeconds = 600
/** RFC 8292, section 2, allows at most a day. */
const signatureMs = 60 * 60 * 1000

/** Shown by the site's service worker (browser/service-worker.ts). */
export interface PushContent {
  readonly title: string
  readonly body: string
  /** `game/room`. */
  readonly room: string
  /** A click opens this page. */
  readonly url: string
}

export class PushSigner {
  readonly #keys: PushKeys
  readonly #signingKey: Promise<CryptoKey>

  /** Invalid keys make `authorize` throw. */
  constructor(keys: PushKeys) {
    this.#keys = keys
    const jwk = { kty: 'EC', crv: 'P-256', ...publicKeyCoordinates(keys.publicKey), d: keys.privateKey }
    this.#signingKey = crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ])
  }

  /** `subject`: the site's url, as the browser uses it. `now`: milliseconds since 1970. */
  async authorize(endpoint: string, subject: string, now: number): Promise<string> {
    const claims = {
      aud: new URL(endpoint).origin,
      exp: Math.floor((now + signatureMs) / 1000),
      sub: subject,
    }
    const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => base64url(encodeUtf8(JSON.stringify(part))))
      .join('.')
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      await this.#signingKey,
      encodeUtf8(signed) as Uint8Array<ArrayBuffer>,
    )
    return `vapid t=${signed}.${base64url(new Uint8Array(signature))}, k=${this.#keys.publicKey}`
  }
}

/** Whether messages can be encrypted with the keys of a subscription, which any visitor can send. */
export async function hasUsableKeys(target: PushTarget): Promise<boolean> {
  try {
    await encrypt(target, '')
    return true
  } catch {
    // A key has the wrong length, or is not a point of the curve.
    return false
  }
}

/** `topic`: the push service replaces a waiting message by a newer one of the same topic (RFC 8030, 5.4). */
export async function pushMessage(
  target: PushTarget,
  content: PushContent,
  { signer, topic, now }: { readonly signer: PushSigner; readonly topic: string; readonly now: number },
) {
  return {
    headers: {
      authorization: await signer.authorize(target.endpoint, new URL(content.url).origin, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: `${ttlSeconds}`,
      topic,
      urgency: 'normal',
    },
    body: await encrypt(target, JSON.stringify(content)),
  }
}

/** The message needs no padding, because its length reveals at most the length of a name. */
async function encrypt({ endpoint, keys }: PushTarget, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const subscription = { endpoint, keys, expirationTime: null }
  return (await encryptNotification(subscription, encodeUtf8(text), {
    pad: false,
  })) as Uint8Array<ArrayBuffer>
}
