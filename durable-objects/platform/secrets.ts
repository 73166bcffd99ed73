// Generates, hashes and compares tokens and passwords, which are compared in constant time and never logged.
import { sha256 as incrementalSha256 } from '@noble/hashes/sha2.js'
import type { IncrementalDigest } from '../../wire/export/room-export.ts'
import { decodeBase64, encodeBase64 } from '../../wire/util/base64.ts'
import { undefinedIfMalformed } from '../../wire/util/wire-error.ts'

/** Tests replace these functions by cheaper, reproducible ones. */
export interface Secrets {
  /** 32 random bytes, base64url. */
  newToken(): string
  /** 32 bits, never 0. */
  newEpoch(): number
  /** The SHA-256 of a token. */
  digest(token: string): Promise<string>
  hasDigest(token: string, storedDigest: string): Promise<boolean>
  /** A slow hash with a salt (`hashSecret`). */
  hash(secret: string): Promise<string>
  matches(secret: string, hashed: string): Promise<boolean>
  /** An incremental SHA-256, for the checksum of an export. */
  newSha256(): IncrementalDigest
}

const maxRounds = 100_000 // the platform allows no more
const saltBytes = 16

/** 32 random bytes, base64url. */
export function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function digest(token: string): Promise<string> {
  return base64url(await sha256(token))
}

/** Undefined and empty secrets match nothing. The comparison takes constant time. */
export async function matchesAnySecret(token: string, ...secrets: (string | undefined)[]): Promise<boolean> {
  const shown = await sha256(token)
  let found = false
  for (const secret of secrets) {
    const same = constantTimeEqual(shown, await sha256(secret ?? ''))
    if (secret !== undefined && secret !== '' && same) found = true
  }
  return found
}

async function hasDigest(token: string, storedDigest: string): Promise<boolean> {
  return constantTimeEqual(await sha256(token), fromBase64url(storedDigest))
}

/** The result has the form `pbkdf2-sha256$rounds$salt$hash`. */
export async function hashSecret(secret: string, rounds = maxRounds): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  return `pbkdf2-sha256$${rounds}$${base64url(salt)}$${base64url(await derive(secret, salt, rounds))}`
}

/** Returns false for a text that `hashSecret` did not create. */
export async function matchesSecret(secret: string, hashed: string): Promise<boolean> {
  const [name, count, ...parts] = hashed.split('$')
  const rounds = Number(count)
  if (name !== 'pbkdf2-sha256' || !Number.isInteger(rounds) || rounds < 1 || rounds > maxRounds) return false
  const [salt, hash] = undefinedIfMalformed(() => parts.map(fromBase64url)) ?? []
  return (
    salt !== undefined && hash !== undefined && constantTimeEqual(await derive(secret, salt, rounds), hash)
  )
}

/** A hash takes some 15 ms of the room's single thread, so each runs in an event of its own, between other events. */
async function yieldAndHash(secret: string): Promise<string> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0))
  return hashSecret(secret)
}

function newEpoch(): number {
  const [random] = crypto.getRandomValues(new Uint32Array(1))
  return 1 + Math.floor(random! * (0xfffffffe / 0x100000000))
}

export const systemSecrets: Secrets = {
  newToken,
  newEpoch,
  digest,
  hasDigest,
  hash: yieldAndHash,
  matches: matchesSecret,
  newSha256,
}

/** A library's incremental SHA-256, because the platforms have no common API for it. */
export function newSha256(): IncrementalDigest {
  const hash = incrementalSha256.create()
  return {
    update: (bytes) => hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}

async function derive(
  secret: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'PBKDF2', false, [
    'deriveBits',
  ])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  )
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  let different = a.length ^ b.length
  for (let i = 0; i < a.length; i++) different |= a[i]! ^ (b[i] ?? 0)
  return different === 0
}

/** Base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
}
