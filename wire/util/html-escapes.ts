const references: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const characters: { readonly [reference: string]: string } = {
  ...Object.fromEntries(Object.entries(references).map(([character, reference]) => [reference, character])),
  '&#39;': "'",
}

/** Returns `text` for the content of an element, or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => references[character]!)
}

/** Reverses `escapeHtml` and the escapes of hono/jsx, which also escapes `'`. Other references stay as they are. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => characters[reference]!)
}
