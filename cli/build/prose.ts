// Rejects unclear wording in comments, string literals and documents, names in comments that do not exist, and folders
// with too many files. `npm run check` runs this check.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Comment, parseSync, Visitor } from 'oxc-parser'
import { CommentNames } from './comment-names.ts'
import { foldersWithTooManyFiles, maxFilesPerFolder } from './folder-size.ts'

/** `line`: the line in which the prose begins, from 1. */
export interface Prose {
  readonly text: string
  readonly line: number
}

interface Rule {
  readonly name: string
  readonly pattern: RegExp
}

const sentenceStart = String.raw`(?:^|[.!?:;]\s+|\n\s*\n\s*|^\s*[-*]\s+)`

const rules: readonly Rule[] = [
  { name: 'a gendered pronoun: write "they" or name the actor', pattern: /\b(?:he|his|him|himself)\b/ },
  {
    name: 'a sentence begins with a free relative: name the subject',
    pattern: new RegExp(
      String.raw`${sentenceStart}(?:Who(?:ever)?|What(?:ever)?)\s[^?]*?(?:[.;]|$)(?!\S)`,
      'm',
    ),
  },
  {
    name: 'a private word: use the field’s term',
    pattern:
      /\b(?:is told|are told|was told|were told|been told|be told|handed out|handed in|so and so|turned away|is brought|was brought|begun|the newcomers?|farewell|a stranger's? (?:datagram|packet)s?)\b/i,
  },
]

/** Text in backticks is ignored, because it is code. */
export function findBrokenRules(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`/g, '`code`')
  return rules.filter(({ pattern }) => pattern.test(plain)).map(({ name }) => name)
}

/**
 * The prose of a source file: its comments and its string literals of at least four words. Adjacent lines of `//` are
 * one comment. Also adds the file to `names`.
 */
export function proseOfSource(path: string, source: string, names?: CommentNames): Prose[] {
  const { program, comments } = parseSync(path, source)
  const lineAt = lineFinder(source)
  const found = proseOfComments(source, comments)
  names?.addSource(path, withoutComments(source, comments), found)
  const add = (text: string, start: number) => {
    if (text.trim().split(/\s+/).length >= 4) found.push({ text, line: lineAt(start) })
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value, node.start)
    },
    JSXText: (node) => add(node.value, node.start),
    TemplateLiteral: (node) => add(node.quasis.map(({ value }) => value.cooked ?? '').join('…'), node.start),
  }).visit(program)
  return found
}

function withoutComments(source: string, comments: readonly Comment[]): string {
  const starts = [0, ...comments.map(({ end }) => end)]
  return starts.map((start, i) => source.slice(start, comments[i]?.start)).join(' ')
}

function proseOfComments(source: string, comments: readonly Comment[]): Prose[] {
  const lineAt = lineFinder(source)
  const found: Prose[] = []
  let last: { text: string; line: number; end: number } | undefined
  for (const { type, value, start, end } of comments) {
    const text = type === 'Line' ? value.trim() : value.replaceAll(/^\s*\*+ ?/gm, '').trim()
    if (type === 'Line' && last && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`
      last.end = end
      continue
    }
    last = { text, line: lineAt(start), end }
    found.push(last)
  }
  return found
}

export function proseOfMarkdown(source: string): Prose[] {
  const blank = source.replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
  const found: Prose[] = []
  let line = 1
  for (const paragraph of blank.split(/(\n\s*\n)/)) {
    if (paragraph.trim()) found.push({ text: paragraph.trim(), line })
    line += paragraph.split('\n').length - 1
  }
  return found
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** The test of this check is ignored, because it contains rejected wording. */
const examples = 'test/cli/build/prose.test.ts'

/** Checks the tracked files below `root`. Returns the number of faults. */
export function checkProse(root: string): number {
  const tracked = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  const paths = tracked.split('\n')
  const refused = foldersWithTooManyFiles(paths).map(
    (folder) => `${folder}: more than ${maxFilesPerFolder} source files`,
  )
  const names = new CommentNames()
  for (const path of paths.filter((one) => one !== examples)) {
    const read = () => readFileSync(resolve(root, path), 'utf8')
    const prose = /\.tsx?$/.test(path)
      ? proseOfSource(path, read(), names)
      : path.endsWith('.md')
        ? proseOfMarkdown(read())
        : []
    for (const { text, line } of prose)
      for (const rule of findBrokenRules(text)) refused.push(`${path}:${line}: ${rule}: ${excerpt(text)}`)
  }
  for (const path of paths.filter((one) => /\.(?:cjs|css|json|py|toml)$/.test(one)))
    names.addCode(readFileSync(resolve(root, path), 'utf8'))
  for (const { path, line, name } of names.stale())
    refused.push(`${path}:${line}: a comment names \`${name}\`, which does not exist`)
  for (const one of refused) console.log(one)
  return refused.length
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

if (import.meta.main) process.exitCode = checkProse(resolve(import.meta.dirname, '../..')) > 0 ? 1 : 0
