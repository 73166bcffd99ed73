// An uploaded file that is already in memory.
import type { HandedIn } from '../game.ts'

export function handedIn(name: string, bytes: Uint8Array): HandedIn {
  return { name, size: bytes.length, read: (from, to) => bytes.slice(from, to) }
}
