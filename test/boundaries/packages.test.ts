// No document or script downloads a package that is not in the lock file. Until our packages are published, anybody
// could register their names, and a documented `npx` command would then run that person's code with a SIDECAR_TOKEN.
import { globSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const pages = [
  ...[
    '*.md',
    '{docs,deploy,games,wire,bench,test,durable-objects}/**/*.md',
    'deploy/**/*',
    '.github/**/*.yml',
    '.ci/*',
  ],
  '{cli,workers,durable-objects,sidecar,browser}/**/*.{ts,tsx,cjs}',
]

const locked = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')))

/** Packages that an operator may add to a site, with their exact versions. */
const optional = new Set(
  globSync('games/*/browser/installed-package.json', { cwd: root }).map((file) => {
    const { name, version } = JSON.parse(readFileSync(resolve(root, file), 'utf8'))
    return `${name}@${version}`
  }),
)

/**
 * Names of the packages that npm or npx would download for the commands in this text, without files, folders and code
 * comments.
 */
function requestedPackages(text: string): string[] {
  const commands = text
    .replace(/^ *(?:\/\/|\*|\/\*).*$/gm, '')
    .matchAll(/\b(npx|npm (?:install|add|exec))((?: +[^\s`'"&|;)]+)*)/g)
  return [...commands].flatMap(([, program, words = '']) => {
    const names = words.split(/ +/).filter((word) => /^@?[a-z0-9]/.test(word) && !word.endsWith('.tgz'))
    return program === 'npm install' || program === 'npm add' ? names : names.slice(0, 1)
  })
}

test('the check finds names of packages and ignores files and folders', () => {
  const text =
    'npm install --global packetboat-sidecar ./a-1.0.0.tgz\nnpx --yes wrangler@4 login\nnpm ci && npm install\n// npx gets it'
  expect(requestedPackages(text)).toEqual(['packetboat-sidecar', 'wrangler@4'])
})

test('documents and scripts install and run only local files, packages of package-lock.json, and packages that operators may add', () => {
  const files = globSync(pages, { cwd: root, exclude: (name) => name === 'node_modules' }).filter((page) =>
    statSync(resolve(root, page)).isFile(),
  )
  const missing = files.flatMap((page) =>
    requestedPackages(readFileSync(resolve(root, page), 'utf8'))
      .filter((name) => !locked.has(name.replace(/(?<=.)@.*$/, '')) && !optional.has(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})
