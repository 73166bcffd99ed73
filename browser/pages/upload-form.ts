// Submits a large form and shows the progress: first of the upload, then of each part that the site processes. Without
// JavaScript the browser submits the form and waits.
import { hideProgress, showProgress } from './progress-bar.ts'

/** Bytes of files that upload and process too quickly to show progress. */
const little = 1024 * 1024
const linesType = 'application/x-ndjson'

/** A line of the answer: a finished part, or last the answer itself. */
interface Line {
  readonly share?: number
  readonly room?: string
  readonly status?: number
  readonly answer?: string
}

export function isLargeUpload(form: HTMLFormElement): boolean {
  const files = [...new FormData(form).values()].filter((value) => value instanceof File)
  return files.reduce((sum, { size }) => sum + size, 0) > little
}

/**
 * Replaces this page with the answer's page. If the request is refused, keeps the form and shows the error beside it.
 */
export function submitUpload(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const called = button?.textContent ?? ''
  if (button) Object.assign(button, { disabled: true, textContent: 'Creating …' })
  const failed = (why: string) => {
    if (button) Object.assign(button, { disabled: false, textContent: called })
    hideProgress()
    complain(form, why)
  }
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.setRequestHeader('accept', `${linesType}, text/html`)
  request.upload.addEventListener('progress', ({ loaded, total }) => showProgress(loaded / total, 'Sending'))
  request.addEventListener('progress', () => tell(request))
  request.addEventListener('error', () => failed('The site does not answer. Try again.'))
  request.addEventListener('load', () => {
    const { status, html } = answerOf(request)
    const page = new DOMParser().parseFromString(html, 'text/html')
    if (status < 300) take(page)
    else failed(page.querySelector('main p')?.textContent ?? 'This does not work right now. Try again.')
  })
  form.querySelector('[role=alert]')?.remove()
  request.send(new FormData(form))
}

const hasLines = (request: XMLHttpRequest) => request.getResponseHeader('content-type') === linesType

/** The complete lines received so far. */
function linesOf({ responseText }: XMLHttpRequest): readonly Line[] {
  return responseText
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

function tell(request: XMLHttpRequest): void {
  // The last part and the answer can arrive together.
  const last = hasLines(request) ? linesOf(request).findLast(({ share }) => share !== undefined) : undefined
  if (last?.share !== undefined)
    showProgress(last.share, `Creating ${last.room}; keep this page open to get its host link`)
}

function answerOf(request: XMLHttpRequest): { status: number; html: string } {
  if (!hasLines(request)) return { status: request.status, html: request.responseText }
  const { status = 503, answer = '' } = linesOf(request).at(-1) ?? {}
  return { status, html: answer }
}

function take(page: Document): void {
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

function complain(form: HTMLFormElement, why: string): void {
  const said = document.createElement('p')
  said.className = 'error'
  said.setAttribute('role', 'alert')
  said.textContent = why
  form.append(said)
}
