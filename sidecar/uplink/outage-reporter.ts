// Logs why the Worker is unreachable, at once and then every minute until it is reachable.
import type { Logger } from '../util/log.ts'

const repeatMs = 60_000

/** The HTTP status of a rejected upgrade, or the error of the connection. */
export type ConnectFailure = number | Error

export class OutageReporter {
  readonly #upstream: URL
  readonly #log: Logger
  #cause: string | undefined
  #loggedAt = 0

  constructor(upstream: URL, log: Logger) {
    this.#upstream = upstream
    this.#log = log
  }

  /** Logs the cause of a failure at once if it is new. */
  report(failure: ConnectFailure): void {
    const cause = describeCause(failure)
    const now = performance.now()
    if (cause === this.#cause && now - this.#loggedAt < repeatMs) return
    this.#cause = cause
    this.#loggedAt = now
    const level = isUnauthorized(failure) ? 'error' : 'warn'
    this.#log[level](`cannot reach the Worker at ${this.#upstream.origin}: ${cause}`)
  }

  /** Call when the Worker is reachable: the next failure is then logged at once. */
  onConnected(): void {
    this.#cause = undefined
  }
}

/** Whether the Worker has rejected the token, which only the operator can correct. */
export function isUnauthorized(failure: ConnectFailure): boolean {
  return failure === 401 || failure === 403
}

const causesByCode: { readonly [code: string]: string } = {
  ENOTFOUND: 'its host name has no DNS record; check the spelling of "upstream"',
  EAI_AGAIN: 'the DNS lookup failed; check the network connection',
  ECONNREFUSED: 'connection refused; check that the Worker runs and listens on this port',
  ECONNRESET: 'connection reset; check for a firewall, or another service on this port',
  EPIPE: 'connection reset; check for a firewall, or another service on this port',
  ETIMEDOUT: 'connection timed out; check the address and the firewall',
  EHOSTUNREACH: 'no route to its address',
  ENETUNREACH: 'no route to its network; check the network connection',
  EPROTO: 'TLS handshake failed; use http instead of https in "upstream" if the Worker has no TLS',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired, or the clock of this machine is wrong',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for a host name other than that of "upstream"',
}
/** OpenSSL's codes for a certificate from an issuer that this machine does not trust. */
const untrustedIssuer = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/

function describeCause(failure: ConnectFailure): string {
  if (typeof failure === 'number') return `${describeStatus(failure)} (HTTP ${failure})`
  const code = 'code' in failure ? String(failure.code) : ''
  const known = causesByCode[code]
  if (known !== undefined) return `${known} (${code})`
  if (untrustedIssuer.test(code))
    return `this machine does not trust the issuer of its TLS certificate (${code})`
  if (/SSL|TLS/.test(code)) return `TLS failed (${code})`
  // Errors of the WebSocket library for a timeout, or for a response that is no WebSocket, have no code.
  return failure.message
}

function describeStatus(status: number): string {
  if (isUnauthorized(status))
    return 'it rejects SIDECAR_TOKEN; the Worker must have the same secret under this name'
  if (status === 429)
    return 'it rejects every SIDECAR_TOKEN from this address for up to 15 minutes after too many wrong ones; correct the secret and wait'
  if (status === 404) return 'there is no Packetboat site at this address; check "upstream"'
  if (status >= 300 && status < 400) return 'it redirects; set "upstream" to the target of the redirect'
  if (status >= 500) return 'it is temporarily unavailable'
  return 'its response is not a WebSocket'
}
