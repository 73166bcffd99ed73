// The page keeps the form if the site refuses the upload. For a large upload the page shows two kinds of progress:
// first of the upload, then of its processing by the site. Without JavaScript the browser submits the form.
import { isPackedFolderName } from '../../wire/util/packed-folders.ts'
import { clearFormError, type FormError, showFormError } from './form-errors.ts'
import { hideProgress, showProgress } from './progress-bar.ts'

/** The page shows the progress of uploads above this size. */
const progressFromBytes = 1024 * 1024
/** The content type of answers that report progress. */
const linesType = 'application/x-ndjson'

/** The last line of an NDJSON answer is the actual answer. Each earlier line reports a finished part. */
interface Line {
  readonly share?: number
  readonly room?: string
  readonly status?: number
  /** The HTML of a page, or the API's error. */
  readonly answer?: string | FormError
}

function isLargeUpload(form: HTMLFormElement): boolean {
  const files = [...new FormData(form).values()].filter((value) => value instanceof File)
  return files.reduce((sum, { size }) => sum + size, 0) > progressFromBytes
}

/**
 * In fields that accept packed folders, each packed folder is replaced by a zip, so that the site need not unpack other
 * formats. Returns an error if a folder cannot be unpacked.
 */
async function contentOf(form: HTMLFormElement): Promise<FormData | FormError> {
  const content = new FormData(form)
  for (const [field, value] of [...content]) {
    const input = form.elements.namedItem(field)
    if (!(value instanceof File && isPackedFolderName(value.name))) continue
    if (!(input instanceof HTMLInputElement && input.accept.split(',').includes('.deb'))) continue
    try {
      const { zipArchive } = await import('../archives/zip-archive.ts')
      content.set(field, await zipArchive(value, (share) => showProgress(share, `Unpacking ${value.name}`)))
    } catch (error) {
      return { field, detail: error instanceof Error ? error.message : String(error) }
    }
  }
  return content
}

/** Replaces this page by the page in the answer. If the site refuses the form, keeps the form and shows the error. */
export async function submitUpload(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const label = button?.textContent ?? ''
  if (button) Object.assign(button, { disabled: true, textContent: 'Creating …' })
  const failed = (error: FormError) => {
    if (button) Object.assign(button, { disabled: false, textContent: label })
    hideProgress()
    showFormError(form, error)
  }
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.setRequestHeader('accept', `${linesType}, application/json`)
  if (isLargeUpload(form))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      showProgress(loaded / total, 'Sending'),
    )
  request.addEventListener('progress', () => showCreationProgress(request))
  request.addEventListener('error', () => failed({ detail: 'The site does not answer. Try again.' }))
  request.addEventListener('load', () => {
    const { status, answer } = answerOf(request)
    if (typeof answer !== 'string') failed(answer)
    else if (status < 300) replacePage(new DOMParser().parseFromString(answer, 'text/html'))
    else failed({})
  })
  clearFormError(form)
  const content = await contentOf(form)
  if (content instanceof FormData) request.send(content)
  else failed(content)
}

const hasLines = (request: XMLHttpRequest) => request.getResponseHeader('content-type') === linesType

/** The complete lines that have been received so far. */
function linesOf({ responseText }: XMLHttpRequest): readonly Line[] {
  return responseText
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

function showCreationProgress(request: XMLHttpRequest): void {
  // The last line may already be the answer, which has no share.
  const last = hasLines(request) ? linesOf(request).findLast(({ share }) => share !== undefined) : undefined
  if (last?.share !== undefined)
    showProgress(last.share, `Creating ${last.room}; keep this page open to get its host link`)
}

/** The HTML of a page, or the API's error. */
function answerOf(request: XMLHttpRequest): { status: number; answer: string | FormError } {
  if (hasLines(request)) {
    const { status = 503, answer = '' } = linesOf(request).at(-1) ?? {}
    return { status, answer }
  }
  const { status, responseText } = request
  const isJson = request.getResponseHeader('content-type')?.startsWith('application/json')
  return { status, answer: isJson ? (JSON.parse(responseText) as FormError) : responseText }
}

function replacePage(page: Document): void {
  const content = page.querySelector('main')
  if (!content) return location.assign('/')
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src)
  document.querySelector('main')?.replaceWith(content)
  document.title = page.title
  const heading = content.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
  for (const script of scripts) void import(script)
}
