// The TLS certificate of the WebSocket listeners. It is reloaded when its files change, so that a renewed certificate
// is used without a restart.
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { CertificateFiles } from '../../config/setting-definitions.ts'
import type { Logger } from '../../util/log.ts'

/** Milliseconds between two checks of the files. */
export const reloadIntervalMs = 60_000

export class TlsCertificate {
  readonly #files: CertificateFiles
  readonly #log: Logger
  readonly #reloadTimer: NodeJS.Timeout
  #pemText: string
  #secureContext: SecureContext

  private constructor(files: CertificateFiles, log: Logger, texts: readonly [string, string]) {
    this.#files = files
    this.#log = log
    this.#pemText = texts.join('\n')
    this.#secureContext = createContext(texts)
    this.#reloadTimer = setInterval(() => void this.reloadIfChanged(), reloadIntervalMs).unref()
  }

  /** Loads the certificate. Rejects if the files cannot be read, or the key does not match the certificate. */
  static async load(files: CertificateFiles, log: Logger): Promise<TlsCertificate> {
    return new TlsCertificate(files, log, await readPemFiles(files))
  }

  /** The current certificate, for new connections. */
  get context(): SecureContext {
    return this.#secureContext
  }

  /**
   * Reloads the files if they have changed. Keeps the current certificate if the files are unusable, for example
   * because one is missing.
   */
  async reloadIfChanged(): Promise<void> {
    try {
      const texts = await readPemFiles(this.#files)
      if (texts.join('\n') === this.#pemText) return
      this.#secureContext = createContext(texts)
      this.#pemText = texts.join('\n')
      this.#log.info('certificate reloaded')
    } catch (error) {
      this.#log.error({ err: error }, 'certificate not reloaded; the previous one stays in use')
    }
  }

  stop(): void {
    clearInterval(this.#reloadTimer)
  }
}

async function readPemFiles({ certificate, key }: CertificateFiles): Promise<[string, string]> {
  return [await readFile(certificate, 'utf8'), await readFile(key, 'utf8')]
}

function createContext([cert, key]: readonly [string, string]): SecureContext {
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
}
