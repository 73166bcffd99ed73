// Runs wrangler, Cloudflare's command, for the login and the upload.

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve, win32 } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import about from '../../package.json' with { type: 'json' }
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

export interface WranglerResult {
  readonly code: number
  /** Both texts are empty if wrangler wrote to the terminal. */
  readonly out: string
  readonly err: string
}

interface RunOptions {
  readonly environment?: { readonly [name: string]: string }
  /**
   * Whether wrangler may ask the user, for example for an account or a subdomain. The output of an interactive wrangler
   * goes to stderr.
   */
  readonly isInteractive?: boolean
}

export type RunWrangler = (words: readonly string[], run?: RunOptions) => Promise<WranglerResult>

/**
 * `folder`: the folder of wrangler.toml. The returned function throws Failure if wrangler cannot be started or is
 * stopped.
 */
export function createWrangler(folder: string, stop: AbortSignal): RunWrangler {
  return async (words, { environment, isInteractive = false } = {}) => {
    const [program, ...first] = wranglerCommand()
    const child = spawn(program, [...first, ...words], {
      cwd: folder,
      env: { ...process.env, ...quietEnvironment, ...environment },
      stdio: isInteractive ? ['inherit', 2, 2] : ['ignore', 'pipe', 'pipe'],
      signal: stop,
    })
    const { promise: ended, resolve: end, reject } = Promise.withResolvers<number>()
    child.once('error', (error) =>
      reject(new Failure(stop.aborted ? 'stopped' : `cannot run wrangler: ${describeInOneLine(error)}`)),
    )
    child.once('close', (code) => end(code ?? 1))
    const [code, out, err] = await Promise.all([ended, readStream(child.stdout), readStream(child.stderr)])
    return { code, out, err }
  }
}

const quietEnvironment = { WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' }

/**
 * On Windows npx is a batch file, whose shell would split paths with spaces and execute parts of values. So Node runs
 * npx's own script, which the installer of Node puts beside `node`.
 */
export function npxCommand(platform: string, node: string): readonly [program: string, ...words: string[]] {
  return platform === 'win32'
    ? [node, win32.join(win32.dirname(node), 'node_modules/npm/bin/npx-cli.js')]
    : ['npx']
}

/** The published package does not contain wrangler, so npx downloads the same version. */
function wranglerCommand(): readonly [program: string, ...words: string[]] {
  try {
    const main = createRequire(import.meta.url).resolve('wrangler')
    return [process.execPath, resolve(main, '../../bin/wrangler.js')]
  } catch (error) {
    if (systemErrorCode(error) !== 'MODULE_NOT_FOUND') throw error
    const wrangler = `wrangler@${about.devDependencies.wrangler}`
    return [...npxCommand(process.platform, process.execPath), '--yes', wrangler]
  }
}

function readStream(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : Promise.resolve('')
}

export function wranglerErrorLine({ out, err }: WranglerResult): string {
  const lines = stripVTControlCharacters(`${err}\n${out}`).split('\n')
  const [line = lines.find((one) => one.trim()) ?? 'no error message'] = lines.filter((one) =>
    one.includes('[ERROR]'),
  )
  return line.replace(/^.*\[ERROR\]\s*/, '').trim()
}
