import { spawn } from 'node:child_process'
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { addLengthField, FrameSplitter, type Framing } from '../../../wire/net/framing.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { Site } from '../running-site.ts'

const root = resolve(import.meta.dirname, '../../..')
const slug = 'lantern-hall'

/** The copy's registry with one game, so that the start is quick. */
const registry = `// The registry: one line a game.
import type { Game } from './game.ts'
import { soaprun } from './soaprun/index.ts'

export const games: readonly Game[] = [soaprun]
`

/**
 * Copies the project with one game and DOOM-2077, which `packetboat wad` imports, without installed and built files.
 */
function copied(): string {
  const copy = temporaryFolder()
  const left = ['node_modules', 'dist', '.git', '.packetboat', '.wrangler']
  const wanted = (source: string) => {
    const path = relative(root, source).split(sep).join('/')
    const otherGame =
      /^games\/(?!soaprun$|doom-2077$)[^/]+$/.test(path) && existsSync(join(source, 'PROTOCOL.md'))
    return !left.includes(path) && !otherGame && !/^test\/games\/[^/.]+$/.test(path)
  }
  cpSync(root, copy, { recursive: true, filter: wanted })
  writeFileSync(join(copy, 'games/index.ts'), registry)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

/** Runs a dependency's command or a script of the copy. Returns its exit code and output. */
function run(
  copy: string,
  script: string,
  ...words: string[]
): Promise<{ code: number | null; said: string }> {
  // The inner Vitest must not see the variables of the outer one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)),
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

/** Sends each frame after the answer to the previous one. Returns the answers. */
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

test('a generated game type-checks, passes its own tests and plays', async () => {
  const copy = copied()
  const said = await ok(copy, 'cli/build/new-game.ts', slug)
  expect(said).toContain(`Created games/${slug}/ and test/games/${slug}/`)
  const again = await run(copy, 'cli/build/new-game.ts', slug)
  expect(again).toEqual({ code: 2, said: `the game ${slug} exists: games/${slug}\n` })

  const config = {
    extends: './tsconfig.json',
    include: ['games/data-files.d.ts', 'games/index.ts', `test/games/${slug}`],
  }
  writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config))
  await ok(copy, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json')
  const here = ['--project', 'node', '--no-file-parallelism', '--no-color']
  const tested = await ok(copy, 'node_modules/vitest/vitest.mjs', 'run', ...here, `test/games/${slug}`)
  expect(tested).toMatch(/Tests +\d\d passed/)

  const site = await Site.start({ file: join(copy, 'cli/packetboat.ts') })
  const door = site.ready.listeners.find(({ game }) => game === slug)
  const answers = await conversation(door!.port, ['HELO', 'TALK\x0bhello there', 'TALK\x01 ', 'BYE!'])
  expect(answers).toEqual(['WLCM\0\0\0\x01', 'ECHO\0\0\0\x02\x0bhello there', 'NOPE\x01'])
  expect(await site.room(`${slug}/harbor`)).toMatchObject({
    view: { newest: { number: 2, text: 'hello there' } },
  })
})
