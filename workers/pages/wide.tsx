// A table that may be wider than the page.
import type { Content } from './frame.tsx'

/** What may be scrolled sideways, by keyboard too. `label`: what it is a table of. */
export function Wide({ label, children }: { label: string; children?: Content }): Content {
  return (
    <section class="wide" aria-label={label} tabindex={0}>
      {children}
    </section>
  )
}
