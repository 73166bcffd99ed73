// A browser and its push service for tests. It decrypts messages by RFC 8291 and checks their signature by RFC 8292,
// with Node's cryptography, which is independent of the code under test.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

const text = (info: string) => Buffer.from(`${info}\0`)

export class PushReceiver {
  /** The URL at the push service to which the site sends messages for this browser. */
  endpoint: string
  readonly #ecdh = createECDH('prime256v1')
  readonly #publicKey: Buffer
  readonly #auth = randomBytes(16)

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#publicKey = this.#ecdh.generateKeys()
  }

  /** The JSON of the browser's `PushSubscription`. */
  get subscription() {
    const keys = { p256dh: this.#publicKey.toString('base64url'), auth: this.#auth.toString('base64url') }
    return { endpoint: this.endpoint, expirationTime: null, keys }
  }

  /** Decrypts a message. Throws if the message is not for this browser, or was changed. */
  decrypt(body: Uint8Array): unknown {
    const bytes = Buffer.from(body)
    const [salt, size, idLength] = [bytes.subarray(0, 16), bytes.readUInt32BE(16), bytes[20]!]
    const serverKey = bytes.subarray(21, 21 + idLength)
    const record = bytes.subarray(21 + idLength)
    if (record.length > size) throw new Error('more than one record')
    const secret = this.#ecdh.computeSecret(serverKey)
    const info = Buffer.concat([text('WebPush: info'), this.#publicKey, serverKey])
    const keyMaterial = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32))
    const derived = (of: string, length: number) =>
      Buffer.from(hkdfSync('sha256', keyMaterial, salt, text(`Content-Encoding: ${of}`), length))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    const end = padded.lastIndexOf(2)
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
    return JSON.parse(padded.subarray(0, end).toString())
  }
}

/** The claims in the header that signs a message. Throws if the header is malformed or was not signed with this key. */
export function verifiedClaims(
  authorization: string,
  publicKey: string,
): { readonly aud: string; readonly exp: number; readonly sub: string } {
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error(`not signed by the site: ${authorization}`)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: known, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('the signature is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
