// A progress bar with its value as text.

/** Shows the progress; `says`: the new label, if it changed. */
export function showFar(share: number, says?: string): void {
  const place = document.querySelector<HTMLElement>('[data-far]')
  const [bar, label, words] = ['progress', 'label', '[role=status]'].map((part) => place?.querySelector(part))
  if (!place || !bar) return
  place.hidden = false
  ;(bar as HTMLProgressElement).value = share
  if (label && says !== undefined && label.textContent !== says) label.textContent = says
  // Update the text in steps of 5 %, so that screen readers do not announce every percent.
  const told = `${Math.floor(share * 20) * 5} %`
  if (words && words.textContent !== told) words.textContent = told
}

export function hideFar(): void {
  const place = document.querySelector<HTMLElement>('[data-far]')
  if (place) place.hidden = true
}
