/** Returns `text` for the content of an element, or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => references.get(character)!)
}

const references = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** Reverses `escapeHtml` and the escapes of hono/jsx, which also escapes `'`. Other references stay as they are. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => characters.get(reference)!)
}

const characters = new Map([
  ['&#39;', "'"],
  ...[...references].map(([character, reference]) => [reference, character] as const),
])
