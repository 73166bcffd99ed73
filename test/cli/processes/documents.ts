// Extracts the commands in a document: lines of shell blocks, and inline code that is a command.

/** Programs with which commands begin. `NAME=value` may precede the program. */
const programs =
  /^(?:[A-Z_]+=\S* +)*(?:npm|npx|node|curl|sudo|sh|git|cd|scp|tar|docker|\.\/\w+|cfclient|crossfire-client[\w-]*|node_modules\\\S+)(?: |$)/

/** The lines of all shell blocks, in order, without comments. */
export function shellLinesOf(markdown: string): string[] {
  const lines = blocksOf(markdown).flatMap(([, kind, text = '']) => (kind === 'sh' ? text.split('\n') : []))
  return lines.map((line) => line.replace(/(?:^|\s+)#.*$/, '').trim()).filter(Boolean)
}

/** Unique commands in document order. Splits `a && b` and ignores comments. */
export function commandsOf(markdown: string): string[] {
  const prose = blocksOf(markdown).reduce((left, [whole]) => left.replace(whole, ''), markdown)
  const mentioned = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const commands = [...shellLinesOf(markdown), ...mentioned.filter((text) => programs.test(text))]
  return [...new Set(commands.flatMap((line) => line.split(/\s+&&\s+/)))]
}

/**
 * The code blocks with their languages and texts. One regular expression finds all blocks, so that the end of a block
 * is not taken for the start of another.
 */
function blocksOf(markdown: string) {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
}

export function readCodeBlock(markdown: string, language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(markdown) ?? []
  if (text === undefined) throw new Error(`the document has no block of ${language}`)
  return text
}

/** Supports only '…' quotes. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
}
