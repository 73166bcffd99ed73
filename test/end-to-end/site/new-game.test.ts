import { spawn } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative, resolve, sep } from 'node:path'
import { expect } from 'vitest'
import { games } from '../../../games/index.ts'
import { addLengthField, FrameSplitter, type Framing } from '../../../wire/net/framing.ts'
import { test } from '../../browser/browser-test.ts'
import { expectFitsWidth, faultsInViews } from '../../browser/page-faults.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { Site } from '../running-site.ts'

const root = resolve(import.meta.dirname, '../../..')
const slug = 'lantern-hall'

/** Copies the project without installed packages and built files. */
function copied(): string {
  const copy = temporaryFolder()
  const left =
    'node_modules dist dist-sidecar .git .packetboat .wrangler .assets .vitest-cache pictures'.split(' ')
  const wanted = (source: string) => !left.includes(relative(root, source).split(sep).join('/'))
  cpSync(root, copy, { recursive: true, filter: wanted })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

/**
 * The test files to run in the copy: the game's own, and those that cover all documents, all stored rooms or all games.
 * `notOfOtherGames` skips the cases of other games in them. test/cli/build/new-game.test.ts checks imports and wording.
 */
const touched = [
  `test/games/${slug}`,
  'test/rules',
  'test/state/stored-rooms.test.ts',
  'test/cli/bundle/site-docs.test.ts',
  'test/games/options.test.ts',
  'test/games/probes.test.ts',
  'test/growth/table-growth.test.ts',
  'test/room/games',
  `test/simulator/seeds/${slug}.test.ts`,
  'test/cost/budgets.test.ts',
]
const otherGames = games.flatMap(({ slug, title }) => [slug, title]).join('|')
const notOfOtherGames = `^(?!.*\\b(?:${otherGames})\\b)`
/** The sources that import a new game. */
const importers = [
  'games/data-files.d.ts',
  'games',
  'bench/cost/loads.ts',
  'test/simulator/models',
  'test/room/games',
  `test/games/${slug}`,
]

/** Runs a dependency's command or a script of the copy. Returns its exit code and output. */
function run(
  copy: string,
  script: string,
  ...words: string[]
): Promise<{ code: number | null; said: string }> {
  // The inner Vitest must not see the variables of the outer one. Outside of CI the inner Vitest draws a tenth of the
  // seeds.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|CI$)/.test(name)),
  )
  const child = spawn(process.execPath, [script, ...words], { cwd: copy, env })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}

async function ok(...[copy, script, ...words]: Parameters<typeof run>): Promise<string> {
  const { code, said } = await run(copy, script, ...words)
  if (code !== 0) throw new Error(`${script} ${words.join(' ')}: exit ${code}\n${said}`)
  return said
}

/** Sends the frames one by one, each after the answer to the previous one. Returns the answers. */
async function conversation(port: number, frames: readonly string[]): Promise<string[]> {
  const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: 1000, bare: true }
  const splitter = new FrameSplitter(framing)
  const socket = connect({ port, host: '127.0.0.1' })
  const answers: string[] = []
  const [first, ...others] = frames.map((frame) => addLengthField(framing, Buffer.from(frame, 'latin1')))
  socket.write(first!)
  for await (const chunk of socket) {
    for (const answer of splitter.push(chunk)) {
      answers.push(Buffer.from(answer.subarray(2)).toString('latin1'))
      const next = others.shift()
      if (next) socket.write(next)
    }
  }
  return answers
}

test('an unchanged generated game passes all checks and tests that cover it, and can be played and watched, also in a browser', async ({
  open,
}) => {
  const copy = copied()
  const newGame = ['--import', './cli/bundle/import-data-files.ts', 'cli/build/new-game.ts', slug] as const
  const said = await ok(copy, ...newGame)
  expect(said).toContain(`Created games/${slug}/ and test/games/${slug}/`)
  const again = await run(copy, ...newGame)
  expect(again).toEqual({ code: 2, said: `the game ${slug} exists: games/${slug}\n` })

  writeFileSync(
    join(copy, 'tsconfig.new.json'),
    JSON.stringify({ extends: './tsconfig.json', include: importers }),
  )
  // With several checkers TypeScript would check shared types once in each.
  await ok(copy, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json', '--checkers', '1')
  await ok(copy, 'cli/build/generated-docs.ts', '--check')
  const here = ['--project', 'node', '--project', 'long', '--no-file-parallelism', '--no-color']
  const names = ['--testNamePattern', notOfOtherGames]
  const tested = await ok(copy, 'node_modules/vitest/vitest.mjs', 'run', ...here, ...names, ...touched)
  expect(tested).toMatch(/Test Files +\d+ passed/)

  const site = await Site.start({ file: join(copy, 'cli/packetboat.ts') })
  const door = site.ready.listeners.find(({ game }) => game === slug)
  const answers = await conversation(door!.port, ['HELO\x03Ann', 'TALK\x0bhello there', 'TALK\x01 ', 'BYE!'])
  expect(answers).toEqual([
    'WLCM\0\0\0\x01',
    'ECHO\0\0\0\x02\0\x10Ann: hello there',
    'TOLD\0\x17A line cannot be blank.',
  ])
  expect(await site.room(`${slug}/harbor`)).toMatchObject({
    view: { newest: { number: 2, text: 'Ann: hello there' } },
  })

  const page = await open()
  await page.goto(`${site.url}/${slug}/harbor/play`)
  await page.getByLabel('Line', { exact: true }).fill('from a browser')
  await page.getByRole('button', { name: 'Say' }).click()
  await page.getByRole('list', { name: 'Lines' }).getByText('from a browser').waitFor()
  expect(await faultsInViews(page, 'play-generated-game')).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFitsWidth(page, 360)
  const watching = await open()
  await watching.goto(`${site.url}/${slug}/harbor`)
  await watching.getByRole('list', { name: 'Newest lines' }).getByText('from a browser').waitFor()
  await page.getByLabel('Line', { exact: true }).fill('and another')
  await page.keyboard.press('Enter')
  await watching.getByRole('list', { name: 'Newest lines' }).getByText('and another').waitFor()
  expect(await faultsInViews(watching, 'watch-generated-game')).toEqual([])
})
