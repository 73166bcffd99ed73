// An uploaded file that is already in memory.
import type { UploadedFile } from '../game.ts'

export function uploadedFile(name: string, bytes: Uint8Array): UploadedFile {
  return { name, size: bytes.length, read: (from, to) => bytes.slice(from, to) }
}
