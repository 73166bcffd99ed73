import { encodeUtf8 } from '../util/utf8.ts'

/** Maximum bytes of a close reason in UTF-8. `WebSocket.close` throws for a longer reason. */
const maxReasonBytes = 123

/** Shortens the text so that it can be a close reason. */
export function closeReason(text: string): string {
  let bytes = 0
  let units = 0
  for (const character of text) {
    bytes += encodeUtf8(character).length
    if (bytes > maxReasonBytes) break
    units += character.length
  }
  return text.slice(0, units)
}
