/** UTF-16 units of a line of a log, of the chat or of a report. */
export const maxLineLength = 300

/**
 * Replaces line breaks and control characters, so that a player's text cannot end the line. `maxLength`: UTF-16 units.
 */
export function toOneLine(text: string, maxLength = maxLineLength): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.slice(0, maxLength).toWellFormed()
}
