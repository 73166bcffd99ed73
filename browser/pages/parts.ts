// A page that is asked for once more, and of which what has changed takes the place of what was there: parts that the
// server marks with `data-seen` and a name.

/** Parts as they were taken last, by their names. */
const taken: Record<string, string | undefined> = {}

/** Told to the document after a part was replaced, `detail` the part. */
export const replaced = 'part-replaced'

/** Takes the parts of `page` over. What somebody fills in stays as it is; where he reads, what he unfolded and how far he scrolled, too. */
export function takeParts(page: Document): void {
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-seen]')) take(fresh)
}

function take(fresh: HTMLElement): void {
  const name = fresh.dataset.seen ?? ''
  const old = document.querySelector<HTMLElement>(`[data-seen=${name}]`)
  const html = fresh.innerHTML
  const focused = old?.contains(document.activeElement) ? document.activeElement : null
  if (!old || focused?.matches('input, select, textarea, button') || taken[name] === html) return
  taken[name] = html
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
  document.dispatchEvent(new CustomEvent(replaced, { detail: old }))
}

/** Which child of which child it is. */
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
