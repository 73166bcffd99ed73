// Runs Cloudflare's own command, which handles login and upload.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import about from '../../package.json' with { type: 'json' }
import { Failure, oneLine, systemCode } from '../terminal/failure.ts'

export interface Told {
  readonly code: number
  /** Both empty if the output went to the terminal. */
  readonly out: string
  readonly err: string
}

export interface Run {
  /** Added to the environment of this process. */
  readonly environment?: { readonly [name: string]: string }
  /** Sends its output to stderr and lets it ask the user, for example for an account or a subdomain. */
  readonly shown?: boolean
}

/** Runs one command line of wrangler in the folder of wrangler.toml. */
export type Wrangler = (words: readonly string[], run?: Run) => Promise<Told>

/** `folder`: of wrangler.toml. Throws Failure if wrangler cannot be run at all. */
export function wranglerIn(folder: string): Wrangler {
  return async (words, { environment, shown = false } = {}) => {
    const [program, ...first] = installed()
    const child = spawn(program, [...first, ...words], {
      cwd: folder,
      env: { ...process.env, ...quiet, ...environment },
      stdio: shown ? ['inherit', 2, 2] : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npx',
    })
    const { promise: ended, resolve: end, reject } = Promise.withResolvers<number>()
    child.once('error', (error) => reject(new Failure(`wrangler cannot be run: ${oneLine(error)}`)))
    child.once('close', (code) => end(code ?? 1))
    const [code, out, err] = await Promise.all([ended, said(child.stdout), said(child.stderr)])
    return { code, out, err }
  }
}

const quiet = { WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' }

/** A clone has it installed; with the package alone npx gets the same version. */
function installed(): readonly [program: string, ...words: string[]] {
  try {
    const main = createRequire(import.meta.url).resolve('wrangler')
    return [process.execPath, resolve(main, '../../bin/wrangler.js')]
  } catch (error) {
    if (systemCode(error) !== 'MODULE_NOT_FOUND') throw error
    return ['npx', '--yes', `wrangler@${about.devDependencies.wrangler}`]
  }
}

function said(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : Promise.resolve('')
}

/** The error line of wrangler's output, without colours and markers. */
export function complaint({ out, err }: Told): string {
  const lines = stripVTControlCharacters(`${err}\n${out}`).split('\n')
  const [line = lines.find((one) => one.trim()) ?? 'it does not say why'] = lines.filter((one) =>
    one.includes('[ERROR]'),
  )
  return line.replace(/^.*\[ERROR\]\s*/, '').trim()
}
