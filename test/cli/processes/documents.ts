// The commands that a document tells its readers to type: the lines of its shell blocks, and commands within its text.

/** What a command begins with; `NAME=value` may stand before. */
const programs =
  /^(?:[A-Z_]+=\S* +)*(?:npm|npx|node|curl|sudo|sh|git|\.\/\w+|cfclient|crossfire-client[\w-]*|node_modules\\\S+)(?: |$)/

/** In the order in which they stand, each once; `a && b` is two, and comments are none. */
export function commandsOf(markdown: string): string[] {
  const blocks = blocksOf(markdown)
  const typed = blocks.flatMap(([, kind, text = '']) => (kind === 'sh' ? text.split('\n') : []))
  const prose = blocks.reduce((left, [whole]) => left.replace(whole, ''), markdown)
  const mentioned = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const lines = [...typed, ...mentioned.filter((text) => programs.test(text))]
  const commands = lines
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line && !line.startsWith('#'))
  return [...new Set(commands.flatMap((line) => line.split(/\s+&&\s+/)))]
}

/** With their languages and texts. All at once: the end of one must not pass for the beginning of another. */
function blocksOf(markdown: string) {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
}

/** The text of the first block of this language. */
export function blockOf(markdown: string, language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(markdown) ?? []
  if (text === undefined) throw new Error(`the document has no block of ${language}`)
  return text
}

/** As a shell takes a line apart; of its quotes only '…' is known. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
}
