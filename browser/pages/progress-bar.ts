/** Keeps the label if `newLabel` is not passed. */
export function showProgress(share: number, newLabel?: string): void {
  const place = document.querySelector<HTMLElement>('[data-progress]')
  const [bar, label, status] = ['progress', 'label', '[role=status]'].map((part) =>
    place?.querySelector(part),
  )
  if (!place || !bar) return
  place.hidden = false
  ;(bar as HTMLProgressElement).value = share
  if (label && newLabel !== undefined && label.textContent !== newLabel) label.textContent = newLabel
  // The text changes in steps of 5 %, so that screen readers do not announce every percent.
  const percentText = `${Math.floor(share * 20) * 5} %`
  if (status && status.textContent !== percentText) status.textContent = percentText
}

export function hideProgress(): void {
  const place = document.querySelector<HTMLElement>('[data-progress]')
  if (place) place.hidden = true
}
