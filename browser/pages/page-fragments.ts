// Replaces the changed parts of a page by those of a newly fetched copy. The server marks each part with its name in
// `data-refresh`.

/** The HTML of each part when it was last replaced, by the part's name. */
const lastHtml: Record<string, string | undefined> = {}
/** New versions of parts that are not replaced yet, because the user has the focus in one of their controls. */
const heldBack = new Map<string, HTMLElement>()

/** An event on the document after a part was replaced. The field `detail` of the event is the part. */
export const fragmentReplacedEvent = 'fragment-replaced'

/**
 * Keeps form input, focus, unfolded details and scroll positions. While the user has the focus in a control of a part,
 * the part is not replaced.
 */
export function replaceFragments(page: Document): void {
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-refresh]')) replaceFragment(fresh)
}

/** Called instead of `replaceFragments` when the server reports that the page has not changed. */
export function replaceHeldBackFragments(): void {
  for (const fresh of [...heldBack.values()]) replaceFragment(fresh)
}

function replaceFragment(fresh: HTMLElement): void {
  const name = fresh.dataset.refresh ?? ''
  const old = document.querySelector<HTMLElement>(`[data-refresh=${name}]`)
  const html = fresh.innerHTML
  const focused = old?.contains(document.activeElement) ? document.activeElement : null
  heldBack.delete(name)
  if (!old || lastHtml[name] === html) return
  if (focused?.matches('input, select, textarea, button')) return void heldBack.set(name, fresh)
  lastHtml[name] = html
  const path = focused && pathOf(focused, old)
  const scrolled = [...old.querySelectorAll('.wide')].map(({ scrollLeft, scrollTop }) => ({
    scrollLeft,
    scrollTop,
  }))
  const open = [...old.querySelectorAll('details')].map(({ open }) => open)
  keepInput(old, fresh)
  old.replaceChildren(...fresh.childNodes)
  for (const [at, details] of old.querySelectorAll('details').entries())
    details.open = open[at] ?? details.open
  for (const [at, wide] of old.querySelectorAll('.wide').entries()) Object.assign(wide, scrolled[at])
  if (path) elementAt(path, old)?.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent(fragmentReplacedEvent, { detail: old }))
}

/** Keeps only values that the user has changed. */
function keepInput(old: HTMLElement, fresh: HTMLElement): void {
  const before = fieldsOf(old)
  for (const [key, field] of fieldsOf(fresh)) {
    const one = before.get(key)
    if (!one) continue
    if (isBox(one) && isBox(field)) {
      if (one.checked !== one.defaultChecked) field.checked = one.checked
    } else if (one.value !== shownValue(one) && canHave(field, one.value)) field.value = one.value
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isBox = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox'

/** Each field by a unique key: its name, the value of a box, and a `+` for each earlier field with the same key. */
function fieldsOf(part: HTMLElement): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of part.querySelectorAll<Field>(
    'input:not([type=hidden], [type=file]), select, textarea',
  )) {
    let key = `${field.name} ${isBox(field) ? field.value : ''}`
    while (fields.has(key)) key += '+'
    fields.set(key, field)
  }
  return fields
}

/** A value that is not among the options of a select would leave the select without a choice. */
const canHave = (field: Field, value: string) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)

/** The value of the field as the server sent it. */
function shownValue(field: Field): string | undefined {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
}

/** The path to the element as child indexes from the root. */
function pathOf(element: Element, root: Element): number[] {
  const path: number[] = []
  for (let one = element; one !== root; one = one.parentElement!)
    path.unshift([...one.parentElement!.children].indexOf(one))
  return path
}

function elementAt(path: readonly number[], root: Element): HTMLElement | undefined {
  const found = path.reduce<Element | undefined>((element, index) => element?.children[index], root)
  return found instanceof HTMLElement ? found : undefined
}
