// A file that is in memory already, as what a host hands in.
import type { HandedIn } from '../game.ts'

export function handedIn(name: string, bytes: Uint8Array): HandedIn {
  return { name, size: bytes.length, read: (from, to) => bytes.slice(from, to) }
}
