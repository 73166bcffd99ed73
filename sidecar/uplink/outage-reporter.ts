// Logs why the Worker cannot be reached, in words for the operator: at once, then each minute while it lasts.
import type { Logger } from '../util/log.ts'

const repeatMs = 60_000

/** The result of a failed attempt: the HTTP status of a rejected upgrade, or the error of the connection. */
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

  /** Call for each failed attempt. A new cause is logged at once. */
  report(failure: ConnectFailure): void {
    const cause = describeCause(failure)
    const now = performance.now()
    if (cause === this.#cause && now - this.#loggedAt < repeatMs) return
    this.#cause = cause
    this.#loggedAt = now
    const level = isUnauthorized(failure) ? 'error' : 'warn'
    this.#log[level](`cannot reach the Worker at ${this.#upstream.origin}: ${cause}`)
  }

  /** Call after a connection: the next failure is logged at once. */
  onConnected(): void {
    this.#cause = undefined
  }
}

/** Whether the Worker has rejected the token. Only the operator can fix that. */
export function isUnauthorized(failure: ConnectFailure): boolean {
  return failure === 401 || failure === 403
}

const causesByCode: { readonly [code: string]: string } = {
  ENOTFOUND: 'its name has no address (DNS): is upstream spelt right?',
  EAI_AGAIN: 'its name cannot be looked up (DNS): is there a network?',
  ECONNREFUSED: 'the connection is refused: does it run there, at this port?',
  ECONNRESET: 'the connection was cut: a firewall, or a port that speaks something else',
  EPIPE: 'the connection was cut: a firewall, or a port that speaks something else',
  ETIMEDOUT: 'no answer: a firewall, or an address that nobody has',
  EHOSTUNREACH: 'there is no way to its address from here',
  ENETUNREACH: 'there is no way to its address from here: is there a network?',
  EPROTO: 'TLS fails: is upstream http there, and not https?',
  CERT_HAS_EXPIRED: 'TLS fails: its certificate has expired, or the clock of this machine is wrong',
  CERT_NOT_YET_VALID: 'TLS fails: its certificate is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS fails: its certificate is for another name than upstream has',
}
/** OpenSSL's codes for a certificate from an issuer that this machine does not trust. */
const untrustedIssuer = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/

function describeCause(failure: ConnectFailure): string {
  if (typeof failure === 'number') return `${describeStatus(failure)} (HTTP ${failure})`
  const code = 'code' in failure ? String(failure.code) : ''
  const known = causesByCode[code]
  if (known !== undefined) return `${known} (${code})`
  if (untrustedIssuer.test(code))
    return `TLS fails: this machine does not know who signed its certificate (${code})`
  if (/SSL|TLS/.test(code)) return `TLS fails (${code})`
  // The library's errors for a timeout, and for a response that is not a WebSocket, have no code.
  return failure.message
}

function describeStatus(status: number): string {
  if (isUnauthorized(status)) return 'it refuses SIDECAR_TOKEN: the Worker must have the same secret by this name'
  if (status === 429)
    return 'it refuses every SIDECAR_TOKEN from here for up to 15 minutes, for too many were wrong: correct the secret and wait'
  if (status === 404) return 'no Packetboat answers there: is upstream its address?'
  if (status >= 300 && status < 400) return 'it sends elsewhere: give as upstream where it sends'
  if (status >= 500) return 'it is there, but cannot answer at the moment'
  return 'it gives no WebSocket'
}
