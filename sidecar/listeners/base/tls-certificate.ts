// A renewed certificate is used without a restart, because the files are reloaded when they change.
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'
import { type CertificateFiles, ConfigError } from '../../config/setting-definitions.ts'
import type { Logger } from '../../util/log.ts'

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
    this.#secureContext = createContext(texts, files)
    this.#reloadTimer = setInterval(() => void this.reloadIfChanged(), reloadIntervalMs).unref()
  }

  /** Rejects with ConfigError if a file cannot be read, or the key does not match the certificate. */
  static async load(files: CertificateFiles, log: Logger): Promise<TlsCertificate> {
    return new TlsCertificate(files, log, await readPemFiles(files))
  }

  get context(): SecureContext {
    return this.#secureContext
  }

  /** Keeps the current certificate if the files are unusable, for example because one is missing. */
  async reloadIfChanged(): Promise<void> {
    try {
      const texts = await readPemFiles(this.#files)
      if (texts.join('\n') === this.#pemText) return
      this.#secureContext = createContext(texts, this.#files)
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
  const read = (setting: string, file: string) =>
    readFile(file, 'utf8').catch((error: Error) => {
      throw new ConfigError(`${setting}: cannot be read: ${error.message}`)
    })
  return [await read('certificate', certificate), await read('certificate_key', key)]
}

function createContext([cert, key]: readonly [string, string], files: CertificateFiles): SecureContext {
  const create = (problem: string, options: SecureContextOptions) => {
    try {
      return createSecureContext(options)
    } catch (error) {
      throw new ConfigError(`${problem}: ${error instanceof Error ? error.message : error}`)
    }
  }
  create(`certificate: ${files.certificate} is not a certificate in PEM`, { cert })
  const problem = `certificate_key: ${files.key} is not the key of the certificate in PEM`
  return create(problem, { cert, key, minVersion: 'TLSv1.2' })
}
