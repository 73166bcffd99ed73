// The bar that shows how far something is, and says it.

/** Shows it; `says`: what takes its time, if that is another now. */
export function showFar(share: number, says?: string): void {
  const place = document.querySelector<HTMLElement>('[data-far]')
  const [bar, label, words] = ['progress', 'label', '[role=status]'].map((part) => place?.querySelector(part))
  if (!place || !bar) return
  place.hidden = false
  ;(bar as HTMLProgressElement).value = share
  if (label && says !== undefined && label.textContent !== says) label.textContent = says
  // Whoever hears the page is not told every percent.
  const told = `${Math.floor(share * 20) * 5} %`
  if (words && words.textContent !== told) words.textContent = told
}

export function hideFar(): void {
  const place = document.querySelector<HTMLElement>('[data-far]')
  if (place) place.hidden = true
}
