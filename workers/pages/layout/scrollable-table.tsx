// A table that may be wider than the page.
import type { Content } from './frame.tsx'

/** A container that scrolls sideways, also by keyboard. `label`: the table's name. */
export function ScrollableTable({ label, children }: { label: string; children?: Content }): Content {
  return (
    <section class="wide" aria-label={label} tabindex={0}>
      {children}
    </section>
  )
}
