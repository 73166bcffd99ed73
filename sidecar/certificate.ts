// The TLS certificate of the WebSocket listeners. It is reloaded when its files change, as renewal tools expect.
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from './log.ts'

/** Milliseconds between checks of the files. */
export const lookEvery = 60_000

export interface CertificateFiles {
  /** PEM, with the complete chain. */
  readonly certificate: string
  readonly key: string
}

export class Certificate {
  readonly #files: CertificateFiles
  readonly #log: Logger
  readonly #looking: NodeJS.Timeout
  #texts: string
  #context: SecureContext

  private constructor(files: CertificateFiles, log: Logger, texts: readonly [string, string]) {
    this.#files = files
    this.#log = log
    this.#texts = texts.join('\n')
    this.#context = contextOf(texts)
    this.#looking = setInterval(() => void this.look(), lookEvery).unref()
  }

  /** Rejects if the files cannot be read, or do not belong together. */
  static async read(files: CertificateFiles, log: Logger): Promise<Certificate> {
    return new Certificate(files, log, await textsOf(files))
  }

  /** For new connections. */
  get context(): SecureContext {
    return this.#context
  }

  /** Reloads changed files. Keeps the current certificate if they are unusable, for example because one is missing. */
  async look(): Promise<void> {
    try {
      const texts = await textsOf(this.#files)
      if (texts.join('\n') === this.#texts) return
      this.#context = contextOf(texts)
      this.#texts = texts.join('\n')
      this.#log.info('another certificate')
    } catch (error) {
      this.#log.error({ err: error }, 'the certificate cannot be read; the one before it stays')
    }
  }

  stop(): void {
    clearInterval(this.#looking)
  }
}

async function textsOf({ certificate, key }: CertificateFiles): Promise<[string, string]> {
  return [await readFile(certificate, 'utf8'), await readFile(key, 'utf8')]
}

function contextOf([cert, key]: readonly [string, string]): SecureContext {
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
}
