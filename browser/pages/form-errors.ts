// Shows an error of the API beside the field that the user must correct. The form keeps its values.
import { createElement } from '../ui/elements.ts'

/** An error of the API. */
export interface FormError {
  readonly error?: string
  /** A path, such as `title` or `options.maxPlayers`. */
  readonly field?: string
  readonly detail?: string
}

const errorId = 'form-error'
const fallbackText = 'This does not work right now. Try again.'

export function showFormError(
  form: HTMLFormElement,
  { error, field, detail = fallbackText }: FormError,
): void {
  clearFormError(form)
  const sentence = detail.replace(/[^.!?]$/, '$&.')
  const message = createElement('p.error.sentence', { id: errorId, role: 'alert' }, sentence)
  const byCode = error === 'unauthorized' ? 'token' : undefined
  const name = field?.replace(/^options\.([^.]+).*$/, 'option.$1') ?? byCode
  const control = name === undefined ? undefined : visibleControl(form, name)
  if (!control) return form.append(message)
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', errorId)
  control.after(message)
  const folded = control.closest('details')
  if (folded) folded.open = true
  control.focus()
}

export function clearFormError(form: HTMLFormElement): void {
  form.querySelector(`#${errorId}`)?.remove()
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
}

function visibleControl(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`)
  return found && !found.closest('[hidden]') ? found : undefined
}
