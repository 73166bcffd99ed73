// A page that is asked for once more, and of which what has changed takes the place of what was there: parts that the
// server marks with `data-seen` and a name.

/** Parts as they were taken last, by their names. */
const taken: Record<string, string | undefined> = {}

/** Told to the document after a part was replaced, `detail` the part. */
export const replaced = 'part-replaced'

/** Takes the parts of `page` over. What somebody is in the midst of stays as it is. */
export function takeParts(page: Document): void {
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-seen]')) take(fresh)
}

function take(fresh: HTMLElement): void {
  const name = fresh.dataset.seen ?? ''
  const old = document.querySelector<HTMLElement>(`[data-seen=${name}]`)
  const html = fresh.innerHTML
  if (!old || old.contains(document.activeElement) || taken[name] === html) return
  taken[name] = html
  const chosen = old.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
  old.replaceChildren(...fresh.childNodes)
  for (const radio of old.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    radio.checked = radio.value === chosen
  document.dispatchEvent(new CustomEvent(replaced, { detail: old }))
}
