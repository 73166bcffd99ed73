// The character references of HTML that hono/jsx writes, too.
const references: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const characters = new Map(Object.entries(references).map(([character, reference]) => [reference, character]))

/** Returns `text` for the content of an element or for a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character]!)
}

/** Reverses `escapeHtml`. Other character references stay as they are. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => characters.get(reference)!)
}
