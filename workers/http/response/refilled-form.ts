// After a refused form, browsers without scripts get the form again with the sent values, and the error beside the
// field to correct. Scripts keep the form and show the error themselves (browser/pages/form-errors.ts).
import { html } from 'hono/html'
import { escapeHtml, unescapeHtml } from '../../../wire/util/html-escapes.ts'
import { ApiError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { RefusedFormError } from '../request/body.ts'
import { prefersHtml } from './page-response.ts'

const errorId = 'form-error'

/**
 * The suffix of the names of hidden fields. Each of these fields contains the value that a setting had when the form
 * was shown.
 */
export const shownSuffix = '.was'

/**
 * Returns the answer of `run`. If `run` throws an ApiError, clients that prefer pages get the page that `pageOf`
 * returns, if any, with the sent values and the error. `form`: the value of the form's `data-form`.
 */
export async function runOrRefillForm(
  c: AppContext,
  read: () => Promise<FormData>,
  run: (form: FormData) => Promise<Response>,
  pageOf: (
    sent: FormData,
    error: ApiError,
  ) => Promise<{ readonly form: string; readonly page: Response } | undefined>,
): Promise<Response> {
  let sent: FormData | undefined
  try {
    sent = await read()
    return await run(sent)
  } catch (error) {
    if (error instanceof RefusedFormError) sent = error.form
    if (!(error instanceof ApiError) || !sent || !prefersHtml(c)) throw error
    const again = await pageOf(sent, error)
    if (!again) throw error
    return refillForm(again.page, again.form, sent, error)
  }
}

/**
 * `form`: the value of the form's `data-form`. Elements whose `data-forms` contains `form` are unfolded. The response
 * has the error's status.
 */
function refillForm(page: Response, form: string, sent: FormData, error: ApiError): Response {
  const field = fieldOf(error, sent)
  const sentTo = (name: string) => sent.getAll(name)
  let isShown = false
  let select = ''
  const message = String(html`<p class="error sentence" role="alert" id="${errorId}">${error.sentence}</p>`)
  const at = `form[data-form="${form}"]`
  const showError = (control: Element, name: string) => {
    if (name !== field || isShown) return
    isShown = true
    control.setAttribute('aria-invalid', 'true')
    control.setAttribute('aria-describedby', errorId)
    control.after(message, { html: true })
  }
  const filled = new HTMLRewriter()
    .on(at, {
      element(element) {
        if (field !== undefined) return
        isShown = true
        element.prepend(message, { html: true })
      },
    })
    .on(`${at} details`, {
      element(element) {
        // The folded part contains only the options of a game, so an error in another field does not unfold it.
        if (field === undefined || field.startsWith('option.')) element.setAttribute('open', '')
      },
    })
    .on(`details[data-forms~="${form}"]`, { element: (element) => void element.setAttribute('open', '') })
    .on(`${at} input[name]`, {
      element(element) {
        const name = element.getAttribute('name') ?? ''
        fillInput(element, sentTo(name))
        showError(element, name)
      },
    })
    .on(`${at} textarea[name]`, {
      element(element) {
        const name = element.getAttribute('name') ?? ''
        const [text] = sentTo(name)
        if (typeof text === 'string') element.setInnerContent(text)
        showError(element, name)
      },
    })
    .on(`${at} select[name]`, {
      element(element) {
        select = element.getAttribute('name') ?? ''
        showError(element, select)
      },
    })
    .on(`${at} select[name] option`, {
      element(element) {
        const chosen = sentTo(select)
        if (chosen.length === 0) return
        if (chosen.includes(attributeOf(element, 'value') ?? '')) element.setAttribute('selected', '')
        else element.removeAttribute('selected')
      },
    })
    .onDocument({
      // If no control of the form has the field, the error is shown at the end of the page.
      end(end) {
        if (!isShown) end.append(message, { html: true })
      },
    })
    .transform(page)
  return new Response(filled.body, { status: error.status, headers: filled.headers })
}

function fillInput(element: Element, sent: readonly (string | File)[]): void {
  const type = element.getAttribute('type') ?? 'text'
  const isShownValue = type === 'hidden' && element.getAttribute('name')?.endsWith(shownSuffix)
  if (type === 'file' || (type === 'hidden' && !isShownValue)) return
  if (type === 'checkbox' || type === 'radio') {
    if (sent.includes(attributeOf(element, 'value') ?? 'on')) element.setAttribute('checked', '')
    else element.removeAttribute('checked')
  } else if (typeof sent[0] === 'string') {
    // The platform escapes only quotes, so it would show the typed text `&lt;` as `<`.
    element.setAttribute('value', escapeHtml(sent[0]))
  }
}

/** The platform returns attributes as they are written in the page, with the escapes of hono/jsx. */
function attributeOf(element: Element, name: string): string | undefined {
  const attribute = element.getAttribute(name)
  return attribute === null ? undefined : unescapeHtml(attribute)
}

/** The field that the error names, or undefined if the form has no control for the field. */
function fieldOf({ code, details: { field } }: ApiError, sent: FormData): string | undefined {
  const byCode = code === 'unauthorized' ? ['token', 'secret'].find((one) => sent.has(one)) : undefined
  const name = field?.replace(/^options\.([^.]+).*$/, 'option.$1') ?? byCode
  return name !== undefined && sent.has(name) ? name : undefined
}
