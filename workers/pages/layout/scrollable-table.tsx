// A table that may be wider than the page.
import type { Content } from './frame.tsx'

/**
 * A container that can be scrolled sideways with the pointer and the keyboard. `label`: the table's name for screen
 * readers.
 */
export function ScrollableTable({ label, children }: { label: string; children?: Content }): Content {
  return (
    <section class="wide" aria-label={label} tabindex={0}>
      {children}
    </section>
  )
}
