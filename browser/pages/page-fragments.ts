// Replaces the changed parts of a page by those of a newly fetched copy. The server marks each part with its name in
// `data-refresh`.

/** The last HTML of each part, by name. */
const lastHtml: Record<string, string | undefined> = {}

/** The name of the event on the document after a part was replaced. The field `detail` of the event is the part. */
export const fragmentReplaced = 'fragment-replaced'

/**
 * Replaces the parts of this page that differ from those of `page`. Keeps form input, focus, unfolded details and
 * scroll positions.
 */
export function replaceFragments(page: Document): void {
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-refresh]')) replaceFragment(fresh)
}

function replaceFragment(fresh: HTMLElement): void {
  const name = fresh.dataset.refresh ?? ''
  const old = document.querySelector<HTMLElement>(`[data-refresh=${name}]`)
  const html = fresh.innerHTML
  const focused = old?.contains(document.activeElement) ? document.activeElement : null
  if (!old || focused?.matches('input, select, textarea, button') || lastHtml[name] === html) return
  lastHtml[name] = html
  const chosen = old.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
  const path = focused && pathOf(focused, old)
  const scrolled = [...old.querySelectorAll('.wide')].map(({ scrollLeft, scrollTop }) => ({
    scrollLeft,
    scrollTop,
  }))
  const open = [...old.querySelectorAll('details')].map(({ open }) => open)
  old.replaceChildren(...fresh.childNodes)
  for (const [at, details] of old.querySelectorAll('details').entries())
    details.open = open[at] ?? details.open
  for (const radio of old.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    radio.checked = radio.value === chosen
  for (const [at, wide] of old.querySelectorAll('.wide').entries()) Object.assign(wide, scrolled[at])
  if (path) elementAt(path, old)?.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent(fragmentReplaced, { detail: old }))
}

/** The path to an element as the child indexes from the root. */
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
