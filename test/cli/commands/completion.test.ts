import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { commandLine } from '../fake-worker.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0

async function script(shell: string): Promise<string> {
  const { code, out } = await commandLine('completion', shell)
  expect(code).toBe(0)
  return out.join('\n')
}

/** The words with which the shell completes this command line. */
const cases: readonly (readonly [words: readonly string[], offers: readonly string[]])[] = [
  [['roo'], ['room']],
  [['room', 'und'], ['undelete']],
  [['room', 'create', 'soaprun', '--tit'], ['--title']],
  [['backup', 'restore', '--repl'], ['--replace']],
  [['completion', 'z'], ['zsh']],
]

describe('the completion script', () => {
  test.skipIf(!has('bash')).each(cases)(
    'for bash completes %j to %j (skipped without bash)',
    async (words, offers) => {
      const line = ['packetboat', ...words]
      const run = `${await script('bash')}
COMP_WORDS=(${line.join(' ')}); COMP_CWORD=${words.length}; _packetboat; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['-c', run], { encoding: 'utf8' })
      expect([stdout.trim().split('\n'), stderr]).toEqual([offers, ''])
    },
  )

  test.skipIf(!has('fish')).each(cases)(
    'for fish completes %j to %j (skipped without fish)',
    async (words, offers) => {
      const run = `${await script('fish')}\ncomplete --do-complete 'packetboat ${words.join(' ')}'`
      const { stdout } = spawnSync('fish', ['--no-config', '--command', run], { encoding: 'utf8' })
      expect(stdout.trim().split('\n')).toEqual(offers)
    },
  )

  test.skipIf(!has('zsh'))('for zsh is valid (skipped without zsh)', async () => {
    const { status, stderr } = spawnSync('zsh', ['-n'], { input: await script('zsh'), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})
